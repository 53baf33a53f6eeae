/** How a chat model serves a role: the prompt, the accepted replies, their meaning, and the fallback. */
import * as z from 'zod';
import type { ChatMessage, ReplyToken } from '../../models/models.ts';
import type { ReplyField } from '../prompts/blocks.ts';

/** The result of a reply. `O` is the role's output. */
export interface Outcome<O> {
  readonly output: O;
  readonly flags: readonly string[];
}

export type Reading<O> =
  | { readonly ok: true; readonly outcome: Outcome<O> }
  /** What is wrong, in words that a model can act on. */
  | { readonly ok: false; readonly problem: string };

/** The model's text, for roles that need more than the object in it. */
export interface RawReply {
  readonly text: string;
  /** Natural logarithms of the token probabilities in order, without the end of text; undefined when the server gave none. */
  readonly logprobs?: readonly number[] | undefined;
  /** Its tokens with their alternatives; undefined when the server gave none. */
  readonly tokens?: readonly ReplyToken[] | undefined;
  /** Whether it reached the most tokens that it may have. */
  readonly isCut?: boolean;
}

export interface ChatRole<I, O> {
  readonly temperature: number;
  readonly topP?: number;
  readonly maxTokens: number;
  /** The role name for repair calls, if the paper gives them one; otherwise the role's name. */
  readonly repairedAs?: string;
  /** Whether to request the log-probabilities of tokens. */
  readonly logprobs?: boolean;
  /** How many alternatives of each token to request with them. */
  readonly alternatives?: number;
  /** The output for an empty reply or a refusal; null when the role needs a reply in its form. */
  readonly abstention: O | null;
  /** Schema of the reply object, every field with a `describe`; null for a role that replies in plain text. */
  schema(input: I): z.ZodType | null;
  messages(input: I, fields: readonly ReplyField[]): readonly ChatMessage[];
  /** For a role that replies in plain text: what a person sees of it while it is being written. Default: all. */
  readonly shown?: (text: string) => string;
  /** @param reply the object found in the text; for a role without a schema the trimmed text */
  read(reply: unknown, input: I, raw: RawReply): Reading<O>;
  /** For a role that also accepts a form of plain text: the output for a reply without an object; null when it does not have that form. */
  readText?(text: string, input: I): Outcome<O> | null;
  /**
   * The output when the reply stays unusable, the call failed, or the reasoner cannot serve the role. `text` is the model's text, or empty.
   */
  fallback(input: I, text: string): O;
  /** The input with less document text; null when none is left to remove. */
  shorten(input: I): { readonly input: I; readonly dropped: number } | null;
}

/** The chat roles of a family. */
export type ChatRolesOf<F extends { readonly [R in keyof F]: { readonly input: unknown; readonly output: unknown } }> = {
  readonly [R in keyof F]: ChatRole<F[R]['input'], F[R]['output']>;
};

export const cannotShorten = (): null => null;

/** Also accepts a number or a flag, as text (pipelines.md 1.3). */
export const text = z.preprocess((value) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : value;
}, z.string().trim().nullish());
/** Also accepts a word or a number that clearly means true or false; an empty text means neither. */
export const flag = z.preprocess((value) => {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const said = String(value).trim().toLowerCase();
  return said === '' ? null : (flagWords.get(said) ?? value);
}, z.boolean().nullish());
const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'y', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'n', '0'].map((word) => [word, false] as const),
]);
/** Passage numbers from 1. Anything but a whole number becomes 0, which no passage has, and is dropped like other unknown numbers. */
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

/** A whole number, possibly as text, in brackets or with a word around it; null for anything else. */
export function wholeNumberIn(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(/^[^\d-]*(\d+)(?:\.0+)?\D*$/.exec(value)?.[1] ?? NaN) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
}

/** The items of a list that may be one text. */
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
