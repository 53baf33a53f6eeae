/** Collects what a run works with: a snapshot of the index, limited to its scope, and the models that its ids name. */
import { builtinProvider } from '../models/builtin/builtinProvider.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { isOfBuiltin } from '../folder/builtinModels.ts';
import type { RequiredIndex } from '../folder/folderIndexOptions.ts';
import type { EngineModels } from '../models/library/engineModels.ts';
import { answeringOf, entailmentOf, loadingOf, rerankerOf } from '../models/library/providers.ts';
import type { LoadProgress } from '../models/provider.ts';
import type { Writing } from '../protocol/writing.ts';
import { createReasoner } from '../reasoning/createReasoner.ts';
import { createBatchScorer, walkedFrom } from '../retrieval/batchScorer.ts';
import { createQuotingRetriever } from '../retrieval/quotingRetriever.ts';
import { searchedIndex } from '../run/requireGiven.ts';
import { seedShiftOf } from '../run/plan.ts';
import type { Run, RunComponents } from '../run/run.ts';
import { SentByRun } from '../run/sentByRun.ts';
import { prefersNamed } from '../run/recordedCalls.ts';
import { sourceLinesOf } from '../run/sourceLines.ts';
import { aboutAsked } from '../search/aboutQuestion.ts';
import { scopedIndex, type FolderSearch } from '../search/folderSearch.ts';

export interface RunParts {
  readonly folder: string;
  readonly index: FolderIndex;
  readonly models: EngineModels;
  readonly search: FolderSearch;
  /** Called while a model writes an answer, about twelve times a second. */
  readonly onWriting?: (runId: string, writing: Writing) => void;
}

/** Opens a run's components for the duration of `work`. @throws AriadneError `index-missing`, `model-unknown` */
export async function withComponents<T>(
  parts: RunParts,
  run: Run,
  work: (components: RunComponents) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  parts.models.requireEmbedder(run.spec.models);
  const { components, index } = await parts.index.reading(async (required) => ({
    components: await componentsOf(parts, run, required, signal),
    index: required.index.retain(),
  }));
  try {
    return await work(components);
  } finally {
    index.close();
  }
}

async function componentsOf(parts: RunParts, run: Run, required: RequiredIndex, signal: AbortSignal): Promise<RunComponents> {
  const { spec } = run;
  const { models, firstStage } = spec;
  const { index, documents } = required;
  const sent = new SentByRun();
  const onWriting = (writing: Writing): void => parts.onWriting?.(run.runId, writing);
  const providers = parts.models.providers.with(builtinProvider(required.models));
  const fetch = sent.through(parts.models.context(signal).fetch, run.runId);
  const context = { fetch, signal, onProgress: (progress: LoadProgress) => onWriting(loadingOf(progress)) };
  const { rerankPairs, nliPairs } = run.pipeline.bound(spec.params);
  const embedder = await parts.index.embedderOf(index, required.models.embedder, signal, context);
  const answering = await answeringOf(providers, models, context);
  const part = await parts.search.partOf(spec.scope, required, signal);
  const searched = await searchedIndex(spec, scopedIndex(index, part, spec.anyDocument));
  const reranker = await rerankerOf(providers, models.reranker, context, rerankPairs > 0);
  return {
    index: searched,
    documents,
    scope: part?.summary,
    ...(await aboutAsked(spec.question, { index, searched, isPart: searched !== index }, firstStage, embedder.id)),
    retriever: createQuotingRetriever(firstStage, searched, embedder),
    embedder,
    keepsVectors: !isOfBuiltin(embedder.id),
    scorer: createBatchScorer(searched, walkedFrom(firstStage), reranker, prefersNamed(spec)),
    entailment: await entailmentOf(providers, models.entailment, context, nliPairs > 0),
    createReasoner: (options) => createReasoner(answering.models, { ...options, seedShift: seedShiftOf(run), onWriting }),
    answering: answering.ids,
    folder: parts.folder,
    sourceLines: sourceLinesOf((path) => parts.index.sourceText(path, { signal })),
    sent: () => sent.parts,
  };
}
