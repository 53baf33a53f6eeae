/** A role: what a pipeline asks of a reasoner (pipelines.md), and how a chat model serves it. What needs one brings it. */
import type * as z from 'zod';
import type { ChatMessage, ReplyToken } from '../models/models.ts';
import type { Knowledge } from '../protocol/knowledge.ts';
import type { ReplyField } from './prompts/blocks.ts';

export interface RoleFacts {
  /** Unique. Logs and flags name the role by it. */
  readonly id: string;
  /**
   * `plan`: it decides what to look up next. Another model can serve such roles, and they are shown what documents of the
   * folder are like.
   * `answer`: it answers from evidence, and follows what the run's answers may rest on. Absent for roles that guess on purpose, judge by
   * evidence alone, or say what a model knows.
   */
  readonly work?: 'plan' | 'answer';
}

export interface Role<I, O> extends RoleFacts {
  readonly temperature: number;
  readonly topP?: number;
  readonly maxTokens: number;
  /** The role name for repair calls, if the paper gives them one; otherwise the role's name. */
  readonly repairedAs?: string;
  /** Whether to request the log-probabilities of tokens. */
  readonly logprobs?: boolean;
  /** How many alternatives of each token to request with them. */
  readonly alternatives?: number;
  /** The output for an empty reply or a refusal; absent when the role needs a reply in its format. */
  readonly abstention?: O;
  /** Schema of the reply object, every field with a `describe`; absent for a role that replies in plain text. */
  schema?(input: I): z.ZodType;
  messages(input: I, fields: readonly ReplyField[]): readonly ChatMessage[];
  /** For a role that replies in plain text: what a person sees of it while it is being written. Default: all. */
  readonly shown?: (text: string) => string;
  /** @param reply the object found in the text; for a role without a schema the trimmed text */
  read(reply: unknown, input: I, raw: RawReply): Reading<O>;
  /** For a role that also accepts plain text: the output for a reply without an object; null when it cannot be read. */
  readText?(text: string, input: I): Outcome<O> | null;
  /**
   * The output when the reply stays unusable, the call failed, or the reasoner cannot serve the role. `text` is the model's text, or empty.
   */
  fallback(input: I, text: string): O;
  /** The input with less document text; null when none is left to remove. Absent where there is none. */
  shorten?(input: I): { readonly input: I; readonly dropped: number } | null;
}

/** The result of a reply. `O` is the role's output. */
export interface Outcome<O> {
  readonly output: O;
  /** Default: none. */
  readonly flags?: readonly string[];
}

export type Reading<O> =
  | { readonly ok: true; readonly outcome: Outcome<O> }
  /** What is wrong, in words that a model can act on. */
  | { readonly ok: false; readonly problem: string };

/** The model's text, for roles that need more than the object in it. */
export interface RawReply {
  readonly text: string;
  /** Natural logarithms of the token probabilities in order, without the end of text; undefined when the server gave none. */
  readonly logprobs?: readonly number[];
  /** Its tokens with their alternatives; undefined when the server gave none. */
  readonly tokens?: readonly ReplyToken[];
  /** Whether it reached the most tokens that it may have. */
  readonly isCut?: boolean;
}

/** For inputs of roles that answer. */
export interface Knowing {
  /**
   * What the answer may rest on. Default: the evidence given; for a role without evidence, what the model knows. With `as-published` the
   * prompt leaves open what the model does when that gives no answer.
   */
  readonly knowledge?: Knowledge;
}

/** For inputs of roles that plan, so that what they ask stays in the domain of the folder. */
export interface AboutFolder {
  /** Lines about some documents, such as `RFC 3085 · edition 2021`. Default: nothing is said. */
  readonly documents?: readonly string[];
}
