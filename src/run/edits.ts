/**
 * The user's changes in a run based on another: texts of sub-questions, passages that must or must not be found. Defines how changes are
 * merged and applied.
 */
import { AriadneError, isAriadneError } from '../base/errors.ts';
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { RunContext } from '../pipelines/pipeline.ts';
import type { FirstStageMethod } from '../protocol/runSpec.ts';
import type { RunEdits, TakenBack } from '../protocol/runOptions.ts';
import type { Trace } from '../protocol/trace.ts';
import type { AdaptiveReranker, SearchHit, Ranked, Retriever, SearchCallOptions } from '../retrieval/retrieval.ts';

const followingMethod: FirstStageMethod = 'linked';

type Editable = Pick<RunContext, 'retriever' | 'reranker'>;

/** Collaborators that apply the edits. They wrap the recorded ones, so that earlier results remain usable where no edit applies. */
export function withEdits<T extends Editable>(collaborators: T, edits: RunEdits = {}): T & Pick<RunContext, 'edited'> {
  const edited: RunContext['edited'] = (node, text) => edits.texts?.[node] ?? text;
  const choice = new Choice(edits);
  if (choice.isEmpty) return { ...collaborators, edited };
  const { retriever, reranker } = collaborators;
  return { ...collaborators, retriever: editedRetriever(retriever, choice), reranker: editedReranker(reranker, choice), edited };
}

/** Whether a passage may be found. */
export function allowed({ banned = [] }: RunEdits = {}): (passageId: string) => boolean {
  const ids = new Set(banned);
  return (passageId) => !ids.has(passageId);
}

/**
 * @param known passages of the earlier run, for their names
 * @throws AriadneError `passage-missing` for a pinned passage that is not in the index
 */
export function requirePassages(index: Pick<PassageIndex, 'rowOf'>, { pinned = [] }: RunEdits = {}, known: Trace['passages'] = {}): void {
  for (const { passageId } of pinned) {
    try {
      index.rowOf(passageId);
    } catch (cause) {
      if (!isAriadneError(cause, 'passage-missing')) throw cause;
      const path = known[passageId]?.path;
      const what = path === undefined ? `The pinned passage ${passageId}` : `A pinned passage of ${path}`;
      const way = 'Take the pin back or ban the passage, then ask again.';
      throw new AriadneError('passage-missing', `${what} is gone, because its document has changed or is no longer indexed. ${way}`, {
        cause,
      });
    }
  }
}

/** Pins and bans. */
class Choice {
  readonly #edits: RunEdits;
  readonly isAllowed: (passageId: string) => boolean;

  constructor(edits: RunEdits) {
    this.#edits = edits;
    this.isAllowed = allowed(edits);
  }

  get isEmpty(): boolean {
    return this.banned === 0 && (this.#edits.pinned ?? []).length === 0;
  }

  get banned(): number {
    return this.#edits.banned?.length ?? 0;
  }

  /** Only `linked` follows passages. */
  withoutBanned({ method }: Retriever, options: SearchCallOptions): SearchCallOptions {
    return method === followingMethod ? { ...options, without: this.#edits.banned ?? [] } : options;
  }

  pinnedFor(node: string): readonly string[] {
    const pinned = (this.#edits.pinned ?? []).filter((pin) => pin.node === undefined || pin.node === node);
    return [...new Set(pinned.map(({ passageId }) => passageId))];
  }
}

function editedRetriever(retriever: Retriever, choice: Choice): Retriever {
  return {
    method: retriever.method,
    async search(query, n, options): Promise<readonly SearchHit[]> {
      const first = await retriever.search(query, n, options);
      // Searches again only if a ban leaves a gap or leads somewhere, so that all other searches stay the same.
      const found = first.every(
        (one) => choice.isAllowed(one.passageId) && (!one.mentionedBy || choice.isAllowed(one.mentionedBy.passageId)),
      )
        ? first
        : (await retriever.search(query, n + choice.banned, choice.withoutBanned(retriever, options))).filter(({ passageId }) =>
            choice.isAllowed(passageId),
          );
      const pinned = choice.pinnedFor(options.node);
      const best = found[0]?.score ?? 1;
      return [...pinned.map((passageId) => ({ passageId, score: best })), ...found.filter(({ passageId }) => !pinned.includes(passageId))]
        .slice(0, n)
        .map(({ passageId, score }, rank) => ({ passageId, score, rank }));
    },
  };
}

function editedReranker(reranker: AdaptiveReranker, choice: Choice): AdaptiveReranker {
  return {
    scale: reranker.scale,
    async rerank(query, firstStage, parameters, options): Promise<readonly Ranked[]> {
      const ranking = (await reranker.rerank(query, firstStage, parameters, options)).filter(({ passageId }) =>
        choice.isAllowed(passageId),
      );
      const pinned = choice
        .pinnedFor(options.node)
        .map((passageId): Ranked => ranking.find((one) => one.passageId === passageId) ?? { passageId, score: null, t: 0 });
      return [...pinned, ...ranking.filter((one) => !pinned.some(({ passageId }) => passageId === one.passageId))];
    },
    /** A pinned passage gets a score just above all others, so that sorting by score puts it first. */
    async score(query, passageIds, options): Promise<readonly (number | null)[]> {
      const scores = await reranker.score(query, passageIds, options);
      const pinned = choice.pinnedFor(options.node);
      const best = Math.max(...scores.map((score) => score ?? -Infinity));
      const above = Number.isFinite(best) ? best + Math.max(1, Math.abs(best)) * 1e-6 : 1;
      return scores.map((score, i) =>
        pinned.includes(passageIds[i] ?? '') ? above : choice.isAllowed(passageIds[i] ?? '') ? score : null,
      );
    },
  };
}

export function withoutTakenBack({ texts = {}, pinned = [], banned = [] }: RunEdits = {}, takenBack: TakenBack = {}): RunEdits {
  return {
    texts: Object.fromEntries(Object.entries(texts).filter(([node]) => !takenBack.texts?.includes(node))),
    pinned: pinned.filter(({ passageId }) => !takenBack.pinned?.includes(passageId)),
    banned: banned.filter((passageId) => !takenBack.banned?.includes(passageId)),
  };
}

/** Nodes of another pipeline with the same name are different nodes. */
export function ofAnyPipeline({ pinned = [], banned = [] }: RunEdits): RunEdits {
  return { pinned: pinned.filter(({ node }) => node === undefined), banned };
}

/** What was asked again before need not be asked again. */
export function mergedEdits(before: RunEdits, now: RunEdits): RunEdits {
  const texts = { ...before.texts, ...now.texts };
  const pinned = [...(before.pinned ?? []).filter(({ passageId }) => !now.banned?.includes(passageId)), ...(now.pinned ?? [])];
  const banned = [
    ...(before.banned ?? []).filter((passageId) => !now.pinned?.some((pin) => pin.passageId === passageId)),
    ...(now.banned ?? []),
  ];
  return {
    ...(Object.keys(texts).length > 0 ? { texts } : {}),
    ...(pinned.length > 0 ? { pinned } : {}),
    ...(banned.length > 0 ? { banned } : {}),
    ...(now.rerun && now.rerun.length > 0 ? { rerun: now.rerun } : {}),
  };
}
