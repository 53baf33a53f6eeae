/** The content of a hover over a citation, as Markdown. Pure: the source is passed in as text. */
import { t } from '@vscode/l10n';
import { linesOf, resolveAnchor, type ResolvedAnchor } from '../../citations/anchor.ts';
import { currentCitation } from '../../citations/currentCitation.ts';
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import { plainLine } from '../../base/plainText.ts';
import type { CheckedCitation } from '../../protocol/documentCheck.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import type { ParsedCitation } from '../../citations/syntaxes/syntax.ts';

export interface HoverFacts {
  /** What is shown: the cited lines, or of a key the lines that best support the sentence. */
  readonly citation: Pick<ParsedCitation, 'path' | 'startLine' | 'endLine' | 'id'>;
  /** What the check of the citation has found, if it is known. */
  readonly checked?: CheckedCitation;
  /** The current text of the cited document; undefined when it does not exist, or see `unreadable`. */
  readonly source: string | undefined;
  /** A sentence that says why the document could not be read although it may exist. */
  readonly unreadable?: string;
  /** Link to the command that opens the lines, if there is something to open. */
  readonly openLink: (startLine: number, endLine: number) => string;
  /** The cited words, if known. */
  readonly quote?: string;
  /** Link to the command that asks the question again, if its run is known. */
  readonly askAgainLink?: string;
  /** The sub-question that these lines answered, if known. */
  readonly citedFor?: string;
}

const SHOWN_LINES = 14;

/** Of a citation by key without a passage to show. @param openLink leads to the document */
export function referenceMarkdown(checked: CheckedCitation, openLink: string | undefined): string {
  return [referenceLine(checked), ...verdict(checked), ...(openLink === undefined ? [] : [`[${t('Open')}](${openLink})`])].join('\n\n');
}

function referenceLine({ source, key = '' }: CheckedCitation): string {
  return `**${literally(source?.reference ?? source?.title ?? key)}**`;
}

/** What the problem does not say that the editor shows above: whether the source says what the sentence says. */
function verdict(checked: CheckedCitation): readonly string[] {
  const { support, evidence, sourceWords, others = [] } = checked;
  const closest = support === 'unsupported' || support === 'partly' || (support === 'unchecked' && checked.form !== 'link');
  return [
    ...(support === 'supported' ? [`$(pass) ${t('It supports this sentence')}`] : []),
    ...(evidence && closest ? [`$(search) ${t('The passage that comes closest to this sentence')}`] : []),
    ...(sourceWords === undefined ? [] : [t('It says: “{0}”', literally(sourceWords))]),
    ...(others.length === 0
      ? []
      : [t('The key also fits {0}.', others.map((path) => `\`${plainLine(path).replace(/`/g, "'")}\``).join(', '))]),
  ];
}

export function hoverMarkdown(facts: HoverFacts): string {
  const { citation, checked, source, unreadable, openLink, quote, askAgainLink, citedFor } = facts;
  const name = citation.path.split('/').at(-1) ?? citation.path;
  if (unreadable !== undefined)
    return [`**${literally(name)}**`, `$(warning) ${t('The document could not be read. {0}', literally(unreadable))}`].join('\n\n');
  if (source === undefined)
    return [
      `**${literally(name)}**`,
      `$(error) ${t('The document is gone: {0}', `\`${plainLine(citation.path).replace(/`/g, "'")}\``)}`,
    ].join('\n\n');
  const found = placeNow(citation, source, quote);
  const lines = linesOf(source);
  const headings = headingsAbove(lines, found.startLine);
  const place = [...(headings.length > 0 ? headings : [name])].map(literally).join(' › ');
  const shown =
    found.state === 'missing' ? [] : lines.slice(found.startLine - 1, Math.min(found.endLine, found.startLine - 1 + SHOWN_LINES));
  const isOld = found.state === 'changed' || found.state === 'missing';
  const ways = [
    ...(found.state === 'missing' ? [] : [`[${t('Open')}](${openLink(found.startLine, found.endLine)})`]),
    ...(isOld && askAgainLink !== undefined ? [`[${t('Ask again')}](${askAgainLink})`] : []),
  ];
  const isCut = found.endLine - found.startLine + 1 > SHOWN_LINES;
  const isByKey = checked !== undefined && checked.form !== 'link';
  return [
    ...(isByKey ? [referenceLine(checked), place] : [`**${place}**`]),
    ...(shown.length > 0 ? [quoted(shown, isCut, quote)] : []),
    ...(citedFor === undefined ? [] : [t('Cited for: {0}', literally(citedFor))]),
    ...(isOld && quote !== undefined ? [t('It said: “{0}”', literally(quote.replace(/\s+/g, ' ')))] : []),
    ...(isByKey
      ? [`$(location) ${placeWords({ ...checked.evidence, startLine: found.startLine, endLine: found.endLine })}`]
      : [stateText[found.state](found.startLine, found.endLine)]),
    ...(checked ? verdict(checked) : []),
    ...(ways.length === 0 ? [] : [ways.join(' · ')]),
  ].join('\n\n');
}

type PlaceNow = Omit<ResolvedAnchor, 'state'> & { readonly state: ResolvedAnchor['state'] | 'around' };

/** `around`: the words are there, but the lines that they are in are not as they were. */
function placeNow({ startLine, endLine, id }: HoverFacts['citation'], source: string, quote = ''): PlaceNow {
  const found = resolveAnchor(source, startLine, endLine, id);
  if (found.state === 'unchanged' || found.state === 'moved') return found;
  const words = currentCitation({ startLine, endLine, linesHash: id, quote }, source);
  return words ? { state: 'around', startLine: words.startLine, endLine: words.endLine } : found;
}

const stateText = {
  unchanged: (first: number, last: number) =>
    `$(check) ${t('Unchanged since it was cited')} · ${placeWords({ startLine: first, endLine: last })}`,
  moved: (first: number, last: number) => `$(arrow-swap) ${t('Unchanged, moved to {0}', placeWords({ startLine: first, endLine: last }))}`,
  around: (first: number, last: number) =>
    `$(check) ${t('The words are unchanged, the text around them is not')} · ${placeWords({ startLine: first, endLine: last })}`,
  changed: (first: number, last: number) =>
    `$(warning) ${t('Changed since it was cited')} · ${placeWords({ startLine: first, endLine: last })}`,
  missing: () => `$(warning) ${t('Changed since it was cited: these lines are no longer in the document')}`,
} as const;

function quoted(lines: readonly string[], isCut: boolean, quote: string | undefined): string {
  const text = lines.join('\n');
  const at = quote === undefined || quote === '' ? -1 : text.indexOf(quote);
  const marked =
    quote === undefined || at < 0
      ? literally(text)
      : `${literally(text.slice(0, at))}${bold(quote.replace(/\n/g, ' '))}${literally(text.slice(at + quote.length))}`;
  return [...marked.split('\n'), ...(isCut ? ['…'] : [])].map((line) => `> ${inItsDirection(line.trim())}  `).join('\n');
}

/**
 * Punctuation at the ends is not bold: in Chinese and Japanese a letter follows it without a space, and Markdown then takes the asterisks
 * between them as text.
 */
function bold(text: string): string {
  const [before = ''] = /^[\p{P}\p{S}\s]*/u.exec(text) ?? [];
  const [after = ''] = /(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]*$/u.exec(text) ?? [];
  const words = text.slice(before.length, text.length - after.length);
  return words === '' ? literally(text) : `${literally(before)}**${literally(words)}**${literally(after)}`;
}

/** A hover runs from left to right: alone, the full stop of an Arabic line would be at its beginning. */
function inItsDirection(line: string): string {
  return /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u.test(line) ? `\u2068${line}\u2069` : line;
}

/** The Markdown headings above the line, outermost first. */
function headingsAbove(lines: readonly string[], line1: number): string[] {
  const headings: { readonly level: number; readonly text: string }[] = [];
  let isInFence = false;
  for (const line of lines.slice(0, line1)) {
    if (/^\s{0,3}(```|~~~)/.test(line)) isInFence = !isInFence;
    const match = isInFence ? null : /^ {0,3}(#{1,6})\s+(\S.*)$/.exec(line);
    if (!match) continue;
    const level = match[1]?.length ?? 1;
    while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
    const text = match[2]?.trimEnd() ?? '';
    headings.push({ level, text: text.replace(/(?<!#)#+$/, '').trimEnd() || text });
  }
  return headings.map((heading) => heading.text);
}

/** Hovers replace `$(name)` with an icon, which must not happen in a document's text. */
function literally(text: string): string {
  return escapeMarkdown(text).replace(/\$\(/g, '\\$(');
}
