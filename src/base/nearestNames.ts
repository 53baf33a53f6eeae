/**
 * The names that a user who typed `given` may have meant, nearest first; empty when none is near. Near means up to three wrong letters,
 * fewer in a short name, or a common beginning.
 */
export function nearestNames(given: string, names: readonly string[]): readonly string[] {
  const wanted = given.trim().toLowerCase();
  const ranked = names.map((name) => {
    const isBeginning = wanted !== '' && name.toLowerCase().startsWith(wanted);
    return { name, distance: isBeginning ? 0 : editDistance(wanted, name.toLowerCase()) };
  });
  return ranked
    .filter(({ name, distance }) => distance <= Math.min(3, Math.ceil(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNames)
    .map(({ name }) => name);
}

const mostNames = 3;

/** The number of letters to insert, delete or replace (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
