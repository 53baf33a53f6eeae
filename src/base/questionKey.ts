/**
 * What two questions that count as the same one have in common: lower case, no ASCII punctuation, single spaces. Articles stay.
 * For repeat detection only; never sent to a component. Source: pipelines.md 1.7.
 */
export function questionKey(question: string): string {
  return question
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, '')
    .trim()
    .split(/\s+/)
    .join(' ');
}
