import { createHash, hash } from 'node:crypto';

/** Hex SHA-256 of the parts joined by NUL, cut to `length` digits. */
export function hashOf(parts: readonly (string | Uint8Array)[], length = 64): string {
  // A third of the time.
  if (parts.every((part) => typeof part === 'string')) return hash('sha256', parts.join('\0')).slice(0, length);
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return hash('sha256', only).slice(0, length);
  const made = createHash('sha256');
  parts.forEach((part, i) => {
    if (i > 0) made.update('\0');
    made.update(part);
  });
  return made.digest('hex').slice(0, length);
}
