import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { IndexStore } from '../indexing/store.ts';
import { isLearnedModel } from '../models/builtin/staticModel.ts';
import { indexStatus, type IndexStatus } from '../protocol/indexStatus.ts';
import { isOfBuiltin } from './builtinModels.ts';
import { chosenFor } from './indexEmbedders.ts';

export interface IndexMoment {
  /** What answers now. */
  readonly snapshot: IndexSnapshot | undefined;
  readonly isIndexing: boolean;
  /** When a pass has last found nothing to write; empty before there was one. */
  readonly unchangedAtUtc: string;
  readonly isLearningDue: (metas: ReadonlyMap<string, string>) => Promise<boolean>;
  /** What is kept beside a database on the disk. */
  readonly textBytes: () => Promise<number>;
}

export async function statusOf(
  store: IndexStore,
  { snapshot, isIndexing, unchangedAtUtc, isLearningDue, textBytes }: IndexMoment,
): Promise<IndexStatus> {
  const [metas, files, epoch, databaseBytes, keptBytes] = await Promise.all([
    store.metas(),
    store.files(),
    store.epoch(),
    store.database.sizeBytes(),
    textBytes(),
  ]);
  const { indexed, leftOut } = files;
  const isComplete = metas.get('epoch') === epoch;
  const storedAtUtc = metas.get('indexedAtUtc');
  const indexedAtUtc = storedAtUtc !== undefined && storedAtUtc < unchangedAtUtc ? unchangedAtUtc : storedAtUtc;
  const graph = metas.get('graph');
  return {
    state: isIndexing ? 'indexing' : isComplete ? 'ready' : indexed > 0 ? 'partial' : 'none',
    ...(store.isOutdated ? { outdated: true } : {}),
    documents: indexed,
    passages: snapshot?.passageCount ?? 0,
    epoch,
    indexedAtUtc,
    skipped: leftOut,
    vectors: vectorsOf(snapshot),
    ...(snapshot ? { embedder: chosenFor(metas, snapshot.model) } : {}),
    learningDue: isComplete && (await isLearningDue(metas)),
    ...(databaseBytes === undefined ? {} : { sizeBytes: databaseBytes + keptBytes }),
    ...(graph === undefined ? {} : { graph: indexStatus.shape.graph.unwrap().parse(JSON.parse(graph)) }),
  };
}

function vectorsOf(snapshot: IndexSnapshot | undefined): IndexStatus['vectors'] {
  if (!snapshot || snapshot.model === '') return 'none';
  if (!isOfBuiltin(snapshot.model)) return 'external';
  return isLearnedModel(snapshot.model) ? 'learned' : 'plain';
}
