/**
 * `docId` is the older name of `passageId`. Run logs of version 1 and stored panel states have it, and scripts that read our JSON rely on
 * it.
 */
import * as z from 'zod';

const byDocId = z.looseObject({ docId: z.string() });

/** The value with `docId` renamed to `passageId`. */
export function withPassageId(named: unknown): unknown {
  const { docId, ...others } = byDocId.safeParse(named).data ?? {};
  return docId === undefined ? named : { passageId: docId, ...others };
}

/** JSON in which everything with a `passageId` also has it as `docId`. */
export function withDocIds(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'passageId' in value ? { ...value, docId: value.passageId } : value,
  );
}
