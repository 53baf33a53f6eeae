/** Limits of a reply before and after parsing, far beyond any well-meant reply. */

export const replyLimits = {
  /** Nesting of objects and arrays. */
  depth: 64,
  /** Total number of numbers, strings, objects and arrays. Each takes about fifty bytes when parsed. */
  values: 1_000_000,
  /** Choices per request; the same as OpenAI's limit. */
  choices: 128,
  /** Characters of one choice, including its thoughts. */
  characters: 500_000,
  /** Tokens of one choice with log-probabilities. */
  tokens: 100_000,
  /** Bytes of an error response. */
  errorBytes: 256 * 1024,
  errorCharacters: 2_000,
} as const;

/** A reply that is useless or unsafe to process. The message is a clause. */
export class UnusableReply extends Error {}

/**
 * Checks the structure of JSON before it is parsed, but not whether it is valid.
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
