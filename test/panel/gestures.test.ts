/// <reference lib="dom" />
/** The panel as it is used, in a real browser: keyboard, mouse, sizes, and what the system asks for. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fromPanel } from '../../src/protocol/panel.ts';
import { ended } from './demo/states.ts';
import { hardToRead, looksOf } from '../rig/axe.ts';
import { openPanelBrowser, type PanelBrowser } from '../rig/panelPage.ts';

const wide = { width: 1280, height: 860 };
const finished = ended('finished');

describe('the panel', () => {
  let browser: PanelBrowser;
  before(async () => {
    browser = await openPanelBrowser();
  });
  after(() => browser?.close());

  const withPanel = (address: string, use: (page: Page) => Promise<void>, size = wide): Promise<void> => browser.show(address, size, use);
  /** The same page at each width, once what this calls for is drawn: showing it again takes longer than most that is looked at. */
  const atWidths = async (page: Page, widths: readonly number[], look: (width: number) => Promise<void>): Promise<void> => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(async () => {
        for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
      });
      await look(width);
    }
  };
  const focused = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.dataset['passage'] : undefined));

  for (const tab of ['Evidence 4', 'Why these', 'Cost']) {
    test(`Space on a card goes to its evidence, from the tab “${tab}” too`, () =>
      withPanel(finished, async (page) => {
        await page.getByRole('tab', { name: tab }).click();
        await page.locator('[data-card="s3"]').focus();
        await page.keyboard.press('Space');
        await page.locator('.evidence:focus').waitFor();
        assert.equal(await focused(page), 'people/rosalind-achterby.md');
      }));
  }

  test('Space on a card without evidence goes to where it would be', () =>
    withPanel(ended('planned'), async (page) => {
      await page.locator('[data-card="a5"]').click();
      await page.getByRole('tab', { name: 'Cost' }).click();
      await page.locator('[data-card="a5"]').focus();
      await page.keyboard.press('Space');
      await page.locator('.side:focus').waitFor();
      await page.getByText('The search for evidence starts when').waitFor();
    }));

  test('a term is completed with the keys and the mouse, and a question without terms is asked as ever', () =>
    withPanel(finished, async (page) => {
      const box = page.getByRole('textbox', { name: 'Question', exact: true });
      const chosen = page.getByRole('option', { selected: true });
      await box.fill('');
      await box.pressSequentially('Who built it? aut');
      await page.getByRole('option', { name: 'author:' }).waitFor();
      const passage = page.getByRole('option', { name: 'Orrin barrage' });
      await passage.waitFor();
      assert.equal(await chosen.count(), 0);
      await page.keyboard.press('Tab');
      await page.getByRole('option', { name: 'Ruben Istad' }).waitFor();
      assert.equal(await passage.count(), 0, 'a value is looked for, no passage');
      await page.keyboard.press('ArrowUp');
      assert.equal(await box.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'));
      await page.keyboard.press('Enter');
      assert.equal(await box.inputValue(), 'Who built it? author:"Ruben Istad" ');
      await page.keyboard.press('Control+Z');
      assert.equal(await box.inputValue(), 'Who built it? author:');
      await page.keyboard.press('Control+Shift+Z');
      await box.pressSequentially('in:peo');
      await page.getByRole('option', { name: 'people/' }).first().click();
      assert.equal(await box.inputValue(), 'Who built it? author:"Ruben Istad" in:people/');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('Escape');
      assert.deepEqual([await page.getByRole('listbox').count(), await box.getAttribute('aria-controls')], [0, null]);
      await page.locator('.scope-chip', { hasText: 'in:people/' }).waitFor();
      const asked: unknown[] = [];
      page.on('console', (line) => void (line.text().includes('kind: ask') && asked.push(line.text())));
      await page.keyboard.press('Control+Space');
      await page.keyboard.press('Enter');
      assert.equal(asked.length, 1, 'Enter asks what is whole');
    }));

  test('a title in “Why these” leads to its evidence, and so does that of the passage it was reached through', () =>
    withPanel(finished, async (page) => {
      for (const [title, passage] of [
        ['Ines Tarrow: biographical note', 'people/ines-tarrow.md'],
        ['Sybil Achterby', 'people/sybil-achterby.md'],
      ] as const) {
        await page.getByRole('tab', { name: 'Why these' }).click();
        await page.locator('.turn').getByRole('button', { name: title }).last().click();
        await page.locator('.evidence:focus').waitFor();
        assert.equal(await focused(page), passage);
      }
    }));

  for (const how of ['click', 'Enter'] as const) {
    test(`what a passage is mentioned by opens at the mention: ${how}`, () =>
      withPanel(finished, async (page) => {
        await page.locator('[data-card="s2"]').click();
        const mention = page.getByRole('button', { name: 'found by way of' });
        const told = page.waitForEvent('console', (message) => message.text().includes('open-source'));
        if (how === 'click') await mention.click();
        else await mention.press('Enter');
        const message = fromPanel.parse(await (await told).args()[1]?.jsonValue());
        assert.ok(message.kind === 'open-source');
        assert.equal(message.endOffset - message.startOffset, 'Rosalind Achterby'.length);
      }));
  }

  test('what a question names limits it or is dropped, with the keys and the mouse', () =>
    withPanel(ended('about several documents'), async (page) => {
      const named = page.getByRole('region', { name: 'Documents that the question names' });
      const asks = async (how: Promise<void>): Promise<unknown> => {
        const told = page.waitForEvent('console', (message) => message.text().includes('ask-again'));
        await how;
        const message = fromPanel.parse(await (await told).args()[1]?.jsonValue());
        return message.kind === 'ask-again' ? message.limits : undefined;
      };
      const [first, scope] = ['reports/1912/varrow-tidal-annual-report-1912.pdf', 'in:reports/1912/varrow-tidal-annual-report-1912.pdf'];
      assert.deepEqual(await asks(named.getByRole('button', { name: `Only in ${first}` }).press('Enter')), { scope, anyDocument: false });
      assert.deepEqual(await asks(named.getByRole('button', { name: 'All documents alike' }).click()), { anyDocument: true });
      const more = named.getByRole('button', { name: '4 more' });
      await more.press('Space');
      await named.getByRole('button', { name: 'Show fewer', expanded: true }).waitFor();
      assert.equal(await named.getByRole('button', { name: 'Only in' }).count(), 7);
      const all = await asks(named.getByRole('button', { name: 'Only these 7' }).click());
      assert.equal(JSON.stringify(all).split('in:reports/').length, 8);
      await named.getByText('No document seems to be about Acme.').waitFor();
    }));

  test('the map cannot be moved beyond its graph, at any zoom', () =>
    withPanel(ended('planned'), async (page) => {
      const map = await page.locator('.react-flow').boundingBox();
      assert.ok(map);
      await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
      for (const zoom of ['Zoom in', 'Zoom out', 'Zoom out', 'Zoom out', 'Zoom out']) {
        await page.getByRole('button', { name: zoom }).click();
        await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
        for (const by of [
          [4000, 0],
          [-8000, 0],
          [0, 4000],
          [0, -8000],
        ] as const) {
          await page.mouse.wheel(by[0], by[1]);
          const seen = await page.evaluate(async () => {
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
            const inside = document.querySelector('.react-flow')?.getBoundingClientRect();
            const cards = [...document.querySelectorAll('.card')].map((card) => card.getBoundingClientRect());
            return cards.filter(
              (card) =>
                inside && card.right > inside.left && card.left < inside.right && card.bottom > inside.top && card.top < inside.bottom,
            ).length;
          });
          assert.ok(seen > 0, `after “${zoom}” and a wheel of ${by.join(', ')}`);
        }
      }
    }));

  test('what is above the map covers no card, however narrow it is', () =>
    withPanel(finished, (page) =>
      atWidths(page, [300, 360, 700, 1280], async (width) => {
        const bar = await page.locator('.map-bar').boundingBox();
        const flow = await page.locator('.react-flow').boundingBox();
        assert.ok(bar && flow && bar.y + bar.height <= flow.y, `at ${width}`);
      }),
    ));

  test('a long question leaves room for its evidence, and can be seen whole', () =>
    withPanel(ended('long'), async (page) => {
      const heading = page.locator('.side h2');
      const isCut = (): Promise<boolean> => heading.evaluate((text) => text.scrollHeight > text.clientHeight + 1);
      assert.equal(await isCut(), true);
      await page.getByRole('button', { name: 'Show all' }).first().click();
      assert.equal(await isCut(), false);
      await page.getByRole('button', { name: 'Show less' }).click();
      assert.equal(await isCut(), true);
    }));

  test('no tag of a passage moves its buttons from the edge of the first line', () =>
    withPanel(`${finished}&changed`, (page) =>
      atWidths(page, [360, 900, 1280], async (width) => {
        const places = await page.locator('.evidence').evaluateAll((all) =>
          all.map((item) => {
            const place = (selector: string): DOMRect | undefined => item.querySelector(selector)?.getBoundingClientRect();
            const [open, rank] = [place('.evidence-actions > :last-child'), place('.evidence-facts > b')];
            return {
              tags: item.querySelectorAll('.tag').length,
              fromEdge: item.getBoundingClientRect().right - (open?.right ?? 0),
              below: (open?.top ?? 0) - (rank?.bottom ?? 0),
            };
          }),
        );
        assert.ok(places.some(({ tags }) => tags > 1));
        for (const { fromEdge, below } of places) assert.ok(fromEdge < 20 && below < 0, `at ${width}: ${fromEdge}, ${below}`);
      }),
    ));

  test('on a card a state is not cut by a mark beside it, whose words are whole or out of sight', () =>
    withPanel(ended('made'), async (page) => {
      const cards = await page.locator('.card:has(.card-mark.done)').evaluateAll((all) =>
        all.map((card) => {
          const [state, mark, words] = ['.card-words', '.card-mark', '.card-mark > :last-child'].map((part) => card.querySelector(part));
          if (!state || !mark || !words) return undefined;
          state.textContent = 'no answer found';
          const [box, text] = [mark.getBoundingClientRect(), words.getBoundingClientRect()];
          return { isCut: state.scrollWidth > state.clientWidth, isOut: text.top >= box.bottom, isWhole: text.right <= box.right };
        }),
      );
      assert.ok(cards.length > 0);
      for (const card of cards) assert.ok(card && !card.isCut && (card.isOut || card.isWhole), JSON.stringify(card));
    }));

  test('the place of a quote follows its words, or begins the next line where they begin theirs', () =>
    withPanel(finished, async (page) => {
      for (let width = 320; width <= 960; width += 20) {
        await page.setViewportSize({ width, height: 800 });
        const indented = await page.locator('.digest-place').evaluateAll((all) =>
          all.flatMap((place) => {
            const lines = [...(place.previousElementSibling?.getClientRects() ?? [])];
            const { top, left } = place.getBoundingClientRect();
            const isBelow = top >= (lines.at(-1)?.bottom ?? 0) - 4;
            return isBelow && Math.abs(left - (lines[0]?.left ?? 0)) > 1 ? [place.textContent] : [];
          }),
        );
        assert.deepEqual(indented, [], `at ${width}`);
      }
    }));

  test('nothing moves when a question begins, ends, or its cost becomes known', async () => {
    const tops: Record<number, Set<number>> = {};
    for (const state of ['run=finished&until=30', 'run=finished&until=30&cost', finished, `${finished}&cost`])
      await withPanel(state, (page) =>
        atWidths(page, [360, 700, 1280], async (width) => {
          (tops[width] ??= new Set()).add((await page.locator('.answer').boundingBox())?.y ?? -1);
        }),
      );
    for (const [width, found] of Object.entries(tops)) assert.equal(found.size, 1, `at ${width}: ${[...found].join(', ')}`);
  });

  test('without an answer, quotes lead, and what can be tried is in sight below, without a warning sign', () =>
    withPanel(ended('abstained'), async (page) => {
      assert.equal(await page.locator('.answer').locator('.codicon-warning, .codicon-error').count(), 0);
      assert.match(
        await page.locator('.answer').innerText(),
        /^From web\/cape-averel-light\.html\s[^]*Dastre is a shadowy figure[^]*No short answer was found\. Not found: Where was Lucien Dastre born\?\s+For a written answer:\s+Download Qwen3-0\.6B \(919 MB\)\s+It runs on this computer\./,
      );
      const write = page.getByRole('button', { name: 'Download Qwen3-0.6B' });
      const [quote, way, graph] = await Promise.all(
        [page.locator('.digest-quote').first(), write, page.locator('.map')].map((one) => one.boundingBox()),
      );
      assert.ok(quote && way && graph && quote.y < way.y && way.y < graph.y, `${quote?.y}, ${way?.y}, ${graph?.y}`);
      const told = page.waitForEvent('console', (message) => message.text().includes('use-writer'));
      await write.press('Enter');
      assert.equal(fromPanel.parse(await (await told).args()[1]?.jsonValue()).kind, 'use-writer');
    }));

  test('a third of the first screen is the graph; pointer and keys move the edge above it, which is remembered', async () => {
    for (const size of [wide, { width: 560, height: 900 }, { width: 1440, height: 900 }]) {
      await withPanel(
        finished,
        async (page) => {
          const edge = page.getByRole('separator', { name: 'Height of the steps' });
          const top = async (): Promise<number> => (await page.locator('.map').boundingBox())?.y ?? Number.NaN;
          const map = await page.locator('.map').boundingBox();
          const seen = Math.min(map ? map.y + map.height : 0, size.height) - (map?.y ?? size.height);
          assert.ok(seen >= size.height / 3, `${seen} of ${size.height}`);
          const before = await top();
          await edge.press('ArrowUp');
          const higher = await top();
          assert.ok(higher < before, `${higher} < ${before}`);
          await edge.hover();
          await page.mouse.down();
          await page.mouse.move(size.width / 2, higher - 60);
          await page.mouse.up();
          const share = await edge.getAttribute('aria-valuenow');
          assert.ok((await top()) < higher - 30, `${await top()} < ${higher}`);
          await page.reload();
          await page.locator('html[data-shown]').waitFor();
          assert.equal(await edge.getAttribute('aria-valuenow'), share);
        },
        size,
      );
    }
  });

  test('text runs in the direction of its words', () =>
    withPanel(ended('right-to-left'), async (page) => {
      const directions = (selector: string): Promise<string[]> =>
        page.locator(selector).evaluateAll((all) => all.map((element) => getComputedStyle(element).direction));
      assert.deepEqual(await directions('.answer-text > p'), ['rtl', 'ltr']);
      assert.deepEqual(await directions('.answer-text li'), ['rtl', 'rtl']);
      for (const selector of ['.bar .question', '.card-question', '.passage', '.side h2 bdi']) {
        const found = await directions(selector);
        assert.ok(found.length > 0 && found.every((direction) => direction === 'rtl'), `${selector}: ${found.join()}`);
      }
      await page.goto(page.url().replace('right-to-left', 'finished'));
      await page.locator('html[data-shown]').waitFor();
      for (const selector of ['.bar .question', '.card-question', '.passage', '.answer-text > p']) {
        const found = await directions(selector);
        assert.ok(found.length > 0 && found.every((direction) => direction === 'ltr'), `${selector}: ${found.join()}`);
      }
    }));

  test('whatever the keyboard reaches shows that it has the focus', () =>
    withPanel(`${finished}&problem&unsent`, async (page) => {
      const unmarked = new Set<string>();
      const reached = new Set<string>();
      for (const view of ['Graph', 'List']) {
        await page.getByRole('button', { name: view, exact: true }).click();
        await page.getByRole('textbox', { name: 'Question', exact: true }).focus();
        for (let i = 0; i < 60; i++) {
          await page.keyboard.press('Tab');
          const { name, isMarked } = await page.evaluate(() => {
            let element = document.activeElement;
            if (!element || element === document.body) return { name: '', isMarked: true };
            const marks = (at: Element): boolean => {
              const { outlineStyle, outlineWidth } = getComputedStyle(at);
              return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
            };
            const inside = [...(element.shadowRoot?.querySelectorAll('*') ?? [])];
            const isMarked = marks(element) || inside.some(marks);
            while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
            return {
              name: `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`,
              isMarked: isMarked || marks(element),
            };
          });
          if (name !== '') reached.add(name);
          if (!isMarked) unmarked.add(name);
        }
      }
      assert.deepEqual([...unmarked], []);
      assert.ok(reached.size > 20, `${reached.size} reached`);
    }));

  test('nothing moves where the system asks for stillness', () =>
    withPanel('run=planned&until=60', async (page) => {
      // What follows scrolling moves with the user alone.
      const moving = (): number => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length;
      assert.equal(await page.evaluate(moving), 0);
    }));

  test('with the colors of the system all is told that colors told', () =>
    withPanel(
      finished,
      async (page) => {
        await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
        const outlined = (selector: string): Promise<boolean[]> =>
          page.locator(selector).evaluateAll((all) => all.map((element) => getComputedStyle(element).outlineStyle !== 'none'));
        assert.deepEqual(await outlined('.card'), [false, false, false, true, false]);
        assert.deepEqual(await outlined('.map-switch button'), [true, false]);
        assert.deepEqual(await outlined('.side vscode-tab-header'), [true, false, false]);
        assert.deepEqual(await hardToRead(page, await looksOf(page)), []);
        const colorOf = (selector: string): Promise<string> =>
          page
            .locator(selector)
            .first()
            .evaluate((element) => getComputedStyle(element).backgroundColor);
        const lines = '.react-flow__edge-path, .react-flow__arrowhead polyline';
        const strokes = await page.locator(lines).evaluateAll((all) => all.map((line) => getComputedStyle(line).stroke));
        const { length, [0]: stroke } = [...new Set(strokes)];
        assert.deepEqual([length, stroke], [1, await page.evaluate(() => getComputedStyle(document.body).color)]);
        const ground = await colorOf('body');
        await page.getByRole('tab', { name: 'Why these' }).click();
        for (const bar of ['.score-bar > span', '.bars > span:not(.bar-kept)', '.bar-kept'])
          assert.notEqual(await colorOf(bar), ground, bar);
      },
      { ...wide, height: 1600 },
    ));
});
