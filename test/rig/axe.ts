/// <reference lib="dom" />
// What axe-core finds wrong with a page that has it.
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** Off by default, and right for the panel. */
const moreRules = ['label-content-name-mismatch', 'target-size', 'p-as-heading', 'table-fake-caption', 'td-has-header'];

/** An element with its own text, and what its colors follow from: its classes and states, and those of all it is in. */
export interface Look {
  readonly name: string;
  /** Among the elements of the page. */
  readonly index: number;
}

export interface Contrast {
  readonly look: string;
  /** False where axe cannot tell what lies behind the text. */
  readonly isKnown: boolean;
  readonly problem: string;
}

/** A line for each element that breaks a rule, or of which axe cannot tell; contrast aside. */
export async function breaches(page: Page | Frame): Promise<string[]> {
  const rules = { ...Object.fromEntries(moreRules.map((rule) => [rule, { enabled: true }])), 'color-contrast': { enabled: false } };
  const { violations, incomplete } = await run(page, 'html', { rules });
  return [...violations, ...incomplete].map(({ problem }) => problem);
}

export async function looksOf(page: Page | Frame): Promise<readonly Look[]> {
  return page.evaluate(() => {
    const states = ['role', 'aria-selected', 'aria-pressed', 'aria-disabled', 'disabled', 'open', 'secondary', 'active'];
    const stateOf = (element: Element, state: string): string[] =>
      element.hasAttribute(state) ? [`[${state}=${element.getAttribute(state)}]`] : [];
    const nameOf = (element: Element): string =>
      [element.tagName.toLowerCase(), ...element.classList].join('.') + states.flatMap((state) => stateOf(element, state)).join('');
    const pathOf = (element: Element | null): string =>
      element === null || element === document.body ? '' : `${pathOf(element.parentElement)} ${nameOf(element)}`;
    const hasText = ({ childNodes }: Element): boolean =>
      [...childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== '');
    return [...document.body.querySelectorAll('*')].flatMap((element, index) =>
      (hasText(element) || element.shadowRoot !== null) && element.checkVisibility() ? [{ name: pathOf(element), index }] : [],
    );
  });
}

/** Those of the elements whose text is hard to read, or of which axe cannot tell. */
export async function hardToRead(page: Page | Frame, looks: readonly Look[]): Promise<readonly Contrast[]> {
  const chosen = looks.map(({ index }) => index);
  await page.evaluate((indexes) => {
    for (const [i, element] of [...document.body.querySelectorAll('*')].entries()) {
      if (indexes.includes(i)) element.setAttribute('data-look', String(i));
      else element.removeAttribute('data-look');
    }
  }, chosen);
  const { violations, incomplete } = await run(page, '[data-look]', { runOnly: { type: 'rule', values: ['color-contrast'] } });
  const nameOf = (at: string | undefined): string => looks.find(({ index }) => String(index) === at)?.name ?? '';
  // Of text in a slot axe takes the slot for something that lies over it, and of an arrow it says that it is no text.
  const unknown = incomplete.filter(({ isInShadow, key }) => !isInShadow && key !== 'nonBmp');
  return [
    ...violations.map(({ at, problem }) => ({ look: nameOf(at), isKnown: true, problem })),
    // What is too short to be text for sure is reported as well when it is hard to read.
    ...unknown.map(({ at, hasColors, problem }) => ({ look: nameOf(at), isKnown: hasColors, problem })),
  ].filter(({ look }) => look !== '');
}

interface Finding {
  readonly at: string | undefined;
  readonly isInShadow: boolean;
  readonly key: string;
  /** Both colors are known. */
  readonly hasColors: boolean;
  readonly problem: string;
}

async function run(
  page: Page | Frame,
  context: string,
  options: axe.RunOptions,
): Promise<{ readonly violations: readonly Finding[]; readonly incomplete: readonly Finding[] }> {
  return page.evaluate(
    async ([selector, chosen]) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      const found = await engine.run(selector, { ...chosen, preload: false, elementRef: true, resultTypes: ['violations', 'incomplete'] });
      const findingOf = (rule: string, { target, html, element, any, all, none }: axe.NodeResult): Finding => {
        const [check] = [...any, ...all, ...none];
        const data = { messageKey: '', fgColor: undefined, bgColor: undefined, ...(check?.data as object | undefined) };
        const root = element?.getRootNode();
        const host = root instanceof ShadowRoot ? root.host : element;
        return {
          at: host?.closest<HTMLElement>('[data-look]')?.dataset['look'],
          isInShadow: root instanceof ShadowRoot,
          key: data.messageKey,
          hasColors: data.fgColor !== undefined && data.bgColor !== undefined,
          problem: `${rule}: ${target.join(' ')}: ${check?.message ?? ''} ${html.slice(0, 160).replace(/\s+/g, ' ')}`,
        };
      };
      const findings = (results: readonly axe.Result[]): Finding[] =>
        results.flatMap(({ id, nodes }) => nodes.map((node) => findingOf(id, node)));
      return { violations: findings(found.violations), incomplete: findings(found.incomplete) };
    },
    [context, options] as const,
  );
}
