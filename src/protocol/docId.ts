/** JSON in which everything with a `passageId` also has it as `docId`, its older name, which scripts that read our JSON rely on. */
export function withDocIds(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'passageId' in value ? { ...value, docId: value.passageId } : value,
  );
}
