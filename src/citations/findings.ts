/** What the check of a citation says to people. Pure. */
import { t } from '@vscode/l10n';
import { plainLine } from '../base/plainText.ts';
import type { CheckedCitation } from '../protocol/documentCheck.ts';

/** A checked citation, and whether its user has called what was found fine. */
export interface Checked extends CheckedCitation {
  readonly isAccepted?: true;
}

export type Severity = 'warning' | 'information' | 'hint';

interface FindingKind {
  readonly severity: Severity;
  /** A clause for the lists of citations. */
  readonly label: string;
  /** Where the engine gives no reason. */
  readonly message: string;
  readonly is: (citation: CheckedCitation) => boolean;
}

/** The first that applies counts. Their ids are the codes of diagnostics, and headings in docs/citations.md. */
const findingKinds = {
  'source-gone': {
    severity: 'warning',
    label: t('gone'),
    message: t('What this citation leads to is gone.'),
    is: ({ state }) => state === 'missing',
  },
  'source-changed': {
    severity: 'warning',
    label: t('changed'),
    message: t('The cited lines have changed.'),
    is: ({ state }) => state === 'changed',
  },
  'source-not-found': {
    severity: 'information',
    label: t('no document'),
    message: t('No document of the folder is this reference.'),
    is: ({ state }) => state === 'unresolved',
  },
  'quote-not-verbatim': {
    severity: 'warning',
    label: t('misquoted'),
    message: t('The source does not have these words.'),
    is: ({ isQuoteWrong }) => isQuoteWrong === true,
  },
  'claim-contradicted': {
    severity: 'warning',
    label: t('contradicted'),
    message: t('The source says otherwise.'),
    is: ({ support, form }) => support === 'contradicted' && form !== 'none',
  },
  'claim-unsupported': {
    severity: 'information',
    label: t('not supported'),
    message: t('No passage of the source supports this.'),
    is: ({ support, form }) => support === 'unsupported' && form !== 'none',
  },
  'claim-partly-supported': {
    severity: 'information',
    label: t('partly supported'),
    message: t('The source supports only a part of this.'),
    is: ({ support, form }) => support === 'partly' && form !== 'none',
  },
  'claim-uncited': {
    severity: 'hint',
    label: t('no citation'),
    message: t('This claim has no citation.'),
    is: ({ form, support }) => form === 'none' && support !== 'unchecked',
  },
  'claim-without-source': {
    severity: 'hint',
    label: t('nothing found'),
    message: t('No document of the folder was found to say this.'),
    is: ({ form }) => form === 'none',
  },
  'source-moved': { severity: 'hint', label: t('moved'), message: t('The cited lines have moved.'), is: ({ state }) => state === 'moved' },
} as const satisfies Record<string, FindingKind>;
export type FindingCode = keyof typeof findingKinds;

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly message: string;
}

/** Undefined where nothing is wrong, or what is wrong was accepted. */
export function findingOf(citation: Checked): Finding | undefined {
  if (citation.isAccepted) return undefined;
  const code = (Object.keys(findingKinds) as FindingCode[]).find((one) => findingKinds[one].is(citation));
  if (code === undefined) return undefined;
  const { severity, message } = findingKinds[code];
  const reason = citation.reason === undefined ? message : asSentence(citation.reason);
  return { code, severity, message: reason };
}

/** One word or two for a list: what is wrong, or what is known to be right. */
export function standingWords(citation: Checked): string {
  const finding = findingOf(citation);
  if (finding) return findingKinds[finding.code].label;
  if (citation.isAccepted) return t('accepted');
  return citation.support === 'supported' ? t('supported') : citation.form === 'link' ? t('current') : t('not checked');
}

function asSentence(reason: string): string {
  const line = plainLine(reason);
  // The name of a file stays as it is.
  const isName = /^\S*[./]\S/.test(line);
  return `${isName ? line : `${line.charAt(0).toUpperCase()}${line.slice(1)}`}${/[\p{L}\p{N}”"’)]$/u.test(line) ? '.' : ''}`;
}
