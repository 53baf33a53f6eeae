/** The models on this computer as rows, and what is said before they are removed. Does not use VS Code. */
import type { ModelList, NamedRole } from '../../protocol/modelLibrary.ts';
import { shortName } from '../../protocol/modelName.ts';
import { licenseText } from './modelChoices.ts';
import { roleWords } from './modelWords.ts';
import { bytesText, count } from '../../base/amounts.ts';
import { ageText } from '../times.ts';

export interface InstalledRow {
  readonly id: string;
  readonly folder: string;
  readonly sizeBytes: number;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Not used for a month, and chosen for nothing. */
  readonly isUnused: boolean;
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

function rowOf(
  { id, role, sizeBytes, license, lastUsedUtc, folder, isUnused, usedAs = [] }: ModelList['models'][number],
  now: Date,
): InstalledRow {
  const kind = role === undefined ? 'use not stated' : nameOfRole(role);
  const [, revision = '', dtype = ''] = /@([^#]+)(?:#(\w+))?$/.exec(id) ?? [];
  const isCopied = /^(?:imported|placed)-/.test(revision);
  const used =
    usedAs.length === 0 ? `last used ${ageText(new Date(lastUsedUtc), now)}` : `in use as ${usedAs.map(nameOfRole).join(' and ')}`;
  return {
    id,
    folder,
    sizeBytes,
    label: shortName(id),
    description: [kind, bytesText(sizeBytes), dtype].filter((fact) => fact !== '').join(' · '),
    detail: [
      used,
      license === undefined ? 'license not stated' : licenseText(license),
      isCopied ? 'copied from a folder' : `version ${revision.slice(0, 8)}`,
    ].join(' · '),
    isUnused: isUnused && usedAs.length === 0,
    usedAs,
    isCopied,
  };
}

export function unusedText(rows: readonly InstalledRow[]): string {
  return `${count(rows.length, 'model')} not used for a month: ${rows.map(({ label }) => label).join(', ')}.`;
}

export function removalText(rows: readonly InstalledRow[]): { readonly title: string; readonly detail: string } {
  const bytes = bytesText(rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const [only] = rows;
  const used = rows.filter(({ usedAs }) => usedAs.length > 0).map(({ label }) => label);
  const names = rows.length === 1 ? [] : rows.map(({ label, sizeBytes }) => `${label}: ${bytesText(sizeBytes)}`);
  const again = rows.some(({ isCopied }) => isCopied) ? 'needs it again' : 'asks to download it again';
  const warning = used.length === 0 ? [] : [`In use: ${used.join(', ')}. The next question or indexing ${again}.`];
  const back = rows.every(({ isCopied }) => isCopied) ? 'copy it from a folder' : 'download it';
  return {
    title: `Remove ${rows.length === 1 && only ? only.label : count(rows.length, 'model')} (${bytes})?`,
    detail: [...names, ...warning, `What it has processed is kept. You can ${back} again.`].join('\n'),
  };
}
