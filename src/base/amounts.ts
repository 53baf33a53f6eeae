/** Amounts as people read them. */

/** `1 call`, `1,204 calls`. */
export function count(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** `1,204`: a whole number with groups of thousands. */
export function grouped(n: number): string {
  // `toLocaleString` takes about 25 ms the first time, which delays opening the panel.
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `23.4 MB`, in decimal units, as network counters use. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return count(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
