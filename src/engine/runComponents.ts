/** Collects what a run works with: a snapshot of the index, limited to its scope, and the models that its ids name. */
import { basename } from 'node:path';
import { AriadneError, invariant, isAriadneError } from '../base/errors.ts';
import { builtinProvider } from '../models/builtin/builtinProvider.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { isOfBuiltin } from '../folder/builtinModels.ts';
import type { RequiredIndex } from '../folder/folderIndexOptions.ts';
import type { EngineModels } from '../models/library/engineModels.ts';
import { answeringOf, entailmentOf, loadingOf, rerankerOf } from '../models/library/providers.ts';
import type { LoadProgress } from '../models/provider.ts';
import type { OtherFolder } from '../protocol/runSpec.ts';
import { type Unsearched, unsearchedSentence } from '../protocol/unsearched.ts';
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
import { componentsOfAll, type FolderPart, wayFrom } from '../run/severalFolders.ts';
import { aboutAsked } from '../search/aboutQuestion.ts';
import { FolderSearch, scopedIndex } from '../search/folderSearch.ts';

export interface RunParts {
  readonly folder: string;
  readonly index: FolderIndex;
  readonly models: EngineModels;
  readonly search: FolderSearch;
  /** Opens the index of another folder. @throws AriadneError `folder-missing`, `index-missing` */
  readonly openOther: (folder: OtherFolder) => Promise<FolderIndex>;
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
  const { folders = [] } = run.spec;
  const opened: OpenedComponents[] = [];
  const unsearched: Unsearched[] = [];
  const failures: AriadneError[] = [];
  const open = async (name: string, opening: Promise<OpenedComponents>): Promise<void> => {
    try {
      opened.push(await opening);
    } catch (error) {
      if (!isAriadneError(error) || folders.length === 0) throw error;
      unsearched.push({ name, why: error.message });
      failures.push(error);
    }
  };
  try {
    await open(basename(parts.folder), openComponents(parts, run, signal));
    for (const other of folders) await open(other.name, openOther(parts, other, run, signal));
    const [first, ...others] = opened;
    if (!first) throw nothingSearched(failures, unsearched);
    return await work({ ...componentsOfAll([first, ...others]), folder: parts.folder, unsearched });
  } finally {
    for (const { index } of opened) index.close();
  }
}

interface OpenedComponents extends FolderPart {
  readonly index: RequiredIndex['index'];
}

function openComponents(parts: RunParts, run: Run, signal: AbortSignal): Promise<OpenedComponents> {
  return parts.index.reading(async (required) => {
    // Read here, where what another process replaces is read again: later a switch of models may have dropped it.
    await required.index.linked();
    return { way: '', components: await componentsOf(parts, run, required, signal), index: required.index.retain() };
  });
}

async function openOther(parts: RunParts, other: OtherFolder, run: Run, signal: AbortSignal): Promise<OpenedComponents> {
  const index = await parts.openOther(other);
  const of = { ...parts, folder: other.folder, index, search: new FolderSearch(index, parts.models) };
  return { ...(await openComponents(of, run, signal)), way: wayFrom(parts.folder, other.folder) };
}

/** What has nothing to do with a folder, such as a model, fails alike in all of them. */
function nothingSearched(failures: readonly AriadneError[], unsearched: readonly Unsearched[]): AriadneError {
  const [first] = failures;
  invariant(first, 'no folder was opened, and none failed');
  if (failures.every(({ message }) => message === first.message)) return first;
  return new AriadneError(first.code, unsearched.map(unsearchedSentence).join(' '), { cause: first });
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
