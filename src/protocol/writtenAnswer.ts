/** An answer that is written out after a pipeline has ended: as prose, a list or a table, every sentence with what carries it. */
import * as z from 'zod';
import { identitySource } from './identity.ts';

/** `short`: the pipeline's own answer, as published. `auto`: what the question calls for. */
export const answerForm = z.enum(['short', 'explained', 'list', 'table', 'auto']);
export type AnswerForm = z.infer<typeof answerForm>;
/** What a written answer can be. */
export const writtenForm = answerForm.exclude(['short', 'auto']);
export type WrittenForm = z.infer<typeof writtenForm>;

/** How an answer is to be written. */
export const answerWanted = z.object({
  form: answerForm.optional().describe('short unless given'),
  /** Whether sentences of a written answer that nothing supports are left out. Default: false. */
  strict: z.boolean().optional(),
});
export type AnswerWanted = Readonly<z.infer<typeof answerWanted>>;
export const formWanted = answerWanted.pick({ form: true });

export function askedFormOf({ form = 'short' }: Pick<AnswerWanted, 'form'>): AnswerForm {
  return form;
}

export function isStrict({ strict = false }: Pick<AnswerWanted, 'strict'>): boolean {
  return strict;
}

/** A form under its published name. */
export function inForm<F extends string>(form: F): { readonly form: F } {
  return { form };
}

/**
 * `quoted`: words of a document. `supported`: it says no more than its quotes, or an entailment model says that they carry it.
 * `not-checked`: nothing wrong was found, which is no support. `own-knowledge`: from the model's memory, and said to be. Runs of earlier
 * versions have `supported` also for what was not checked.
 */
const support = z.enum(['quoted', 'supported', 'not-checked', 'unsupported', 'contradicted', 'own-knowledge']);
export type Support = z.infer<typeof support>;

/**
 * Why a sentence is not supported. `no-quote`: it names no words of a passage. `quote-missing`: the words that it names are in no passage
 * it was given. `quote-differs`: a passage has them but for a few. The others say what its quotes lack or say otherwise: `model` is the
 * verdict of an entailment model.
 */
export const doubt = z.object({
  kind: z.enum(['no-quote', 'quote-missing', 'quote-differs', 'number', 'date', 'name', 'negation', 'words', 'model']),
  /** The words of the sentence, the missing quote, or what differs in a quote. */
  words: z.string().optional(),
  /** What the document has in place of words that differ. */
  has: z.string().optional(),
});
export type Doubt = Readonly<z.infer<typeof doubt>>;

/** Words of a sentence that no quote has, and what a document is known by shows. */
const shown = z.object({
  words: z.string(),
  from: z.union([identitySource, z.literal('headings')]),
  path: z.string(),
});
export type Shown = Readonly<z.infer<typeof shown>>;

const writtenSentence = z.object({
  text: z.string(),
  /** Numbers of the citations that carry it. */
  citations: z.array(z.number().int().positive()),
  support,
  why: doubt.optional(),
  shown: z.array(shown).optional(),
  /** Of one that is not checked: its words that nothing shows, as they are written, in order. */
  unshown: z.array(z.string()).optional(),
});
export type WrittenSentence = Readonly<z.infer<typeof writtenSentence>>;

/** Positions in `sentences`. */
const some = z.array(z.number().int().nonnegative());

const writtenBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), sentences: some }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(some) }),
  z.object({
    kind: z.literal('table'),
    /** The first is above the names of the rows, and may be empty. */
    columns: z.array(z.string()),
    /** One cell per column but the first. A cell without sentences: the documents do not say. */
    rows: z.array(z.object({ name: z.string(), cells: z.array(some) })),
  }),
]);
export type WrittenBlock = Readonly<z.infer<typeof writtenBlock>>;

/** `C` is a citation; see `trace.ts`. */
export const writtenAnswerOf = <C extends z.ZodType>(citation: C) =>
  z.object({
    /** The question calls for what it has become, so that no short answer is shown beside it. */
    leads: z.literal(true).optional(),
    blocks: z.array(writtenBlock),
    sentences: z.array(writtenSentence),
    /** Sentences that say how documents disagree, each with citations of both. */
    conflicts: some,
    /** What the question asks for and the documents do not say, a sentence each. */
    notStated: z.array(z.string()),
    /** Those it names, with the numbers of the run's citations and digest where they are the same places. */
    citations: z.array(citation),
    /** How many sentences were left out because nothing supports them. */
    dropped: z.number().int().positive().optional(),
  });

/** What an answer has become, whatever was asked for. */
export function writtenFormOf({ blocks }: { readonly blocks: readonly WrittenBlock[] }): WrittenForm {
  if (blocks.some(({ kind }) => kind === 'table')) return 'table';
  return blocks.some(({ kind }) => kind === 'list') ? 'list' : 'explained';
}
