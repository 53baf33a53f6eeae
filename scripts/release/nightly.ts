/**
 * The version of a pre-release: the next odd minor number, which the stores take as newer than the release before it and older than the one
 * after it, and the day.
 */
export function nightlyVersion(version: string, day: Date): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return `${major}.${minor % 2 === 0 ? minor + 1 : minor}.${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
}
