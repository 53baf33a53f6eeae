/** What the user has called fine: a file beside the document, which can be read, reviewed and committed. Pure. */
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import { oneLine, shortened } from '../base/plainText.ts';
import type { CheckedCitation } from '../protocol/documentCheck.ts';
import { type Checked, type FindingCode, findingOf } from './findings.ts';

/** In the folder of the documents that it is about. */
export const acceptedFileName = '.ariadne-accepted.json';

const entry = z.object({
  /** Name of the document, for people who review the file; a renamed document keeps what was accepted. */
  document: z.string(),
  finding: z.string(),
  /** The claim, or without one the citation, on one line. */
  claim: z.string(),
  source: z.string().optional(),
  /** Fingerprint of the source’s text: with another text, the finding is shown again. */
  sourceHash: z.string().optional(),
});
const file = z.object({ accepted: z.array(entry) });
type Entry = Readonly<z.infer<typeof entry>>;

export class Accepted {
  readonly #entries: readonly Entry[];

  private constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  static readonly none = new Accepted([]);

  /** @throws AriadneError `accepted-broken` */
  static parse(text: string): Accepted {
    try {
      return new Accepted(file.parse(JSON.parse(text)).accepted);
    } catch (cause) {
      throw new AriadneError('accepted-broken', `“${acceptedFileName}” cannot be read. Correct it or delete it.`, { cause });
    }
  }

  /** @param text in which the citation is */
  mark<C extends Checked>(text: string, citation: C): C {
    const finding = findingOf(citation);
    if (!finding || this.#entries.length === 0) return citation;
    const found = acceptanceOf(text, finding.code, citation);
    return this.#entries.some((known) => isSame(known, found)) ? { ...citation, isAccepted: true } : citation;
  }

  with(found: Entry): Accepted {
    return new Accepted([...this.#entries.filter((known) => !isSame(known, found)), found]);
  }

  toString(): string {
    return `${JSON.stringify({ accepted: this.#entries }, null, 2)}\n`;
  }
}

/** What has to be the same for a finding to stay accepted: the claim and the source. */
export function acceptanceOf(text: string, code: FindingCode, { range, claim = range, source }: CheckedCitation): Omit<Entry, 'document'> {
  return {
    finding: code,
    claim: shortened(oneLine(text.slice(claim.start, claim.end)), longestClaim),
    ...(source && { source: source.path, ...(source.hash === undefined ? {} : { sourceHash: source.hash }) }),
  };
}

/** In characters. */
const longestClaim = 2000;

function isSame(a: Omit<Entry, 'document'>, b: Omit<Entry, 'document'>): boolean {
  return a.finding === b.finding && a.claim === b.claim && isSamePath(a.source, b.source) && a.sourceHash === b.sourceHash;
}

/** A path starts from the folder that was opened, which another check may have opened further up or down. */
function isSamePath(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && (a.endsWith(`/${b}`) || b.endsWith(`/${a}`)));
}
