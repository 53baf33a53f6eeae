/**
 * The lines that open titled containers: notes, warnings, folded details and tabs.
 *
 * `!!! note "Title"`, `??? tip`, `=== "Tab"` (Python-Markdown, MkDocs) contain the lines below that are indented by four columns.
 * `:::note[Title]` (Docusaurus, VitePress, Pandoc), `:::{note}` and the same with backticks (MyST), and `/// note | Title` (MkDocs) contain
 * all lines down to a fence.
 */
import { admonitionLabel, isAdmonition } from './admonitions.ts';

export interface ContainerLine {
  /**
   * `indentation`: contains the indented lines below. `fence`: contains all lines down to a line of such marks, which would otherwise begin
   * code. `line`: contains nothing, because what is between two such lines reads the same without them.
   */
  readonly extent: 'indentation' | 'fence' | 'line';
  /** Backticks, colons …, if it begins with them. */
  readonly fence: string | undefined;
  /** What the page shows above the text if there is no title: `Note`. */
  readonly label: string | undefined;
  /** Range of the title in the line. */
  readonly title: readonly [number, number] | undefined;
}

/** @param line without indentation and line break */
export function containerLine(line: string): ContainerLine | undefined {
  const trimmed = line.trimEnd();
  for (const opening of OPENINGS) {
    const found = opening.exec(trimmed);
    if (!found) continue;
    const { fence, name = '', title } = found.groups ?? {};
    const kind = name.replace(/^callout-/, '').toLowerCase();
    // Other directives with backticks contain code, and three slashes may begin any text.
    if (fence !== undefined && !fence.startsWith(':') && name !== '' && !isAdmonition(kind) && !TEXT_DIRECTIVES.has(kind)) return undefined;
    const isLabeled = title === undefined && (isAdmonition(kind) || fence === undefined);
    const range = NEVER_TITLED.has(kind) || title === '' ? undefined : found.indices?.groups?.['title'];
    const extent = fence === undefined ? 'indentation' : /^[`~]/.test(fence) ? 'fence' : 'line';
    return { extent, fence, label: isLabeled ? admonitionLabel(kind) : undefined, title: range };
  }
  return undefined;
}

/** Of lines without blanks at their end. */
const OPENINGS = [
  /^(?:!!!|\?{3}\+?) ?(?<name>[\w-]+)(?: +[\w-]+)*(?: +"(?<title>[^\n]*)")?\s*$/d,
  /^(?:\?{3}\+?|={3}[+!]{0,2}) +"(?<title>[^\n]+)"\s*$/d,
  /^(?<fence>:{3,}) ?(?<name>[A-Za-z][\w-]*)(?:\[(?<title>[^\n]+)\])?(?:\{[^{}\n]*\})?\s*$/d,
  /^(?<fence>:{3,}) ?(?<name>[A-Za-z][\w-]*) +(?<title>[^\s{][^\n]*)$/d,
  /^(?<fence>:{3,}) ?\{\.?(?<name>[\w:-]+)\}(?: +(?<title>[^\s{][^\n]*))?$/d,
  /^(?<fence>:{3,}) ?\{(?:\.(?<name>[\w-]+))?[^{}\n]*?(?:\btitle="(?<title>[^"\n]+)")?[^{}"\n]*\}[\s:]*$/d,
  /^(?<fence>:{3,}|\/{3,})\s*$/d,
  /^(?<fence>`{3,}|~{3,})\{(?<name>[\w:-]+)\}(?: *(?<title>[^\s`][^`\n]*))?$/d,
  /^(?<fence>\/{3,}) ?(?<name>[a-z][\w-]*)(?: *\| *(?<title>[^\s][^\n]*))?$/d,
];

/** Directives whose content is text, beside admonitions. */
const TEXT_DIRECTIVES: ReadonlySet<string> = new Set(
  'admonition dropdown details tab tab-item tab-set card grid grid-item grid-item-card div margin sidebar topic aside epigraph'.split(' '),
);
/** What follows their name is an option. */
const NEVER_TITLED: ReadonlySet<string> = new Set('tab-set grid grid-item div margin epigraph'.split(' '));
