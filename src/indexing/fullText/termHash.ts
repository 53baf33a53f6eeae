/**
 * Hashes of words and names: FNV-1a, with a last step that mixes the high bits. Texts may share one. They are stored
 * (`schema.ts`): others need another format version.
 */

export const firstHash = 0x811c9dc5;

export function hashWith(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function mixedHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

/** Over UTF-16. */
export function termHash(text: string): number {
  let hash = firstHash;
  for (let i = 0; i < text.length; i++) hash = hashWith(hash, text.charCodeAt(i));
  return mixedHash(hash);
}
