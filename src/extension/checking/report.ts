/** The report of a check, as Markdown. Pure. */
import { t } from '@vscode/l10n';
import { count } from '../../base/amounts.ts';
import { escapeMarkdown } from '../../base/escapeMarkdown.ts';
import { oneLine, shortened } from '../../base/plainText.ts';
import { findingOf, standingWords, type Checked } from '../../citations/findings.ts';
import { plainWords } from '../../citations/sentenceAt.ts';
import { syntaxOf } from '../../citations/syntaxes/allSyntaxes.ts';
import { plainTextSyntax } from '../../citations/syntaxes/plainText.ts';
import { LineTable } from '../../base/lines.ts';
import { isGap } from '../../protocol/documentCheck.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import type { CitedPlace } from '../viewIds.ts';

export interface CheckedText {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
  readonly citations: readonly Checked[];
}

/** Lines are 1-based. */
type ReportPlace = Pick<CitedPlace, 'path' | 'startLine' | 'endLine' | 'page' | 'quote'>;

export interface ReportFacts {
  /** What was checked: a document or a folder. */
  readonly name: string;
  /** Those with citations. */
  readonly documents: readonly CheckedText[];
  /** How many were looked at. */
  readonly looked: number;
  /** How many there are; more than were looked at where the check was stopped. */
  readonly all: number;
  /** Those that could not be checked, or not all of them, with the reason. */
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  /** The address of a place in a document of the folder. */
  readonly linkTo: (place: ReportPlace) => string;
}

export function reportMarkdown({ name, documents, looked, all, failed, linkTo }: ReportFacts): string {
  const every = documents.flatMap(({ citations }) => citations.filter((one) => !isGap(one)));
  const tally = [...Map.groupBy(every, standingWords)].map(([words, those]) => `${those.length} ${words}`).join(', ');
  const stopped = looked < all ? `${t('The check was stopped after {0} of {1}.', looked, count(all, 'document'))}\n\n` : '';
  const found = t('{0} in {1}', count(every.length, 'citation'), count(documents.length, 'document'));
  const head = `# ${t('Citations in {0}', escapeMarkdown(name))}\n\n${stopped}**${found}**`;
  const parts = [`${head}${tally === '' ? '.' : `: ${tally}.`}`];
  if (failed.length > 0)
    parts.push(
      `## ${t('Not fully checked')}`,
      list(failed.map(({ path, reason }) => `[${escapeMarkdown(path)}](${linkTo(lineOf(path))}): ${escapeMarkdown(reason)}`)),
    );
  // Documents with findings come first.
  const ordered = documents.toSorted((a, b) => Number(isClean(a)) - Number(isClean(b)));
  return `${[...parts, ...ordered.flatMap((document) => sectionOf(document, linkTo))].join('\n\n')}\n`;
}

function isClean({ citations }: CheckedText): boolean {
  return citations.every((citation) => !findingOf(citation));
}

function sectionOf({ path, text, citations }: CheckedText, linkTo: ReportFacts['linkTo']): readonly string[] {
  const lines = new LineTable(text);
  const syntax = syntaxOf(path) ?? plainTextSyntax;
  const cited = citations.filter(({ form }) => form !== 'none').map(({ range }) => range);
  const rowOf = (citation: Checked): string => {
    const line = lines.lineAt(citation.range.start) + 1;
    const { isAccepted: _isAccepted, ...found } = citation;
    const finding = findingOf(found);
    const { source, evidence, claim = citation.range } = citation;
    const said = escapeMarkdown(shortened(plainWords(text, claim, cited, syntax), longestClaim));
    const title = escapeMarkdown(source?.reference ?? source?.title ?? citation.key ?? '');
    const linked = source ? `[${title}](${linkTo(lineOf(source.path, source.startLine))})` : title;
    const below =
      finding && finding.code !== 'claim-without-source'
        ? [
            escapeMarkdown(finding.message),
            ...(evidence ? [`> ${escapeMarkdown(oneLine(evidence.quote))} ([${placeWords(evidence)}](${linkTo(evidence)}))`] : []),
          ]
        : [];
    const [standing, what] = isGap(citation) ? ['', said] : [`**${standingWords(citation)}** · `, `${linked}: ${said}`];
    return [`${standing}[${t('line {0}', line)}](${linkTo(lineOf(path, line))}) · ${what}`, ...below].join('\n\n  ');
  };
  const accepted = citations.filter(({ isAccepted }) => isAccepted);
  const open = citations.filter(({ isAccepted }) => !isAccepted);
  const part = (title: string, those: readonly Checked[]): readonly string[] =>
    those.length === 0 ? [] : [`### ${title}`, list(those.map(rowOf))];
  const gaps = open.filter(isGap);
  const others = open.filter((one) => !isGap(one)).toSorted(findingsFirst);
  return [
    `## [${escapeMarkdown(path)}](${linkTo(lineOf(path))})`,
    ...(others.length > 0 ? [list(others.map(rowOf))] : []),
    ...part(
      t('Without a citation, and a document says it'),
      gaps.filter(({ support }) => support === 'supported'),
    ),
    ...part(
      t('Without a citation, and no document was found'),
      gaps.filter(({ support }) => support !== 'supported'),
    ),
    ...part(t('Accepted'), accepted),
  ];
}

function lineOf(path: string, line = 1): ReportPlace {
  return { path, startLine: line, endLine: line };
}

function findingsFirst(a: Checked, b: Checked): number {
  return Number(findingOf(a) === undefined) - Number(findingOf(b) === undefined);
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

/** In characters. */
const longestClaim = 240;
