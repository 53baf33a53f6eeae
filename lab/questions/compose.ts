/** All questions that a folder's documents yield. */
import { yieldToEventLoop } from '../../src/base/abort.ts';
import { authorBridges } from './authorQuestions.ts';
import { flawOf } from './checks.ts';
import { choose, type ChoiceOptions } from './choose.ts';
import { documentsOf } from './documents.ts';
import { datedComparisons, hardDatedComparisons, relatedFields, sameFields } from './fieldQuestions.ts';
import type { Draft, SourceDocument, SourcePassage } from './interfaces.ts';
import { mentionBridges, mentionsAmong, sharedMentions } from './mentionQuestions.ts';
import { relativesBy, type Relatives } from './relatives.ts';

export interface Composed {
  readonly drafts: readonly Draft[];
  /** Documents in English, of which questions can be made. */
  readonly documents: number;
  /** Documents left out because they are in another language, or have the name of another one. */
  readonly leftOut: number;
}

/**
 * @param edges pairs of paths, one for each edge of the neighbor graph and each mention
 * @returns at most `count` drafts that passed the checks; the same for the same documents and seed
 */
export async function compose(
  passages: readonly SourcePassage[],
  edges: Iterable<readonly [string, string]>,
  options: ChoiceOptions & { readonly signal: AbortSignal },
): Promise<Composed> {
  const documents = documentsOf(passages);
  const relatives = relativesBy(edges);
  const drafts: Draft[] = [];
  for (const make of makers(documents, relatives)) {
    await yieldToEventLoop();
    options.signal.throwIfAborted();
    for (const draft of make()) drafts.push(draft);
  }
  const sound = drafts.filter((draft) => flawOf(draft) === undefined);
  const paths = new Set(passages.map(({ passage }) => passage.path));
  return { drafts: choose(sound, options), documents: documents.length, leftOut: paths.size - documents.length };
}

function makers(documents: readonly SourceDocument[], relatives: Relatives): readonly (() => readonly Draft[])[] {
  const mentionsOf = mentionsAmong(documents);
  const described = (): readonly Draft[] => [...relatedFields(documents), ...mentionBridges(documents, mentionsOf)];
  return [
    described,
    () => authorBridges(documents, mentionsOf),
    () => sharedMentions(documents, relatives, mentionsOf),
    () => datedComparisons(documents, relatives),
    () => hardDatedComparisons(documents, relatives, described()),
    () => sameFields(documents, relatives),
  ];
}
