/// <reference lib="dom" />
// What axe-core finds wrong with a page that has it.
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** Rules that are off by default and suit the panel. */
const moreRules = ['label-content-name-mismatch', 'target-size', 'p-as-heading', 'table-fake-caption', 'td-has-header'];

const contrastRule = 'color-contrast';

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

/** What has been looked at, in pages of the same size. */
export class Judged {
  /** Elements with all that is in them. */
  readonly contents = new Set<string>();
  /** Elements without it, in their places. */
  readonly places = new Set<string>();
}

interface Content {
  readonly whole: string;
  readonly place: string;
}

export interface Findings {
  /** One line for each element that breaks a rule or that axe cannot judge, except for contrast. */
  readonly breaches: readonly string[];
  readonly contrasts: readonly Contrast[];
}

export async function breaches(page: Page | Frame): Promise<string[]> {
  return [...(await judge(page, new Judged(), [])).breaches];
}

/**
 * Looks at the page with all rules, and at the contrast of some of its texts. One look is cheaper than two: each begins with finding out
 * which elements there are and what covers them.
 * @param judged what is left out here, and extended. A page in which every element has been judged in its place is not looked at again.
 */
export async function judge(page: Page | Frame, judged: Judged, looks: readonly Look[]): Promise<Findings> {
  const all = await contentsOf(page);
  if (all.every(({ place }) => judged.places.has(place))) return { breaches: [], contrasts: await hardToRead(page, looks) };
  await markLooks(page, looks);
  await page.evaluate(
    (areJudged) => {
      const needed = new Set<Element | null>();
      for (const element of document.querySelectorAll('[data-look]'))
        for (let at: Element | null = element; at !== null && !needed.has(at); at = at.parentElement) needed.add(at);
      for (const [i, element] of document.body.querySelectorAll('*').entries())
        if (areJudged[i] && !needed.has(element) && !element.parentElement?.closest('[data-judged]'))
          element.setAttribute('data-judged', '');
    },
    all.map(({ whole }) => judged.contents.has(whole)),
  );
  const rules = {
    ...Object.fromEntries(moreRules.map((rule) => [rule, { enabled: true }])),
    [contrastRule]: { enabled: looks.length > 0 },
  };
  const found = await run(page, { include: ['html'], exclude: ['[data-judged]'] }, { rules });
  const problems = [...found.violations, ...found.incomplete].filter(({ rule }) => rule !== contrastRule).map(({ problem }) => problem);
  if (problems.length === 0)
    for (const { whole, place } of all) {
      judged.contents.add(whole);
      judged.places.add(place);
    }
  return { breaches: problems, contrasts: contrastsOf(found, looks) };
}

/** For each element of the page, in their order, what stands for it and the elements around it. */
async function contentsOf(page: Page | Frame): Promise<readonly Content[]> {
  return page.evaluate(() => {
    for (const mark of ['data-look', 'data-judged'])
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
    const digest = (text: string): string => {
      let [a, b] = [17, 2_166_136_261];
      for (let i = 0; i < text.length; i++) {
        a = (Math.imul(a, 31) + text.charCodeAt(i)) | 0;
        b = Math.imul(b ^ text.charCodeAt(i), 16_777_619);
      }
      return `${a} ${b}`;
    };
    const contents: { whole: string; place: string }[] = [];
    /** @returns what stands for the element, without those around it */
    const visit = (element: Element, around: string): string => {
      const at = contents.push({ whole: '', place: '' }) - 1;
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
      const start = `<${element.tagName} ${attributes.join(' ')}>`;
      const place = digest(around + start);
      const texts: string[] = [];
      const inside = [...element.childNodes].map((node) => {
        if (node instanceof Element) return `<${visit(node, place)}>`;
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
        return node.textContent ?? '';
      });
      const content = digest(start + inside.join(''));
      contents[at] = { whole: digest(`${around} ${content}`), place: digest(`${place} ${texts.join(' ')}`) };
      return content;
    };
    for (const child of document.body.children) visit(child, '');
    return contents;
  });
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

/** What axe measures contrast with, which its types leave out. */
interface AxeColors {
  readonly Color: new () => AxeColor;
  flattenColors(over: AxeColor, under: AxeColor): AxeColor;
  getContrast(background: AxeColor, text: AxeColor): number;
}
interface AxeColor {
  parseString(css: string): void;
}

/** Looks of one theme of the demo page. */
export interface ThemeLooks {
  readonly theme: string;
  readonly looks: readonly Look[];
}

/**
 * The looks whose contrast may be too low with the backgrounds of the elements around: much cheaper than axe, which has to judge these.
 * What else may be behind a text, or cover it, has to be known from another theme. All themes are looked at in one go, so that none of them
 * is painted, which takes longer than to look.
 * @returns those of each theme
 */
export async function doubtful(page: Page, themes: readonly ThemeLooks[]): Promise<readonly (readonly Look[])[]> {
  const areClear = await page.evaluate(
    (all) => {
      const { color: colors } = (globalThis as unknown as { axe: { commons: { color: AxeColors } } }).axe.commons;
      const colorOf = (css: string): AxeColor => {
        const color = new colors.Color();
        color.parseString(css);
        return color;
      };
      const hasText = (element: Element): boolean =>
        element.tagName !== 'STYLE' &&
        [...(element instanceof HTMLSlotElement ? element.assignedNodes() : element.childNodes)].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
        );
      const shownIn = (element: Element): Element[] =>
        element.shadowRoot ? [...element.shadowRoot.querySelectorAll('*')].flatMap(shownIn) : hasText(element) ? [element] : [];
      const parentOf = (element: Element): Element | null => {
        const root = element.getRootNode();
        return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
      };
      /** What an element is drawn on and in; null where that cannot be known from the elements around it. */
      interface Ground {
        readonly isHidden: boolean;
        readonly background: AxeColor | null;
      }
      const grounds = new Map<Element, Ground>();
      const groundOf = (element: Element | null): Ground => {
        if (element === null) return { isHidden: false, background: colorOf('rgb(255, 255, 255)') };
        const known = grounds.get(element);
        if (known) return known;
        const { isHidden, background } = groundOf(parentOf(element));
        const { opacity, backgroundImage, backgroundColor } = getComputedStyle(element);
        const isPlain = opacity === '1' && backgroundImage === 'none';
        const ground = {
          // What cannot be seen or pressed may have any contrast.
          isHidden: isHidden || opacity === '0' || element.hasAttribute('disabled'),
          background: background && isPlain ? colors.flattenColors(colorOf(backgroundColor), background) : null,
        };
        grounds.set(element, ground);
        return ground;
      };
      const isClear = (element: Element): boolean => {
        const { isHidden, background } = groundOf(element);
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        if (isHidden || textShadow !== 'none' || background === null) return isHidden;
        const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
        return colors.getContrast(background, colorOf(color)) >= (isLarge ? 3 : 4.5);
      };
      const elements = document.body.querySelectorAll('*');
      return all.map(({ theme, indexes }) => {
        showTheme(theme);
        grounds.clear();
        return indexes.map((index) => shownIn(elements.item(index)).every(isClear));
      });
    },
    themes.map(({ theme, looks }) => ({ theme, indexes: looks.map(({ index }) => index) })),
  );
  return themes.map(({ looks }, i) => looks.filter((_, at) => areClear[i]?.[at] !== true));
}

/** One of the elements with each name: the others have the same colors. */
export function oneOfEach(looks: readonly Look[]): readonly Look[] {
  return [...new Map(looks.map((look) => [look.name, look])).values()];
}

/**
 * The elements whose text has too little contrast, or that axe cannot judge.
 * @param theme one of the demo page's; the page keeps the one that it shows if there is none
 */
export async function hardToRead(page: Page | Frame, looks: readonly Look[], theme?: string): Promise<readonly Contrast[]> {
  if (looks.length === 0) return [];
  if (theme !== undefined) await page.evaluate((name) => showTheme(name), theme);
  await markLooks(page, looks);
  const found = await run(page, { include: ['[data-look]'], exclude: [] }, { runOnly: { type: 'rule', values: [contrastRule] } });
  return contrastsOf(found, looks);
}

async function markLooks(page: Page | Frame, looks: readonly Look[]): Promise<void> {
  await page.evaluate(
    (indexes) => {
      for (const marked of document.querySelectorAll('[data-look]')) marked.removeAttribute('data-look');
      const all = document.body.querySelectorAll('*');
      for (const i of indexes) all[i]?.setAttribute('data-look', String(i));
    },
    looks.map(({ index }) => index),
  );
}

function contrastsOf({ violations, incomplete }: Found, looks: readonly Look[]): readonly Contrast[] {
  const nameOf = (at: string | undefined): string => looks.find(({ index }) => String(index) === at)?.name ?? '';
  // Axe mistakes a slot for something that covers its text, and does not recognize an arrow as text.
  const unknown = incomplete.filter(({ isInShadow, key }) => !isInShadow && key !== 'nonBmp');
  return [
    ...violations.map(({ rule, at, problem }) => ({ rule, look: nameOf(at), isKnown: true, problem })),
    // Text that axe considers too short to be sure about is reported as well if it has too little contrast.
    ...unknown.map(({ rule, at, hasColors, problem }) => ({ rule, look: nameOf(at), isKnown: hasColors, problem })),
  ].filter(({ rule, look }) => rule === contrastRule && look !== '');
}

interface Found {
  readonly violations: readonly Finding[];
  readonly incomplete: readonly Finding[];
}

interface Finding {
  readonly rule: string;
  readonly at: string | undefined;
  readonly isInShadow: boolean;
  readonly key: string;
  /** Whether both colors are known. */
  readonly hasColors: boolean;
  readonly problem: string;
}

/** Selectors. */
interface Part {
  readonly include: string[];
  readonly exclude: string[];
}

async function run(page: Page | Frame, part: Part, options: axe.RunOptions): Promise<Found> {
  return page.evaluate(
    async ([context, chosen, contrast]) => {
      const { axe: engine } = globalThis as unknown as { axe: typeof axe };
      // Contrast takes longest of all rules.
      engine.configure({ rules: [{ id: contrast, selector: '[data-look], [data-look] *' }] });
      const found = await engine.run(context, { ...chosen, preload: false, elementRef: true, resultTypes: ['violations', 'incomplete'] });
      const findingOf = (rule: string, { target, html, element, any, all, none }: axe.NodeResult): Finding => {
        const [check] = [...any, ...all, ...none];
        const data = { messageKey: '', fgColor: undefined, bgColor: undefined, ...(check?.data as object | undefined) };
        const root = element?.getRootNode();
        const host = root instanceof ShadowRoot ? root.host : element;
        return {
          rule,
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
    [part, options, contrastRule] as const,
  );
}
