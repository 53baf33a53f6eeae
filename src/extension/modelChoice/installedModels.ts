/** The models on this computer as rows, and what is said before they are removed. Does not use VS Code. */
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

function nameOfRole(role: NamedRole): string {
  return `${roleWords[role].label.toLowerCase()} model`;
}

/** Those in use first, then the largest. */
export function installedRows(models: ModelList['models'], now = new Date()): readonly InstalledRow[] {
  return models.map((model) => rowOf(model, now)).toSorted((a, b) => b.usedAs.length - a.usedAs.length || b.sizeBytes - a.sizeBytes);
}

function rowOf({ id, role, sizeBytes, license, lastUsedUtc, usedAs = [] }: ModelList['models'][number], now: Date): InstalledRow {
  const kind = role === undefined ? 'use not stated' : nameOfRole(role);
  const [, revision = '', dtype = ''] = /@([^#]+)(?:#(\w+))?$/.exec(id) ?? [];
  const isCopied = revision.startsWith('imported-');
  const used =
    usedAs.length === 0 ? `last used ${ageText(new Date(lastUsedUtc), now)}` : `in use as ${usedAs.map(nameOfRole).join(' and ')}`;
  return {
    id,
    sizeBytes,
    label: shortName(id),
    facts: [kind, bytesText(sizeBytes), dtype],
    detail: [
      used,
      license === undefined ? 'license not stated' : licenseText(license),
      isCopied ? 'copied from a folder' : `version ${revision.slice(0, 8)}`,
    ].join(' · '),
    usedAs,
    isCopied,
  };
}

export function removalText({ label, sizeBytes, usedAs, isCopied }: InstalledRow): { readonly title: string; readonly detail: string } {
  const again = isCopied ? 'needs it again' : 'asks to download it again';
  const warning = usedAs.length === 0 ? [] : [`It is in use. The next question or indexing ${again}.`];
  const back = `What it has processed is kept. You can ${isCopied ? 'copy it from a folder' : 'download it'} again.`;
  return { title: `Remove ${label} (${bytesText(sizeBytes)})?`, detail: [...warning, back].join('\n') };
}
