/**
 * Names that only programs have: `openPool`, `retry_limit`, `--dry-run`. Two words with capitals in one are none: chats
 * write people so.
 */

const shapes = [
  // Quoted as code, with or without blanks.
  '`[^`]+`',
  '--[a-z][\\w-]*(?:=[\\w-]+)?',
  '[a-z][a-z0-9]+[A-Z][A-Za-z0-9]*',
  '[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+',
  '[A-Za-z_]\\w+(?:(?:::|\\.)[A-Za-z_]\\w+)+',
];
const identifier = `(?:${shapes.join('|')})(?:\\(\\))?`;
const anywhere = new RegExp(`(?<![\\p{L}\\p{N}_.:/-])${identifier}(?![\\p{L}\\p{N}_])`, 'gu');
const whole = new RegExp(`^${identifier}$`, 'u');

export function identifiersIn(text: string): readonly string[] {
  return [...new Set(text.match(anywhere) ?? [])];
}

export function isIdentifier(text: string): boolean {
  return whole.test(text);
}
