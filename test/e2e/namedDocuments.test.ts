/**
 * A question that names documents, in real VS Code, over reports that are alike: the chips above the answer and what they do, a name that
 * several documents have, one that none has, a table's row as evidence, an answer that leaves something open, and a sentence that could not
 * be checked. Screenshots go to out/screenshots.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import type { Frame, Locator } from 'playwright-core';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { chatRequest, readRequest } from '../../lab/simulation/readRequest.ts';
import { breaches, hardToRead, looksOf, oneOfEach } from '../rig/axe.ts';
import { openEditor, type Editor } from '../rig/editor.ts';
import { column, makePdf, tableTexts, type PdfPageContent } from '../support/pdf.ts';

const screenshots = join(import.meta.dirname, '..', '..', 'out', 'screenshots');
const question = "Why did Varrow Tidal's revenue grow in 2022?";
const shownMs = 60_000;

const topics = ['the turbines', 'the lock gates', 'the cable', 'the pilots', 'the fish ladders', 'the workshops', 'the tide gauges'];

/** Long, and the same as the others but for its name, year and numbers. */
function report(company: string, year: number, revenues: readonly string[]): Uint8Array {
  const page = (heading: string, text: string, more: PdfPageContent['texts'] = []): PdfPageContent => ({
    texts: [{ x: 72, y: 740, size: 14, font: 'bold', text: heading }, ...more, ...column(text, { x: 72, top: 600, chars: 80 })],
  });
  const rows = [
    ['', String(year), String(year - 1)],
    ['Revenue', ...revenues],
    ['Dredging', '12.5', '11.9'],
  ];
  const sections = Array.from({ length: 30 }, (_, section) =>
    Array.from({ length: 14 }, (_, i) => {
      const times = ((section * 13 + i * 5) % 40) + 2;
      return `In ${year} ${company} inspected ${topics[(section + i * 3) % topics.length]} ${times} times on quay ${section * 14 + i}.`;
    }).join(' '),
  );
  return makePdf([
    page(`${company} Limited`, `Annual report for the year ended December 31, ${year}`),
    page('Results', `Revenue grew because basin ${year - 2000} opened. The board proposes a dividend.`, [
      { x: 72, y: 715, text: '(in millions)' },
      ...tableTexts(rows, { x: 72, rights: [330, 420], top: 695 }),
    ]),
    ...sections.map((text, i) => page(`Section ${i + 1}`, text)),
  ]);
}

/** A chat server that answers a part of every question, and writes three sentences of which one is proved. */
async function startModel(): Promise<Server> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const say = (reply: unknown): void => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(reply));
      };
      if (request.method === 'GET') return say({ object: 'list', data: [{ id: 'scripted', object: 'model' }] });
      const { role, question: asked, passages, steps } = readRequest(chatRequest.parse(JSON.parse(Buffer.concat(parts).toString())));
      const number = passages.find(({ text }) => text.includes('basin 22'))?.number ?? 1;
      const found = { answer: 'Basin 22 opened.', missing: 'how many people worked there', citations: [number], abstain: false };
      const content =
        role === 'compose'
          ? `Basin 22 opened [${number}: "basin 22 opened"]. Larger ships came in the year that followed [${number}: "basin 22 opened"]. ` +
            `It cost 990.1 million [${number}: "Revenue | 2022: 871.6"].\nNOT STATED: How many people worked there.`
          : JSON.stringify(
              role !== 'sunar.step'
                ? found
                : steps.length === 0
                  ? { reasoning: '', action: 'ask', sub_question: asked }
                  : { reasoning: '', action: 'finish', ...found },
            );
      return say({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('a question that names documents, in real VS Code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-e2e-'));
  let editor: Editor;
  let panel: Frame;
  let model: Server;

  before(async () => {
    mkdirSync(screenshots, { recursive: true });
    const revenues = ['790.1', '812.4', '871.6', '940.2'];
    for (const [i, year] of [2021, 2022, 2023].entries())
      writeFileSync(join(folder, `varrow-tidal-${year}.pdf`), report('Varrow Tidal', year, [revenues[i + 1] ?? '', revenues[i] ?? '']));
    writeFileSync(join(folder, 'orrin-water-2023.pdf'), report('Orrin Water', 2023, ['310.9', '301.2']));
    model = await startModel();
    editor = await openEditor({ folder, vsix: packagedExtension(), theme: 'Dark Modern' });
  });

  after(async () => {
    await editor?.dispose();
    model?.closeAllConnections();
    model?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const named = (): Locator => panel.getByRole('region', { name: 'Documents that the question names' });
  const button = (name: string): Locator => named().getByRole('button', { name, exact: true });
  const shown = (locator: Locator): Promise<void> => locator.first().waitFor({ timeout: shownMs });
  const screenshot = (name: string): Promise<void> => editor.screenshot(join(screenshots, `${name}.png`));

  async function ask(text: string): Promise<void> {
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput(text);
    panel = await editor.webview('.page');
    await isAnswered();
  }

  /** What is asked before that waits for a dialog. */
  const isAnswered = (): Promise<void> => shown(panel.locator('.answer:not(.other)').locator('.digest, .written'));

  /** Nothing wrong with its roles, names and, in the themes, its contrasts. */
  async function isAccessible(name: string, page = panel): Promise<void> {
    await page.evaluate(axe.source);
    const problems = await breaches(page);
    for (const theme of ['Light Modern', 'Default High Contrast', 'Dark Modern'] as const) {
      await editor.setTheme(theme);
      await shown(page.locator(`body[data-vscode-theme-id="${theme}"]`));
      // The texts over the picture of a page are not seen.
      const looks = oneOfEach(await looksOf(page)).filter((look) => !look.name.includes('textLayer'));
      const hard = await hardToRead(page, looks);
      problems.push(...hard.flatMap(({ isKnown, problem }) => (isKnown ? [`${theme}: ${problem}`] : [])));
      await screenshot(`${name}-${theme.split(' ')[0]?.toLowerCase()}`);
    }
    assert.deepEqual(problems, []);
  }

  test('its documents are above the answer, best first, with what else the name may mean', async () => {
    await editor.command('Ariadne: Focus on Questions View');
    await editor.page.locator('.part.sidebar').getByText('Index This Folder').first().click();
    await shown(editor.page.locator('.statusbar').getByText('4 documents'));
    await ask(question);
    await shown(named());
    const chips = await named()
      .getByRole('button', { name: /^Only in/ })
      .allInnerTexts();
    const years = chips.map((chip) => /\d{4}/.exec(chip)?.[0]);
    assert.deepEqual(years, ['2022', '2023', '2021'], 'the best match first, then the newest');
    assert.equal(await panel.getByText('Documents disagree').count(), 0, 'reports on other years say what was then');
    await isAccessible('documents-named');
  });

  test('the row of a table is quoted with its columns, its unit and its page', async () => {
    const quote = panel.locator('.digest-quote', { hasText: 'Revenue | 2022: 871.6 | 2021: 812.4 | in millions' });
    assert.match(await quote.first().innerText(), /page 2/);
    await quote
      .first()
      .getByRole('button', { name: /page 2/ })
      .click();
    const viewer = await editor.webview('.pdfViewer');
    await shown(viewer.getByText('Marked on page 2.'));
    await shown(viewer.locator('.page[data-page-number="2"] .mark'));
    assert.equal(await viewer.getByRole('textbox', { name: 'Page' }).inputValue(), '2');
    assert.equal(await viewer.locator('.mark').count(), 3, 'the label and two values');
    await isAccessible('pdf', viewer);
    await viewer.getByRole('button', { name: 'Show as Text' }).click();
    await shown(editor.page.locator('.tab[data-resource-name="varrow-tidal-2022.pdf (text)"]'));
  });

  test('a chip limits the question to its document, from the keyboard', async () => {
    await named()
      .getByRole('button', { name: /^Only in.*2022/ })
      .press('Enter');
    await shown(panel.locator('.scope', { hasText: 'varrow-tidal-2022.pdf' }));
    assert.equal(await named().count(), 0);
  });

  test('all documents are searched alike on request, and preferred again', async () => {
    await ask(question);
    await button('All documents alike').click();
    await shown(named().getByText('Searched all documents alike'));
    await isAnswered();
    await button('Prefer what it names').click();
    await shown(button('Only these 3'));
    await isAnswered();
    await button('Only these 3').press('Space');
    await shown(panel.locator('.scope', { hasText: '3 documents' }));
  });

  test('a name that no document has is said, also in a question from right to left', async () => {
    await ask('What did Acme Widgets spend on dredging?');
    await shown(named().getByText('No document seems to be about Acme Widgets.'));
    await screenshot('documents-unknown');
    await ask('כמה היו ההכנסות של Varrow Tidal 2022?');
    await shown(button('Only in varrow-tidal-2022'));
    assert.equal(
      await panel.getByRole('textbox', { name: 'Question', exact: true }).evaluate((box) => getComputedStyle(box).direction),
      'rtl',
    );
    await screenshot('documents-right-to-left');
  });

  test('what a model leaves open is said, and which sentences are doubtful or not checked', async () => {
    const address = model.address();
    assert.ok(typeof address === 'object' && address);
    await editor.list('Ariadne: Choose Models…', 'Model on a server');
    for (const given of ['Model on a server', 'Another server', `http://127.0.0.1:${address.port}/v1`, 'sk-any', 'scripted'])
      await editor.quickInput(given);
    await shown(editor.page.locator('.part.sidebar').getByText(/scripted at/));
    await ask("Why did Varrow Tidal's revenue grow in 2022, and how many people worked there?");
    const answer = panel.locator('.answer');
    await shown(answer.getByText('Not in the documents: How many people worked there'));
    const text = await answer.innerText();
    assert.match(text, /1 sentence not supported/);
    assert.match(text, /1 sentence not checked/);
    await isAccessible('partial-answer');
  });
});
