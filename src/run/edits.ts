/** What a user changed in a run that is made from another: the text of sub-questions, passages that must or must not be found. */
import type { PassageIndex } from '../indexing/interfaces.ts';
import type { RunContext } from '../pipelines/pipeline.ts';
import type { RunEdits } from '../protocol/runOptions.ts';
import type { AdaptiveReranker, Candidate, Ranked, Retriever } from '../retrieval/retrieval.ts';

type Editable = Pick<RunContext, 'retriever' | 'reranker'>;

/** Collaborators whose results follow the edits. They stand outside of what is remembered, so the results of an earlier run serve where no edit applies. */
export function withEdits<T extends Editable>(collaborators: T, edits: RunEdits = {}): T & Pick<RunContext, 'edited'> {
  const edited: RunContext['edited'] = (node, text) => edits.texts?.[node] ?? text;
  const choice = new Choice(edits);
  if (choice.isEmpty) return { ...collaborators, edited };
  const { retriever, reranker } = collaborators;
  return { ...collaborators, retriever: editedRetriever(retriever, choice), reranker: editedReranker(reranker, choice), edited };
}

/** Whether a passage may be found at all. */
export function allowed({ banned = [] }: RunEdits = {}): (docId: string) => boolean {
  const ids = new Set(banned);
  return (docId) => !ids.has(docId);
}

/** @throws AriadneError `passage-missing` for a pinned passage that is not in the index */
export function requirePassages(index: Pick<PassageIndex, 'rowOf'>, { pinned = [] }: RunEdits = {}): void {
  for (const { docId } of pinned) index.rowOf(docId);
}

/** Pins and bans. */
class Choice {
  readonly #edits: RunEdits;
  readonly isAllowed: (docId: string) => boolean;

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

  pinnedFor(node: string): readonly string[] {
    const pinned = (this.#edits.pinned ?? []).filter((pin) => pin.node === undefined || pin.node === node);
    return [...new Set(pinned.map(({ docId }) => docId))];
  }
}

function editedRetriever(retriever: Retriever, choice: Choice): Retriever {
  return {
    method: retriever.method,
    async search(query, n, options): Promise<readonly Candidate[]> {
      const first = await retriever.search(query, n, options);
      // One more search only where a ban leaves a gap, so that all others stay as they were.
      const found = first.every(({ docId }) => choice.isAllowed(docId))
        ? first
        : (await retriever.search(query, n + choice.banned, options)).filter(({ docId }) => choice.isAllowed(docId));
      const pinned = choice.pinnedFor(options.node);
      const best = found[0]?.score ?? 1;
      return [...pinned.map((docId) => ({ docId, score: best })), ...found.filter(({ docId }) => !pinned.includes(docId))]
        .slice(0, n)
        .map(({ docId, score }, rank) => ({ docId, score, rank }));
    },
  };
}

function editedReranker(reranker: AdaptiveReranker, choice: Choice): AdaptiveReranker {
  return {
    scale: reranker.scale,
    async rerank(query, firstStage, parameters, options): Promise<readonly Ranked[]> {
      const ranking = (await reranker.rerank(query, firstStage, parameters, options)).filter(({ docId }) => choice.isAllowed(docId));
      const pinned = choice
        .pinnedFor(options.node)
        .map((docId): Ranked => ranking.find((one) => one.docId === docId) ?? { docId, score: null, t: 0 });
      return [...pinned, ...ranking.filter((one) => !pinned.some(({ docId }) => docId === one.docId))];
    },
    /** A pinned passage scores just above all others: who sorts by score finds it first. */
    async score(query, docIds, options): Promise<readonly (number | null)[]> {
      const scores = await reranker.score(query, docIds, options);
      const pinned = choice.pinnedFor(options.node);
      const best = Math.max(...scores.map((score) => score ?? -Infinity));
      const above = Number.isFinite(best) ? best + Math.max(1, Math.abs(best)) * 1e-6 : 1;
      return scores.map((score, i) => (pinned.includes(docIds[i] ?? '') ? above : choice.isAllowed(docIds[i] ?? '') ? score : null));
    },
  };
}
