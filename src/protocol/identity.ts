/** Who a document is: what tells it apart from the others of its folder. */
import * as z from 'zod';

/** Where a part of an identity was read. */
export const identitySource = z.enum([
  'fileName',
  'folder',
  'title',
  'firstPage',
  'runningLines',
  'metadata',
  'mentions',
  'bibliography',
  'passages',
]);
export type IdentitySource = z.infer<typeof identitySource>;

const identityPart = z.object({
  /** `identifier`: a DOI, or an arXiv id, that the document states as its own. */
  kind: z.enum(['name', 'type', 'number', 'version', 'date', 'period', 'author', 'organization', 'identifier']),
  /** As people write it: `10-K`, `RFC 3085`, `fiscal year 2022`, `Q3 2022`, `2024-05-31`, `2.1`. On one line, and plain. */
  value: z.string(),
  from: identitySource,
  /** As it is there, where that differs. */
  written: z.string().optional(),
});
export type IdentityPart = Readonly<z.infer<typeof identityPart>>;

export const documentIdentity = z.object({
  /** What tells the document apart: its title, or where others have that too, the next best. On one line, and plain. */
  title: z.string(),
  titleFrom: identitySource,
  /** At most 16; of each kind the most telling first. */
  parts: z.array(identityPart),
});
export type DocumentIdentity = Readonly<z.infer<typeof documentIdentity>>;

/** In this order a line has them. */
const lineKinds: readonly IdentityPart['kind'][] = ['organization', 'number', 'type', 'version', 'period', 'date'];
const maxLineParts = 5;

/**
 * One line that says which document a passage is of: `VERIZON_2022_10K · Verizon Communications Inc. · 10-K · fiscal year 2022`.
 * @returns empty where the passage's title says all
 */
export function identityLine({ title, identity }: { readonly title: string; readonly identity?: DocumentIdentity }): string {
  if (!identity) return '';
  const shown = [identity.title];
  let said = ` ${wordsOf(identity.title)} `;
  for (const kind of lineKinds) {
    for (const part of identity.parts) {
      const words = wordsOf(part.value);
      if (part.kind !== kind || shown.length > maxLineParts || said.includes(` ${words} `)) continue;
      said += `· ${words} `;
      shown.push(part.value);
    }
  }
  return shown.length === 1 && identity.title === title ? '' : shown.join(' · ');
}

/** Equal for 10-K and 10K. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []).join(' ');
}

const sourceWords: Readonly<Record<IdentitySource, string>> = {
  fileName: 'file name',
  folder: 'folder name',
  title: 'title',
  firstPage: 'first page',
  runningLines: 'edges of its pages',
  metadata: 'metadata',
  mentions: 'links of other documents',
  bibliography: 'bibliography',
  passages: 'text',
};

/** For people: what a document goes by, its parts, and where each is from. */
export function identitySentence({ title, titleFrom, parts }: DocumentIdentity): string {
  const others = parts.map(({ kind, value, from }) => `${kind} “${value}” (${sourceWords[from]})`);
  return `It goes by ${[`“${title}” (${sourceWords[titleFrom]})`, ...others].join('; ')}.`;
}
