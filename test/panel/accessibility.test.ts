/// <reference lib="dom" />
/**
 * Every state of the panel, as axe-core sees it. States come from test/panel/demo/states.ts and test/golden, themes from
 * test/panel/demo/themes.css. Colors follow from classes: each combination of them is looked at once in every theme. Texts may be longer in
 * other languages: none is cut off, and none makes a page wider than its window.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { demoStates, ended } from './demo/states.ts';
import { doubtful, hardToRead, Judged, judge, looksOf, oneOfEach, type Contrast, type Look, type ThemeLooks } from '../rig/axe.ts';
import { openPanelBrowser, type PanelBrowser } from '../rig/panelPage.ts';
import { panelThemes } from '../rig/panelThemes.ts';
import { goldenPipelines, readGoldenRun } from '../support/goldenRuns.ts';

/** High enough that no state is cut off: what scrolling brings out is not seen. */
const wide = { width: 1280, height: 2700 };
const narrow = { width: 360, height: 700 };
/** All others are looked at in the rich states alone. */
const mainThemes = ['dark', 'light', 'hc', 'hcl'];
/** What other pipelines show is made of the same parts. */
const shownPipelines = ['sunar', 'self-dc', 'drr-rag'];
/** What these themes chose for inputs is theirs. */
const ofTheme = /textarea/;
const richStates = ['finished', 'abstained', 'explained'];
/** Shown with texts as long as in any language. */
const longStates = ['empty: ready', 'finished', 'abstained', 'finished, with changes', 'table: filled'];

describe('the panel is accessible', () => {
  const pipelines = goldenPipelines().filter((id) => shownPipelines.includes(id));
  const seen = new Map(Object.keys(panelThemes).map((theme) => [theme, new Set<string>()]));
  /** Looks of which nothing is known yet, with what axe says. */
  const unknown = new Map<string, string>();
  /** What has no breaches is looked at in the first state that has it. */
  const judgedWide = new Judged();
  const judgedNarrow = new Judged();
  let browser: PanelBrowser;
  before(async () => {
    const logs = pipelines.map((id) => [id, readGoldenRun(id).events] as const);
    browser = await openPanelBrowser(Object.fromEntries(logs));
  });
  after(() => browser?.close());

  /** What has not been read in this theme. */
  const freshIn = (theme: string, looks: readonly Look[]): ThemeLooks => {
    const isOfTheme = (name: string): boolean => ofTheme.test(name) && !mainThemes.includes(theme);
    return { theme, looks: looks.filter(({ name }) => seen.get(theme)?.has(name) !== true && !isOfTheme(name)) };
  };

  const read = ({ theme, looks }: ThemeLooks, found: readonly Contrast[]): string[] => {
    const ofUnknown = new Map(found.flatMap(({ look, isKnown, problem }) => (isKnown ? [] : [[look, problem] as const])));
    for (const { name } of looks) {
      const problem = ofUnknown.get(name);
      if (problem === undefined) {
        seen.get(theme)?.add(name);
        unknown.delete(`${theme}${name}`);
      } else unknown.set(`${theme}${name}`, problem);
    }
    return found.flatMap(({ isKnown, problem }) => (isKnown ? [`${theme}: ${problem}`] : []));
  };

  /**
   * Which elements there are, and what covers them, does not depend on the theme: all are read in the first, in others one of each look, if
   * it may be hard to read there.
   */
  const look = async (page: Page, [first = 'dark', ...others]: readonly string[]): Promise<string[]> => {
    const looks = await looksOf(page);
    const inFirst = freshIn(first, looks);
    await page.evaluate((name) => showTheme(name), first);
    const { breaches, contrasts } = await judge(page, judgedWide, inFirst.looks);
    const problems = [...breaches, ...read(inFirst, contrasts)];
    const each = oneOfEach(looks);
    const fresh = others.map((theme) => freshIn(theme, each)).filter((one) => one.looks.length > 0);
    const unclear = fresh.length === 0 ? [] : await doubtful(page, fresh);
    for (const [i, one] of fresh.entries()) problems.push(...read(one, await hardToRead(page, unclear[i] ?? [], one.theme)));
    return problems;
  };

  describe('in state', { concurrency: 2 }, () => {
    const states = { ...demoStates, ...Object.fromEntries(pipelines.map((id) => [`run of ${id}`, ended(id)])) };
    for (const [name, address] of Object.entries(states)) {
      test(name, async () => {
        const themes = richStates.includes(name) ? Object.keys(panelThemes) : mainThemes;
        const problems: string[] = [];
        await browser.show(address, wide, async (page) => {
          // The meter stays at the bottom of the screen; what it covers there, scrolling brings out.
          await page.locator('.meter').evaluateAll((meters) => {
            for (const meter of meters) meter.style.position = 'static';
          });
          problems.push(...(await look(page, themes)));
          for (const tab of await page.getByRole('tab', { selected: false }).all()) {
            await tab.click();
            problems.push(...(await look(page, themes)));
          }
          const list = page.getByRole('button', { name: 'List', exact: true });
          if (await list.isVisible()) {
            await list.click();
            problems.push(...(await look(page, themes)));
          }
          await page.setViewportSize(narrow);
          problems.push(...(await judge(page, judgedNarrow, [])).breaches);
          // At 320 pixels, as at 200 % of twice as many, nothing has to be scrolled sideways.
          await page.setViewportSize({ width: 320, height: 430 });
          const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          if (overhang > 0) problems.push(`${overhang} pixels too wide`);
        });
        assert.deepEqual(problems, []);
      });
    }
  });

  for (const state of longStates) {
    test(`longer texts of other languages fit: ${state}`, async () => {
      const problems: string[] = [];
      await browser.show(`${demoStates[state]}&language=pseudo`, { width: 1280, height: 900 }, async (page) => {
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          for (const problem of await page.evaluate(cutOff)) problems.push(`${width}: ${problem}`);
        }
      });
      assert.deepEqual(problems, []);
    });
  }

  test('nothing moves where less motion is preferred, in the system or in VS Code', async () => {
    await browser.show(demoStates['a step being written'] ?? '', narrow, async (page) => {
      const moving = (): Promise<number> => page.evaluate(() => document.getAnimations().length);
      const still = await moving();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const usual = await moving();
      await page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
      assert.deepEqual([still, usual > 0, await moving()], [0, true, 0]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });
  });

  test('no text was left of which nothing is known', () => assert.deepEqual(Object.fromEntries(unknown), {}));
});

/** Runs in the page. */
function cutOff(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wider = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels too wide`] : [];
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const { overflowX, textOverflow, position } = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const isHidden = position === 'absolute' && element.clientWidth <= 1;
    return hasText && !isHidden && overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
  });
  return [...wider, ...cut.map((element) => `cut: ${element.className} ${element.textContent?.slice(0, 40)}`)];
}
