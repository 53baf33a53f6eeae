/** `docId` is the older name of `passageId`, which scripts that read our JSON rely on. */

/** JSON in which everything with a `passageId` also has it as `docId`. */
export function withDocIds(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'passageId' in value ? { ...value, docId: value.passageId } : value,
  );
}
