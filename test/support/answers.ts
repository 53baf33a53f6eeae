/** The normalization of metrics.md 1 and 2, as far as gates need it. */
function normalizeAnswer(text: string): string {
  return text
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, '')
    .replace(/(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu, ' ')
    .split(/\s+/)
    .filter((token) => token !== '')
    .join(' ');
}

/** Whether an accepted answer equals the given one, or is contained in it as whole words. */
export function isRight(given: string | null, accepted: readonly string[]): boolean {
  const answer = ` ${normalizeAnswer(given ?? '')} `;
  return accepted.map(normalizeAnswer).some((gold) => gold !== '' && answer.includes(` ${gold} `));
}
