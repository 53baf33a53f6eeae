import { createHash } from 'node:crypto';

/** Hex SHA-256 of the parts joined by NUL, cut to `length` digits. */
export function hashOf(parts: readonly (string | Uint8Array)[], length = 64): string {
  const hash = createHash('sha256');
  parts.forEach((part, i) => {
    if (i > 0) hash.update('\0');
    hash.update(part);
  });
  return hash.digest('hex').slice(0, length);
}
