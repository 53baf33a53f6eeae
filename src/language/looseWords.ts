/** How sentences say a quantity or date other than exactly. Empty, or matching nothing, where it is not known. */
export interface LooseWords {
  /** What a word takes of what is behind it: `two thirds`, `half an hour`. */
  readonly fractions: ReadonlyMap<string, number>;
  /** Nouns for spans of time, in seconds: `a decade`. */
  readonly spans: ReadonlyMap<string, number>;
  /** Pattern sources of what is directly before a number that is not exact: `about`, … */
  readonly about: string;
  /** … before one that is not reached or just reached, and before one that is exceeded or just reached. */
  readonly below: string;
  readonly above: string;
  /** The same before dates. */
  readonly before: string;
  readonly after: string;
  /** Words for the seasons, each with its other names. */
  readonly seasons: readonly (readonly string[])[];
  /** Words for what happens once: of two dates for it, one is wrong. */
  readonly once: readonly string[];
  /** Verbs for what one maker did, before or after a name (`written` by), and for what happened in one place (`born` in). */
  readonly made: readonly string[];
  readonly placed: readonly string[];
  /** Pattern source of what is between a thing and the year it is known by: `is a` 1944 film. */
  readonly being: string;
}
