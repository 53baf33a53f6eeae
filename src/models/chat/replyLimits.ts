/** What a reply may be at most, before and after it is parsed. All of it is far beyond what a reply is when the server means well. */

export const replyLimits = {
  /** Objects and lists within each other. */
  depth: 64,
  /** Numbers, texts, objects and lists in all: parsed, each takes some fifty bytes. */
  values: 1_000_000,
  /** Answers to one request; OpenAI gives no more either. */
  choices: 128,
  /** Of one answer, with the thoughts before it. */
  characters: 500_000,
  /** Of one answer, with their probabilities. */
  tokens: 100_000,
  /** Of the explanation that comes with an error. */
  errorBytes: 256 * 1024,
  errorCharacters: 2_000,
} as const;

/** A reply that is no use, or not safe to use. The message is a clause. */
export class UnusableReply extends Error {}

/**
 * Looks at JSON before it is parsed: what it is made of, not whether it is valid.
 * @throws UnusableReply
 */
export function assertParsable(json: string): void {
  let [depth, values] = [0, 0];
  for (let i = 0; i < json.length; i++) {
    const c = json[i];
    if (c === '"') i = endOfString(json, i);
    else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    if (c === '{' || c === '[' || c === ',') values++;
    if (depth > replyLimits.depth) throw new UnusableReply(`it is nested more than ${replyLimits.depth} levels deep`);
    if (values > replyLimits.values) throw new UnusableReply('it has more than a million parts');
  }
}

function endOfString(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== '"') i += json[i] === '\\' ? 2 : 1;
  return i;
}
