/** Whether more than half of the votes are a yes; one that cannot be read counts as a vote, never as a yes. No votes at all reject. Source: pipelines.md 3.2. */
export function isMajority(votes: readonly (boolean | null)[]): boolean {
  return 2 * votes.filter((vote) => vote === true).length > votes.length;
}
