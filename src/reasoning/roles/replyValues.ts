/** What the fields of a reply may be, in the forms in which models write them (pipelines.md 1.3). */
import * as z from 'zod';
import { isObject } from '../../base/isObject.ts';
import { identityLine } from '../../protocol/identity.ts';
import type { Passage } from '../../protocol/passage.ts';
import { declines } from '../abstention.ts';
import type { Outcome, Reading } from '../role.ts';

/** Also accepts a number or a flag, and a list or an object of texts as one (pipelines.md 1.3). */
export const text = z.preprocess((value) => asOneText(value), z.string().trim().nullish());
/** What is asked or searched next: of several the first, without its number; empty where a text only says that there is none. */
export const nextQuestion = z.preprocess((value) => {
  const said = withoutMarker(asText(textIn([value].flat()[0])));
  return typeof said === 'string' && declines(said) ? '' : said;
}, z.string().trim().nullish());
/** Also accepts a word or a number that clearly means true or false; an empty text means neither. */
export const yesOrNo = z.preprocess((value) => {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const said = String(value).trim().toLowerCase();
  const [, word = ''] = /^["'`*]*([a-z\d]+)(?=[.,;:!"'`*\n]|$)/.exec(said) ?? [];
  return said === '' ? null : (flagWords.get(word) ?? value);
}, z.boolean().nullish());
const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0'].map((word) => [word, false] as const),
]);
/** A passage, or several, as a reply has them: by number, which is what is asked for, or by name. For `passageNamed`. */
export const source = z.union([z.int(), z.string()]);
export const sources = z.preprocess(
  (value) => [value ?? []].flat().flatMap((one: unknown) => parts(one).map((part) => (Number.isSafeInteger(part) ? part : String(part)))),
  z.array(source),
);
/** Also accepts objects with the text in them, and a text that is a numbered list. What only says that there is none is left out. */
export const texts = z.preprocess((value) => {
  const numbered = typeof value === 'string' ? numberedItems(value) : [];
  const items = numbered.length > 0 ? numbered : [value ?? []].flat().map((one: unknown) => withoutMarker(asText(textIn(one))));
  return items.filter((one) => typeof one !== 'string' || !declines(one));
}, z.array(z.string().trim()));

/** A list, or one item alone. Items that cannot be read are left out. */
export function readable<S extends z.ZodType>(item: S) {
  return z.preprocess(
    (value) => (value === undefined ? value : [value ?? []].flat().filter((one: unknown) => item.safeParse(one).success)),
    z.array(item),
  );
}

/** One of some words in any case, possibly with more behind it. */
export function oneOf<const W extends readonly [string, ...string[]]>(words: W) {
  const wordIn = (value: unknown): unknown => {
    const said = typeof value === 'string' ? /^[^\p{L}]*(\p{L}+)/u.exec(value)?.[1]?.toLowerCase() : undefined;
    return words.find((word) => word === said) ?? value;
  };
  return z.preprocess(wordIn, z.enum(words));
}

function asText(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? unmarked(value) : value;
}

/** Without bold type, and with line breaks that were written as escapes once too often. */
export function unmarked(said: string): string {
  return said
    .replace(/(?<![\w*])\*\*(?=[^\s*])([^*\n]{1,400})\*\*(?![\w*])/g, '$1')
    .replace(/(?<=[\p{L}\p{N}.,;:!?)])(?:\\n)+(?=\s*(?:[-*•(]\s?|\d+[.)]\s|\p{Lu}|$))/gu, '\n');
}

/** Of `{"Arne": "1902", "Leth": null}` it is `Arne: 1902`, of several objects the values of each. */
function asOneText(value: unknown): unknown {
  if (Array.isArray(value))
    return joined(
      value.map((one: unknown) => (isObject(one) ? joined(saidIn(one), ', ') : one)),
      '; ',
    );
  if (!isObject(value)) return asText(value);
  const entries = Object.entries(value).filter(([, said]) => said !== null && said !== '');
  const named = entries.map(([name, said]) => [name, isObject(said) ? joined(saidIn(said), ', ') : asText(said)] as const);
  return named.every(([, said]) => typeof said === 'string') ? named.map(([name, said]) => `${name}: ${String(said)}`).join('; ') : value;
}

function saidIn(value: object): readonly unknown[] {
  return Object.values(value).filter((said) => said !== null && said !== '');
}

export function joined(values: readonly unknown[], separator: string): unknown {
  const said = values.map(asText);
  return said.every((one) => typeof one === 'string') ? said.join(separator) : values;
}

/** Of an object its question, or the longest of its texts. */
function textIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.values(value).filter((one) => typeof one === 'string');
  return said.find((one) => /[?？]\s*$/.test(one)) ?? said.toSorted((a, b) => b.length - a.length)[0] ?? value;
}

function withoutMarker(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^\s*(?:[-*•]\s|#?\s?\d{1,2}\s?[.:)](?=\s))\s*/, '') : value;
}

/**
 * The items of a numbered list in plain text, `#1: …` or `1. …`, on separate lines or after commas. Prose, even after the list, has none.
 */
export function numberedItems(said: string): readonly string[] {
  const [, ...items] = said.split(/(?:^|[\n,;])(?:[^\S\n]|[*-])*(?:#\s*\d+\s*[:.)]|\d{1,2}\s*[:.)](?=\s))/);
  return items.map((item) => item.trim().replace(/\n\s*\n[\s\S]*$/, ''));
}

export function parseReply<T, O>(schema: z.ZodType<T>, reply: unknown, toOutcome: (said: T) => Outcome<O>): Reading<O> {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return { ok: true, outcome: toOutcome(parsed.data) };
  const problem = parsed.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; ');
  return { ok: false, problem };
}

/** The index of the passage that a reply means by its number or by a name of its document; undefined for none. */
export function passageNamed(source: number | string, passages: readonly Passage[]): number | undefined {
  const said = String(source);
  const number = wholeNumberIn(/^[^\p{L}\p{N}-]*(?:passage\s*)?#?(\d{1,3})(?![\d.\p{L}–-])/iu.exec(said)?.[1] ?? said);
  const byNumber = number !== null && passages[number - 1] ? number - 1 : undefined;
  if (byNumber !== undefined && !/\p{L}/u.test(said.replace(/^\W*passage/i, ''))) return byNumber;
  const known = passages.map((passage) => new Set(wordsOf(`${passage.title} ${identityLine(passage)} ${passage.path}`)));
  const knownBy = (words: readonly string[]): number =>
    words.length === 0 ? -1 : known.findIndex((one) => words.every((word) => one.has(word)));
  const named = wordsOf(said);
  // Of `RFC 3085`, a file name may have the number alone.
  const [byName, byDigits] = [knownBy(named), knownBy(named.filter((word) => /^\d{2,}$/.test(word)))];
  return byName >= 0 ? byName : (byNumber ?? (byDigits >= 0 ? byDigits : undefined));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

/** An absent field says nothing of its content. */
export function hasField(reply: unknown, field: string): boolean {
  return typeof reply === 'object' && reply !== null && field in reply && Reflect.get(reply, field) !== null;
}

/** A whole number, possibly as text, in brackets, out of others or with a word around it; null for anything else. */
export function wholeNumberIn(value: unknown): number | null {
  const number =
    typeof value === 'string' ? Number(/^[^\d-]*(\d+)(?:\.0+)?(?:\s*(?:\/|(?:out )?of)\s*\d+)?\D*$/.exec(value)?.[1] ?? NaN) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** The items of a list that may be one text, ranges such as `1-3`, or objects that hold the number. */
function parts(value: unknown): readonly unknown[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).slice(0, 1);
  if (typeof value !== 'string') return [value];
  return value
    .split(/[,;]|\](?=\s*\[)|(?<=\d)\s+(?:and|&)\s+(?=\D{0,9}\d)/i)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => {
      const [, from = 0, to = 0] = (/^\D*?(\d{1,3})\s?[-–]\s?\D*(\d{1,3})\D*$/.exec(part) ?? []).map(Number);
      return from > 0 && to >= from && to - from < mostInRange ? Array.from({ length: to - from + 1 }, (_, i) => String(from + i)) : [part];
    });
}

/** More than are in a prompt is no range of passages. */
const mostInRange = 16;

/** Lines joined by a space. */
export function withoutLineBreaks(said: string): string {
  const lines = said.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

export function isSaid(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== '';
}

/** For a role in plain text. An empty reply is not an output, so the role's abstention applies. */
export function inPlainText<O>(reply: unknown, toOutput: (said: string) => O): Reading<O> {
  if (typeof reply !== 'string' || reply === '') return { ok: false, problem: 'nothing was written' };
  return { ok: true, outcome: { output: toOutput(reply) } };
}
