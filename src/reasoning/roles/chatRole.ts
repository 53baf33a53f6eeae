/** How a chat model serves a role: what is said, what counts as a reply, what it means, and what holds when there is none. */
import * as z from 'zod';
import type { ChatMessage } from '../../models/models.ts';
import type { ReplyField } from '../prompts/blocks.ts';

/** What a reply came to. `O` is the role's output. */
export interface Outcome<O> {
  readonly output: O;
  readonly flags: readonly string[];
}

export type Reading<O> =
  | { readonly ok: true; readonly outcome: Outcome<O> }
  /** What is wrong, in words a model can act on. */
  | { readonly ok: false; readonly problem: string };

/** What the model wrote, for roles that look at more than the object in it. */
export interface RawReply {
  readonly text: string;
  /** Natural logarithms of the probabilities of the tokens, in order, end of text left out; undefined when the server gave none. */
  readonly logprobs?: readonly number[] | undefined;
}

export interface ChatRole<I, O> {
  readonly temperature: number;
  readonly topP?: number;
  readonly maxTokens: number;
  /** The role under which a repair of its replies is asked for and told, where the paper gives that a name; else its own. */
  readonly repairedAs?: string;
  /** Ask for the log-probabilities of the tokens. */
  readonly logprobs?: boolean;
  /** The output for a reply that says nothing or declines; null when this role needs a reply in its form. */
  readonly abstention: O | null;
  /** Of the object to reply with, every field with a `describe`; null for a role that replies in plain text. */
  schema(input: I): z.ZodType | null;
  messages(input: I, fields: readonly ReplyField[]): readonly ChatMessage[];
  /** @param reply the object found in the text, or for a role without a schema the text, trimmed */
  read(reply: unknown, input: I, raw: RawReply): Reading<O>;
  /** For a role that also takes a form of plain text: what a reply without an object says in it; null when it is not in that form. */
  readText?(text: string, input: I): Outcome<O> | null;
  /** What holds when the reply stays unusable, the call failed, or the reasoner cannot serve the role. `text` is what the model wrote, or empty. */
  fallback(input: I, text: string): O;
  /** The input with less document text; null when there is none left to spare. */
  shorten(input: I): { readonly input: I; readonly dropped: number } | null;
}

/** The chat side of a family of roles. */
export type ChatRolesOf<F extends { readonly [R in keyof F]: { readonly input: unknown; readonly output: unknown } }> = {
  readonly [R in keyof F]: ChatRole<F[R]['input'], F[R]['output']>;
};

export const cannotShorten = (): null => null;

/** Also a number or a flag, said as text (pipelines.md 1.3). */
export const text = z.preprocess((value) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : value;
}, z.string().trim().nullish());
/** Also a word or a number that can only mean one of the two; an empty text says neither. */
export const flag = z.preprocess((value) => {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const said = String(value).trim().toLowerCase();
  return said === '' ? null : (flagWords.get(said) ?? value);
}, z.boolean().nullish());
const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0'].map((word) => [word, false] as const),
]);
/** Numbers of passages, from 1. What is no whole number becomes 0, which no passage has: it goes the way of a number that was not given. */
export const wholeNumbers = z.preprocess(
  (value) => [value ?? []].flat().flatMap((one: unknown) => parts(one).map((part) => wholeNumberIn(part) ?? 0)),
  z.array(z.number().int()),
);
export const texts = z.preprocess(
  (value) => [value ?? []].flat().map((one: unknown) => (typeof one === 'number' ? String(one) : one)),
  z.array(z.string().trim()),
);

export function parse<T, O>(schema: z.ZodType<T>, reply: unknown, toOutcome: (said: T) => Outcome<O>): Reading<O> {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return { ok: true, outcome: toOutcome(parsed.data) };
  const problem = parsed.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; ');
  return { ok: false, problem };
}

/** A whole number, also where it is said as text, with brackets or a word around it; null for anything else. */
export function wholeNumberIn(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(/^[^\d-]*(\d+)(?:\.0+)?\D*$/.exec(value)?.[1] ?? NaN) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** Of a list that is said as one text. */
function parts(value: unknown): readonly unknown[] {
  return typeof value === 'string' ? value.split(/[,;]/).filter((part) => part.trim() !== '') : [value];
}

/** Lines joined by a space. */
export function withoutLineBreaks(said: string): string {
  const lines = said.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

export function isSaid(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== '';
}
