/// <reference lib="dom" />
// What axe-core finds wrong with a page that has it.
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** Rules that are off by default and suit the panel. */
const moreRules = ['label-content-name-mismatch', 'target-size', 'p-as-heading', 'table-fake-caption', 'td-has-header'];

/** An element with text, and what determines its colors: its classes and states, and those of its ancestors. */
export interface Look {
  readonly name: string;
  /** Index among the elements of the page. */
  readonly index: number;
}

export interface Contrast {
  readonly look: string;
  /** False when axe cannot determine the background of the text. */
  readonly isKnown: boolean;
  readonly problem: string;
}

/** One line for each element that breaks a rule or that axe cannot judge, except for contrast. */
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

/** The elements whose text has too little contrast, or that axe cannot judge. */
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
  // Axe mistakes a slot for something that covers its text, and does not recognize an arrow as text.
  const unknown = incomplete.filter(({ isInShadow, key }) => !isInShadow && key !== 'nonBmp');
  return [
    ...violations.map(({ at, problem }) => ({ look: nameOf(at), isKnown: true, problem })),
    // Text that axe considers too short to be sure about is reported as well if it has too little contrast.
    ...unknown.map(({ at, hasColors, problem }) => ({ look: nameOf(at), isKnown: hasColors, problem })),
  ].filter(({ look }) => look !== '');
}

interface Finding {
  readonly at: string | undefined;
  readonly isInShadow: boolean;
  readonly key: string;
  /** Whether both colors are known. */
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
