/** Sentences over the samples in other words than their documents, as a model may write them: half of them true, half with one fault. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { checkClaim, type CheckedClaim } from '../src/citations/checkClaim.ts';
import { languageOf } from '../src/language/languages.ts';

const claimLine = z.object({
  /** In `samples/docs`. */
  document: z.string(),
  quotes: z.array(z.string()).min(1),
  claim: z.string(),
  /** What it gets wrong; absent for a true sentence. */
  fault: z.enum(['number', 'date', 'name', 'negation', 'unit', 'role', 'quantifier', 'modality', 'more']).optional(),
});

export interface WrittenClaim extends Readonly<z.infer<typeof claimLine>> {
  /** Every third one was not looked at while the rules were made. */
  readonly isHeldOut: boolean;
  readonly isMarked: boolean;
  readonly isSupported: boolean;
}

const samples = join(import.meta.dirname, '..', 'samples', 'docs');

/** The claims with what the rules say of them. */
export function checkedClaims(file: 'claims' | 'paraphrases' = 'claims'): readonly WrittenClaim[] {
  const lines = readFileSync(join(import.meta.dirname, `${file}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line, i) => {
    const claim = claimLine.parse(JSON.parse(line));
    const checks = checked(claim);
    return { ...claim, ...checks, isHeldOut: i % 3 === 2, isMarked: checks.why !== undefined, isSupported: checks.support === 'supported' };
  });
}

function checked({ document, quotes, claim }: z.infer<typeof claimLine>): CheckedClaim {
  const text = readFileSync(join(samples, document), 'utf8');
  const paragraphs = text.split(/\n\s*\n/).map((one) => one.replace(/\s+/g, ' '));
  const passages = quotes.flatMap((quote) => paragraphs.find((paragraph) => paragraph.includes(quote)) ?? []);
  const title = /^(?:title:|#) (.*)$/m.exec(text)?.[1] ?? text.slice(0, text.indexOf('\n'));
  const documents = [{ path: document, title, headings: [] }];
  return checkClaim(claim, { quotes, documents, asked: '', passages }, languageOf(claim));
}
