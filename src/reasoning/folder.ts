/** What roles that plan know of the folder, so that what they ask stays in its domain. */
export interface AboutFolder {
  /** Lines about some documents, such as `RFC 3085 · edition 2021`. Default: nothing is said. */
  readonly documents?: readonly string[];
}
