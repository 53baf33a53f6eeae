/** The findings of `ariadne check` as other tools read them: SARIF 2.1.0 and the annotations of GitHub Actions. Pure. */
import type { CitationFinding } from '../check/checkDocuments.ts';

export interface PlacedFinding extends CitationFinding {
  /** Path of the document, `/`-separated, from where the command was called. */
  readonly file: string;
}

type Level = 'error' | 'warning' | 'note';

const help = 'https://github.com/ariadne-research/ariadne/blob/main/docs/citations.md';

/** By id. */
const rules = {
  'source-gone': {
    level: 'error',
    name: 'The cited source is gone',
    help: 'The document, its lines or the entry of the key are not there.',
  },
  'source-changed': { level: 'warning', name: 'The cited source has changed', help: 'The cited lines are not as they were.' },
  'quote-not-verbatim': {
    level: 'error',
    name: 'The quote is not in its source',
    help: 'Words in quotation marks are not word for word in what is cited.',
  },
  'claim-contradicted': {
    level: 'error',
    name: 'The source says otherwise',
    help: 'A number, date or name differs, or one of the two denies what the other says.',
  },
  'claim-unsupported': {
    level: 'warning',
    name: 'The source does not say this',
    help: 'No passage of the cited source says what the sentence says.',
  },
  'claim-partly-supported': {
    level: 'note',
    name: 'The source says only part of this',
    help: 'Something in the sentence is nowhere in the cited source.',
  },
  'claim-uncited': { level: 'note', name: 'The claim has no citation', help: 'A document of the folder supports it.' },
  'claim-without-source': {
    level: 'note',
    name: 'The claim has no citation, and no source was found',
    help: 'No document of the folder was found to say it.',
  },
} as const satisfies Readonly<Record<string, { readonly level: Level; readonly name: string; readonly help: string }>>;

type Rule = keyof typeof rules;

/** Undefined for what is no finding. */
function ruleOf({ state, check: { support, isQuoteWrong } }: CitationFinding): Rule | undefined {
  if (state === 'missing') return 'source-gone';
  if (state === 'changed') return 'source-changed';
  if (state === 'uncited') return support === 'supported' ? 'claim-uncited' : 'claim-without-source';
  if (state !== 'unsupported') return undefined;
  if (isQuoteWrong) return 'quote-not-verbatim';
  return support === 'contradicted' ? 'claim-contradicted' : support === 'partly' ? 'claim-partly-supported' : 'claim-unsupported';
}

function messageOf(rule: Rule, { check: { reason } }: CitationFinding): string {
  return reason === undefined ? `${rules[rule].name}.` : `${rules[rule].name}: ${reason}.`;
}

/** A log of SARIF 2.1.0. Columns are UTF-16 code units. @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function sarifOf(findings: readonly PlacedFinding[], version: string): object {
  const ids = Object.keys(rules) as Rule[];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            ...{ name: 'Ariadne', version, informationUri: help },
            rules: ids.map((id) => ({
              id,
              shortDescription: { text: rules[id].name },
              help: { text: rules[id].help },
              helpUri: `${help}#${id}`,
              defaultConfiguration: { level: rules[id].level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The folder in which the command was called.' } } },
        results: findings.flatMap((finding) => {
          const rule = ruleOf(finding);
          if (!rule) return [];
          const { file, line, column, endLine, endColumn } = finding;
          const artifactLocation = { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'SRCROOT' };
          const region = { startLine: line, startColumn: column, endLine, endColumn };
          return [
            {
              ...{ ruleId: rule, ruleIndex: ids.indexOf(rule), level: rules[rule].level, message: { text: messageOf(rule, finding) } },
              locations: [{ physicalLocation: { artifactLocation, region } }],
              suppressions: finding.check.isAccepted ? [suppression] : [],
            },
          ];
        }),
      },
    ],
  };
}

const suppression = { kind: 'external', status: 'accepted', justification: 'Accepted in .ariadne-accepted.json.' };

/** Workflow commands, a line each, without what was accepted. @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function githubLines(findings: readonly PlacedFinding[]): readonly string[] {
  return findings.flatMap((finding) => {
    const rule = ruleOf(finding);
    if (!rule || finding.check.isAccepted) return [];
    const { file, line, column, endLine, endColumn } = finding;
    const command = { error: 'error', warning: 'warning', note: 'notice' }[rules[rule].level];
    const place = `file=${property(file)},line=${line},endLine=${endLine},col=${column}${endLine === line ? `,endColumn=${endColumn}` : ''}`;
    return [`::${command} ${place},title=${property(rules[rule].name)}::${data(messageOf(rule, finding))}`];
  });
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
