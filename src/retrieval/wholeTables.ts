import type { PassageIndex } from '../indexing/interfaces.ts';
import type { Passage } from '../protocol/passage.ts';

/**
 * The passage and the others that have parts of the same tables, in the order of the document: whole tables, whose rows passages of a
 * limited size cannot hold.
 * @param most passages, those nearest to the passage; at least 1
 */
export async function wholeTables(index: PassageIndex, passage: Passage, most: number): Promise<readonly Passage[]> {
  const tables = new Set(passage.tables);
  if (tables.size === 0) return [passage];
  const { rows } = await index.rowsOf([passage.path]);
  const at = rows.indexOf(index.rowOf(passage.id));
  const isPart = (other: Passage): boolean => other.tables?.some((table) => tables.has(table)) === true;
  const [before, after] = await Promise.all(
    [rows.slice(Math.max(0, at - most + 1), at).toReversed(), rows.slice(at + 1, at + most)].map(async (near) => {
      const passages = await index.passages([...near]);
      const end = passages.findIndex((other) => !isPart(other));
      return end < 0 ? passages : passages.slice(0, end);
    }),
  );
  const parts: Passage[] = [passage];
  for (let i = 0; parts.length < most && i < Math.max(before?.length ?? 0, after?.length ?? 0); i++) {
    const [left, right] = [before?.[i], after?.[i]];
    if (right) parts.push(right);
    if (left && parts.length < most) parts.unshift(left);
  }
  return parts;
}
