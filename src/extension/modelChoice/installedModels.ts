/** The models on this computer as rows, and what is said before they are removed. Does not use VS Code. */
import { t } from '@vscode/l10n';
import { userLocale } from '../../base/userLanguage.ts';
import type { ModelList, NamedRole } from '../../protocol/modelLibrary.ts';
import { shortName } from '../../protocol/modelName.ts';
import { licenseText } from './modelChoices.ts';
import { roleWords } from './modelWords.ts';
import { bytesText } from '../../base/amounts.ts';
import { ageText } from '../times.ts';

export interface InstalledRow {
  readonly id: string;
  readonly sizeBytes: number;
  readonly label: string;
  readonly facts: readonly string[];
  readonly detail: string;
  readonly usedAs: readonly NamedRole[];
  /** From a folder, so that it may be on no hub. */
  readonly isCopied: boolean;
}

/** Those in use first, then the largest. */
export function installedRows(models: ModelList['models'], now = new Date()): readonly InstalledRow[] {
  return models.map((model) => rowOf(model, now)).toSorted((a, b) => b.usedAs.length - a.usedAs.length || b.sizeBytes - a.sizeBytes);
}

function rowOf({ id, role, sizeBytes, license, lastUsedUtc, usedAs = [] }: ModelList['models'][number], now: Date): InstalledRow {
  const kind = role === undefined ? t('use not stated') : roleWords[role].name;
  const [, revision = '', dtype = ''] = /@([^#]+)(?:#(\w+))?$/.exec(id) ?? [];
  const isCopied = revision.startsWith('imported-');
  const used =
    usedAs.length === 0
      ? t('last used {0}', ageText(new Date(lastUsedUtc), now))
      : t('in use as {0}', new Intl.ListFormat(userLocale()).format(usedAs.map((role) => roleWords[role].name)));
  return {
    id,
    sizeBytes,
    label: shortName(id),
    facts: [kind, bytesText(sizeBytes), dtype],
    detail: [
      used,
      license === undefined ? t('license not stated') : licenseText(license),
      isCopied ? t('copied from a folder') : t('version {0}', revision.slice(0, 8)),
    ].join(' · '),
    usedAs,
    isCopied,
  };
}

export function removalText({ label, sizeBytes, usedAs, isCopied }: InstalledRow): { readonly title: string; readonly detail: string } {
  const again = isCopied
    ? t('It is in use. The next question or indexing needs it again.')
    : t('It is in use. The next question or indexing asks to download it again.');
  const warning = usedAs.length === 0 ? [] : [again];
  const back = isCopied
    ? t('What it has processed is kept. You can copy it from a folder again.')
    : t('What it has processed is kept. You can download it again.');
  return { title: t('Remove {0} ({1})?', label, bytesText(sizeBytes)), detail: [...warning, back].join('\n') };
}
