/** What is known of a text after it was edited. Pure. */
import type { Checked } from '../../citations/findings.ts';

/** Offsets in UTF-16 code units of the text before the edit. */
export interface TextEdit {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

type Range = Checked['range'];

/**
 * Moves what was found along with the text. A citation that an edit touches is dropped; one whose claim is touched keeps what does not
 * depend on the claim.
 * @param edits each applies to the text after those before it, as those of one change in VS Code do
 */
export function shifted(citations: readonly Checked[], edits: readonly TextEdit[]): readonly Checked[] {
  return edits.reduce<readonly Checked[]>((all, edit) => all.flatMap((one) => afterEdit(one, edit)), citations);
}

function afterEdit(citation: Checked, edit: TextEdit): readonly Checked[] {
  const { claim, ...known } = citation;
  const range = moved(citation.range, edit);
  if (!range) return [];
  const claimNow = claim && moved(claim, edit);
  if (claimNow !== undefined || claim === undefined) return [{ ...known, range, ...(claimNow && { claim: claimNow }) }];
  if (citation.form === 'none') return [];
  const { isQuoteWrong: _quote, sourceWords: _words, evidence: _evidence, unshown: _unshown, reason, ...rest } = known;
  const isOfSource = citation.state !== 'current' && reason !== undefined;
  return [{ ...rest, range, support: 'unchecked', ...(isOfSource ? { reason } : {}) }];
}

/** Undefined when the edit is in the range, or adds to one of its ends without a space between. */
function moved({ start, end }: Range, { rangeOffset, rangeLength, text }: TextEdit): Range | undefined {
  const editEnd = rangeOffset + rangeLength;
  const by = text.length - rangeLength;
  if (editEnd < start || (editEnd === start && /\s$/.test(text))) return { start: start + by, end: end + by };
  return rangeOffset > end || (rangeOffset === end && /^\s/.test(text)) ? { start, end } : undefined;
}
