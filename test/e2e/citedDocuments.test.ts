/**
 * What becomes of an answer, in real VS Code: it is walked through and inserted by keyboard, compared with the answer to another question,
 * and documents that say otherwise get a verdict. Screenshots go to out/screenshots.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import type { Frame, Locator } from 'playwright-core';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { breaches, hardToRead, looksOf, oneOfEach } from '../rig/axe.ts';
import { openEditor, type Editor } from '../rig/editor.ts';
import { waitFor } from '../rig/server.ts';
import { column, makePdf } from '../support/pdf.ts';

const screenshots = join(import.meta.dirname, '..', '..', 'out', 'screenshots');
const shownMs = 60_000;
const built = 'Who built the Orfield gauge?';
const long = 'How long is the Orrin barrage?';
const sentence = 'The Orfield gauge was built by Marta Quell in 1931.';

/** Each pair of documents disagrees about one thing. */
const disagreeing = {
  'barrage-old.md': '# Orrin barrage, survey\n\nScaled from the drawing, the Orrin barrage is 1,240 metres long.\n',
  'barrage-new.md': '# Orrin barrage, leaflet\n\nScaled from the drawing, the Orrin barrage is 1,190 metres long.\n',
  'mill-one.md': '# The mill\n\nThe mill was designed by Anna Holt for the town.\n',
  'mill-two.md': '# The mill, once more\n\n<b>Old</b> notes.\n\nThe mill was designed by Osric Vane for the town.\n',
  'tower-one.md': '# The tower\n\nThe tower of the harbor in Tarnholm is 41 metres tall.\n',
  'tower-two.md': '# The tower again\n\nThe tower of the harbor in Tarnholm is 47 metres tall.\n',
};

describe('answers and their citations, in real VS Code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-e2e-'));
  let editor: Editor;
  let panel: Frame;

  before(async () => {
    mkdirSync(screenshots, { recursive: true });
    for (const [name, text] of Object.entries(disagreeing)) writeFileSync(join(folder, name), text);
    const filler = (n: number) => ({
      texts: column(`Page ${n} has the weather of the coast, as on any other day.`, { x: 72, top: 700, chars: 40 }),
    });
    writeFileSync(
      join(folder, 'annals.pdf'),
      makePdf([filler(1), filler(2), { texts: column(`At last. ${sentence} Nobody knew.`, { x: 72, top: 500, chars: 30 }) }, filler(4)], {
        title: 'Annals of the Coast',
        bookmarks: ['The weather', 'The gauge'],
      }),
    );
    writeFileSync(
      join(folder, 'refs.bib'),
      [
        '@book{annals, title = {Annals of the Coast}, year = {1940}, file = {annals.pdf}}',
        '@misc{tower, title = {The tower}, file = {tower-one.md}}\n',
      ].join('\n'),
    );
    writeFileSync(
      join(folder, 'draft.md'),
      '---\nbibliography: refs.bib\n---\n\nThe Orfield gauge was built by Marta Quell in 1932 [@annals].\n\nNobody knows the mill [@missing].\n',
    );
    editor = await openEditor({ folder, vsix: packagedExtension(), theme: 'Dark Modern' });
  });

  after(async () => {
    await editor?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const shown = (locator: Locator): Promise<void> => locator.first().waitFor({ timeout: shownMs });
  const screenshot = (name: string): Promise<void> => editor.screenshot(join(screenshots, `${name}.png`));
  const row = (question: string): Locator => editor.page.locator('.part.sidebar .monaco-list-row', { hasText: question }).first();

  async function inThemes(name: string, page?: Frame): Promise<void> {
    if (page) await page.evaluate(axe.source);
    const problems = page ? await breaches(page) : [];
    for (const theme of ['Light Modern', 'Default High Contrast', 'Dark Modern'] as const) {
      await editor.setTheme(theme);
      if (page) {
        await shown(page.locator(`body[data-vscode-theme-id="${theme}"]`));
        const looks = oneOfEach(await looksOf(page)).filter((look) => !look.name.includes('textLayer'));
        problems.push(...(await hardToRead(page, looks)).flatMap(({ isKnown, problem }) => (isKnown ? [`${theme}: ${problem}`] : [])));
      }
      await screenshot(`${name}-${theme.split(' ')[0]?.toLowerCase()}`);
    }
    assert.deepEqual(problems, []);
  }

  const dialogBox = (): Locator => editor.page.locator('.quick-input-widget .quick-input-box input');
  const opened = (file: string): Promise<void> => shown(editor.page.locator(`.tab.active[data-resource-name="${file}"]`));

  test('asked, walked through, opened and inserted by keyboard alone', async () => {
    await editor.command('Ariadne: Index This Folder');
    await shown(editor.page.locator('.statusbar').getByText('9 documents'));
    for (const question of [long, built]) {
      await editor.page.keyboard.press('Control+Alt+a');
      await dialogBox().waitFor({ timeout: shownMs });
      await editor.page.keyboard.type(question);
      await editor.page.keyboard.press('Enter');
      panel = await editor.webview('.page');
      await shown(panel.locator('.answer-text, .digest', { hasText: question === long ? '1,240 metres' : 'Marta Quell' }));
    }
    const onCard = (card: string): Promise<void> => shown(panel.locator(`[data-card="${card}"]:focus`));
    // The question is in focus, the graph is one stop of the tab key.
    await waitFor('a card in focus', async () => {
      await editor.page.keyboard.press('Tab');
      return (await panel.locator('[data-card]:focus').count()) > 0 ? true : undefined;
    });
    await editor.page.keyboard.press('Home');
    await onCard('root');
    await editor.page.keyboard.press('ArrowRight');
    await onCard('s1');
    await editor.page.keyboard.press('Space');
    await shown(panel.locator('.evidence:focus'));
    await editor.page.keyboard.press('Enter');
    const viewer = await editor.webview('.pdfViewer');
    await shown(viewer.locator('.page[data-page-number="3"]'));
    await editor.openFile('draft.md');
    await editor.page.keyboard.press('Control+End');
    await editor.command('Ariadne: Insert Answer with Citations');
    await editor.page.keyboard.press('Control+s');
    await waitFor('the inserted answer', () =>
      Promise.resolve(
        /Marta Quell \[1 \(page 3\)\]\(annals\.pdf#L1 "ariadne:/.test(readFileSync(join(folder, 'draft.md'), 'utf8')) ? true : undefined,
      ),
    );
  });

  test('quick fixes cite by the keys of the document, with the page', async () => {
    const tall = 'The tower of the harbor in Tarnholm is 41 metres tall';
    const head = '---\nbibliography: refs.bib\n---\n\n';
    writeFileSync(join(folder, 'essay.md'), `${head}${tall} [see @annals, p. 2; @mill].\n\n${sentence}\n`);
    await editor.changeSettings({ 'ariadne.check': 'citations-claims-and-gaps' });
    await editor.openFile('essay.md');
    const has = async (text: string): Promise<true | undefined> => {
      await editor.page.keyboard.press('Control+s');
      return readFileSync(join(folder, 'essay.md'), 'utf8').includes(text) ? true : undefined;
    };
    const saved = (text: string): Promise<unknown> => waitFor(text, () => has(text));
    /** On a busy machine the list closes without a word, so it is opened again until something comes of it. */
    const fixed = async (line: number, name: string, isDone: () => Promise<unknown>): Promise<void> => {
      const fix = editor.page.locator('.action-widget .monaco-list-row', { hasText: name });
      const open = async (): Promise<void> => {
        await editor.page.keyboard.press('Escape');
        await editor.page.keyboard.press('Control+g');
        await dialogBox().waitFor({ timeout: shownMs });
        await editor.page.keyboard.type(`${line}:${line === 5 ? tall.length + 23 : 4}`);
        await editor.page.keyboard.press('Enter');
        await editor.page.keyboard.press('Control+.');
        await fix.waitFor({ timeout: 3000 });
        await screenshot(`quick-fix-${line}`);
        await fix.click({ timeout: 3000 });
      };
      const isDoneSoon = (): Promise<unknown> => waitFor('what comes of it', isDone, 20_000);
      await waitFor(
        `the quick fix “${name}”`,
        () =>
          open()
            .then(isDoneSoon)
            .then(
              () => true,
              () => undefined,
            ),
        3 * shownMs,
      );
    };
    const cited = sentence.replace(/\.$/, ' [@annals, p. 3].');
    await fixed(7, 'Cite this passage', () => has(cited));
    const tower = editor.page.locator('.quick-input-list .monaco-list-row', { hasText: '41 metres' }).first();
    await fixed(5, 'Find a better source', async () => ((await tower.isVisible()) ? true : undefined));
    await screenshot('better-source');
    await tower.click();
    await saved(`${tall} [see @annals, p. 2; @tower].`);

    await editor.page.keyboard.press('Control+End');
    await editor.page.keyboard.type('See [@');
    const offered = editor.page.locator('.suggest-widget .monaco-list-row', { hasText: 'Annals of the Coast' });
    await shown(offered);
    await editor.page.keyboard.type('coast');
    await shown(offered);
    await screenshot('key-by-title');
    await editor.page.keyboard.press('Enter');
    await saved('See [@annals]');
    await editor.changeSettings({ 'ariadne.check': undefined });
  });

  test('two questions that are selected in the sidebar are compared side by side, with the quotes of both', async () => {
    await editor.command('Ariadne: Focus on Questions View');
    await row(long).click();
    panel = await editor.webview('.page');
    await shown(panel.locator('.digest', { hasText: '1,240 metres' }));
    await row(built).click({ modifiers: ['Control'] });
    await shown(editor.page.locator('.tree-explorer-viewlet-tree-view .monaco-list-row.selected').nth(1));
    await row(built).click({ button: 'right' });
    await editor.choose('Compare Answers…');
    panel = await editor.webview('.answers.compared');
    await shown(panel.locator('.answer.other .digest', { hasText: '1,240 metres' }));
    await shown(panel.locator('.answer.other', { hasText: 'Documents disagree' }));
    await shown(panel.locator('.answer-now', { hasText: 'Marta Quell' }));
    await inThemes('compared-questions', panel);
  });

  test('verdicts about where documents disagree are kept, and taken back', async () => {
    await editor.command('Ariadne: Where Do My Documents Disagree?');
    let page = await editor.webview('.disagreements');
    const verdict = (title: string, name: string): Locator =>
      page.locator('.disagreement', { hasText: title }).getByRole('button', { name, exact: true });
    const says = (text: string): Promise<void> => shown(page.locator('.summary', { hasText: text }));
    await says('3 conflicts.');
    for (const [i, [title, name]] of [
      ['1,240 metres', 'Same'],
      ['Anna Holt', 'Both Right'],
      ['41 metres', 'Not a Conflict'],
    ].entries()) {
      await verdict(title!, name!).press('Enter');
      await says(['2 conflicts.', '1 conflict.', 'All disagreements that were found have a verdict.'][i]!);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), name, 'the focus stays');
    }
    await inThemes('disagreements', page);
    for (const [title, file, line] of [
      ['The mill', 'mill-one.md', 3],
      ['The mill, once more', 'mill-two.md', 5],
    ] as const) {
      await page.getByRole('button', { name: title, exact: true }).click();
      await opened(file);
      await waitFor('the line', async () => ((await editor.activeEditor()).line === line ? true : undefined));
    }
    await editor.page.locator('.tab', { hasText: 'Disagreements' }).getByRole('button', { name: /Close/ }).click();
    await editor.command('Ariadne: Where Do My Documents Disagree?');
    page = await editor.webview('.disagreements');
    await page.getByText('3 disagreements with a verdict').click();
    await verdict('Anna Holt', 'Undo').click();
    await says('1 conflict.');
    await shown(page.getByText('2 disagreements with a verdict'));
    await editor.command('View: Close All Editors');
  });

  test('a PDF is searched and zoomed, its outline followed, and its words are verified and cited, by keyboard', async () => {
    const { keyboard } = editor.page;
    await editor.openFile('draft.md');
    await keyboard.press('Control+End');
    await row(built).click();
    panel = await editor.webview('.page');
    await panel.locator('.evidence').first().press('Enter');
    const viewer = await editor.webview('.pdfViewer');
    const number = viewer.getByRole('textbox', { name: 'Page' });
    const isOn = (page: string): Promise<string> =>
      waitFor(`page ${page}`, async () => ((await number.inputValue()) === page ? page : undefined));
    const button = (name: string): Locator => viewer.getByRole('button', { name });
    await shown(viewer.getByText('Marked on page 3.'));
    await shown(viewer.locator('.mark'));
    assert.equal(await editor.page.locator('.tab[data-resource-name="annals.pdf"]').count(), 1, 'it is shown where it is open');
    await inThemes('pdf', viewer);

    await button('Verify Quote').press('Enter');
    await shown(editor.page.locator('.quick-input-widget', { hasText: 'Found Word for Word' }));
    await screenshot('pdf-verified');
    await keyboard.press('Enter');
    await shown(viewer.getByText('Marked on page 3.'));

    const find = viewer.getByLabel('Find', { exact: true });
    // VS Code gives the focus back some time after its list has closed.
    await waitFor('the search box', async () => {
      await viewer.locator('.viewer-container').press('Control+f');
      return (await find.evaluate((box) => box === box.ownerDocument.activeElement)) ? true : undefined;
    });
    await keyboard.type('weather');
    // The next one from the page in view on.
    await shown(viewer.getByText('3 of 3'));
    await isOn('4');
    await screenshot('pdf-search');
    await keyboard.press('Escape');
    await viewer.locator('.viewer-container').press('p');
    await isOn('3');
    await viewer.locator('.viewer-container').press('+');
    await waitFor('the zoom', async () =>
      (await viewer.getByRole('combobox', { name: 'Zoom' }).inputValue()) === 'auto' ? undefined : true,
    );
    await button('Outline').press('Enter');
    await viewer.getByRole('button', { name: 'The gauge' }).press('Enter');
    await isOn('1');
    await screenshot('pdf-outline');

    await viewer.locator('.page[data-page-number="3"] .textLayer span', { hasText: 'built by' }).click({ clickCount: 3 });
    await shown(button('Ask about…').nth(1));
    await screenshot('pdf-selection');
    await button('Cite This').last().press('Enter');
    await shown(editor.page.locator('.view-lines', { hasText: '“built by Marta Quell in 1931' }));
    await keyboard.press('Control+s');
    await editor.command('View: Close All Editors');
  });
});
