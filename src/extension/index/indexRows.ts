/** The top rows of the index view as data: work in progress, problems, contents. Pure. */
import { t } from '@vscode/l10n';
import type { IndexStatus, IndexWork as Work, IndexingState } from '../../protocol/indexStatus.ts';
import { shortName } from '../../protocol/modelName.ts';
import { progressText, shortProgress, stageText } from './progressText.ts';
import { bytesText, count } from '../../base/amounts.ts';
import { present } from '../../base/defined.ts';
import { ageText } from '../times.ts';

export interface IndexRow {
  readonly kind: 'row';
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: string;
  readonly isWarning?: true;
  /** What the status bar says of it; absent for rows that are not in it. */
  readonly status?: string;
  readonly command?: string;
  /** The children of the row, with the version of the index. */
  readonly below?: { readonly kind: 'documents' | 'attention'; readonly version: string };
}

export interface IndexFacts {
  readonly folderName: string;
  readonly status: IndexStatus;
  readonly indexing: IndexingState;
  readonly indexUri: string | undefined;
  /** The name of the chosen method. */
  readonly method: string;
  /** Who answers, in a few words, and a line for each role. */
  readonly models: { readonly name: string; readonly about: string };
  /** Id of the embedder that is chosen. */
  readonly embedder: string;
  readonly bytesSent: number;
}

/** Of a folder of several, with these rows below. */
export const folderRowId = 'folder';

export function isFolderRow(argument: unknown): boolean {
  const { kind, id } = (argument ?? {}) as Partial<IndexRow>;
  return kind === 'row' && id === folderRowId;
}

export function indexRows(facts: IndexFacts, now: Date): readonly IndexRow[] {
  const { folderName, status, method, models, bytesSent } = facts;
  const filesVersion = JSON.stringify([status.epoch, status.indexedAtUtc, status.skipped]);
  const embedder = comingEmbedder(status, facts.embedder);
  return [
    ...urgentRows(facts, now),
    row('documents', count(status.documents, 'document'), 'library', {
      description: count(status.passages, 'passage'),
      tooltip: `${t('{0}: indexed documents', folderName)}${graphText(status)}`,
    }),
    ...(status.skipped.files === 0 ? [] : [attentionRow(status.skipped.files, filesVersion)]),
    ...agedRows(status, now),
    row('vectors', t('Search by meaning'), 'circuit-board', vectorTexts(facts, embedder)),
    ...comingRows(facts, embedder),
    ...placeRows(facts),
    row('method', t('Method'), 'type-hierarchy', { description: method, command: 'ariadne.choosePipeline' }),
    row('models', t('Models'), 'chip', { description: models.name, tooltip: models.about, command: 'ariadne.chooseModels' }),
    row('network', t('Network'), 'globe', { description: t('{0} sent', bytesText(bytesSent)), command: 'ariadne.showLedger' }),
    row('files', t('Documents'), 'list-tree', { below: { kind: 'documents', version: filesVersion } }),
  ];
}

/** What goes on, and why the index may differ from the folder, the most important first. */
export function urgentRows(facts: Pick<IndexFacts, 'status' | 'indexing' | 'embedder'>, now: Date): readonly IndexRow[] {
  const embedder = comingEmbedder(facts.status, facts.embedder);
  const work = facts.indexing.work.filter((one) => isWorthSaying(one, now));
  return [...work.flatMap((one) => workRows(one, embedder)), ...standingRows(facts)];
}

function row(id: string, label: string, icon: string, facts: Omit<Partial<IndexRow>, 'kind' | 'id' | 'label' | 'icon'>): IndexRow {
  return { kind: 'row', id, label, icon, ...facts };
}

/** Whether to show work. Updating a saved file takes a moment and happens all the time. */
function isWorthSaying({ kind, beganAtMs }: Work, now: Date): boolean {
  return kind !== 'update' || now.getTime() - beganAtMs >= LONG_UPDATE_MS;
}

const LONG_UPDATE_MS = 2_000;

/** @param embedder the one whose vectors are being made */
function workRows(work: Work, embedder: string | undefined): readonly IndexRow[] {
  const { kind, progress } = work;
  const isSwitch = kind === 'learn' && embedder !== undefined;
  const learning = isSwitch ? t('Preparing search with {0}', embedder) : t('Learning from your documents');
  const label = { index: t('Indexing'), update: t('Updating'), learn: learning }[kind];
  const description = progress ? progressText(progress) : t('starting');
  const why = isSwitch
    ? t('Until it is done, search uses the current model. You can ask questions meanwhile.')
    : t('Search is learning this folder’s words to find passages by meaning. You can ask questions meanwhile.');
  const about = kind === 'learn' ? `\n\n${why}` : '';
  return [
    row(`work:${kind}`, label, 'sync~spin', {
      description,
      tooltip: `${label}: ${description}${about}`,
      status: shortProgress(work, isSwitch),
    }),
    ...stageRows(kind, progress),
    ...(kind === 'index' ? [stopRow(t('Stop Indexing'), t('What is indexed so far is kept. Index again to continue.'))] : []),
    ...(isSwitch ? [stopRow(t('Stop Preparing'), t('What is done so far is kept. Search uses the current model.'))] : []),
  ];
}

/** Rows for the stages of work. Learning only shows that it waits; its name says the rest. */
function stageRows(kind: Work['kind'], progress: Work['progress']): readonly IndexRow[] {
  if (!progress || (progress.work === 'learn' && progress.stage !== 'wait')) return [];
  const { label, description } = stageText(progress);
  const more = description === undefined ? {} : { description, tooltip: `${label}: ${description}` };
  return [row(`stage:${kind}`, label, 'blank', more)];
}

/** A visible row, because a view's buttons are hidden until the mouse is over it. */
function stopRow(label: string, tooltip: string): IndexRow {
  return row(`stop:${label}`, label, 'debug-stop', { tooltip, command: 'ariadne.stopIndexing' });
}

/** Reasons why the index may differ from the folder. */
function standingRows({
  status,
  indexing: { work, problem, pending, standstill },
}: Pick<IndexFacts, 'status' | 'indexing'>): readonly IndexRow[] {
  const isBusy = work.some(({ kind }) => kind !== 'learn');
  const waiting = pending === 'all' ? t('full scan needed') : count(pending, 'changed file');
  const index = { command: 'ariadne.index', isWarning: true } as const;
  return present([
    problem && {
      ...row('problem', t('Not up to date'), 'warning', {
        description: problem.sentence,
        status: t('Not up to date'),
        tooltip: `${problem.sentence}\n\n${t('Click to index now.')}`,
        ...index,
      }),
      ...(problem.code === 'folder-refused' ? { command: 'vscode.openFolder' as const } : {}),
    },
    status.state === 'partial' &&
      !isBusy &&
      row('partial', t('Partly indexed'), 'warning', {
        description: t('indexing was interrupted; click to continue'),
        tooltip: t('Indexing was interrupted. Click to continue.'),
        status: t('Partly indexed'),
        ...index,
      }),
    pending !== 0 && standstill !== undefined && !isBusy && pendingRow(waiting, standstill),
  ]);
}

function pendingRow(description: string, standstill: 'waiting' | 'held'): IndexRow {
  const unknown = t('Answers do not know what has changed.');
  return standstill === 'waiting'
    ? row('pending', t('Waiting for another window'), 'clock', {
        description,
        tooltip: `${t('Another window is writing this index. Ariadne retries automatically.')} ${unknown}`,
        status: t('Waiting for another window'),
      })
    : row('pending', t('Not indexed yet'), 'history', {
        description,
        tooltip: `${unknown} ${t('Click to index now.')}`,
        status: t('Not indexed yet'),
        command: 'ariadne.index',
      });
}

function attentionRow(files: number, version: string): IndexRow {
  return row('attention', t('Needs attention'), 'warning', {
    description: count(files, 'file'),
    tooltip: t('Documents that are not indexed, with the reason for each'),
    isWarning: true,
    below: { kind: 'attention', version },
  });
}

function agedRows({ indexedAtUtc }: IndexStatus, now: Date): readonly IndexRow[] {
  if (indexedAtUtc === undefined) return [];
  const at = new Date(indexedAtUtc);
  return [row('age', t('Last indexed'), 'history', { description: ageText(at, now), tooltip: at.toLocaleString() })];
}

/** The chosen embedder while other vectors answer; undefined once its own do. */
function comingEmbedder({ vectors, embedder }: IndexStatus, chosen: string): string | undefined {
  return chosen === 'builtin' || vectors === 'none' || embedder === chosen ? undefined : shortName(chosen);
}

/** Stopped or failed: a click goes on. */
function comingRows({ indexing: { work } }: IndexFacts, embedder: string | undefined): readonly IndexRow[] {
  if (embedder === undefined || work.length > 0) return [];
  return [
    row('coming', t('Search uses the old model'), 'history', {
      // The beginning is what a narrow sidebar shows.
      description: t('click to continue with {0}', embedder),
      tooltip: t('{0} has not processed all passages yet. Until it has, search uses the old model. Click to continue.', embedder),
      command: 'ariadne.index',
    }),
  ];
}

function vectorTexts(
  { status: { vectors, embedder = '' }, indexing: { work } }: IndexFacts,
  coming: string | undefined,
): Pick<IndexRow, 'description' | 'tooltip'> {
  const isLearning = coming === undefined && work.some(({ kind }) => kind === 'learn');
  const words = { none: t('not yet'), plain: t('general model'), learned: t('learned from this folder'), external: shortName(embedder) }[
    vectors
  ];
  const about = {
    none: t('Until this is ready, search finds passages by their words.'),
    plain: t('Search also finds passages by meaning, with a general model included in Ariadne.'),
    learned: t('Search also finds passages by meaning, with a model that learned from this folder’s documents on this computer.'),
    external: t('Search also finds passages by meaning, with the model that you have chosen.'),
  }[vectors];
  return {
    description: isLearning ? `${words}, ${vectors === 'learned' ? t('learning again') : t('learning from this folder')}` : words,
    tooltip: about,
  };
}

/** How passages are linked to those like them, for the tooltip: few people have to know it. */
function graphText({ graph, passages }: IndexStatus): string {
  if (!graph || graph.edges === 0 || passages === 0) return '';
  const linked = graph.exact
    ? t('Each passage is linked to the {0} most like it.', graph.k)
    : t('Each passage is linked to the {0} most like it, approximately.', graph.k);
  return `\n\n${linked} ${t('The links lead a question to evidence that the first search misses.')}`;
}

function placeRows({ status: { sizeBytes }, indexUri }: IndexFacts): readonly IndexRow[] {
  const size = sizeBytes === undefined ? [] : [row('size', t('Size on disk'), 'database', { description: bytesText(sizeBytes) })];
  return indexUri === undefined ? size : [row('place', t('Kept at'), 'cloud', { description: indexUri, tooltip: indexUri }), ...size];
}

/** Tracks the rows that a tree has. The tree identifies a row by its object, while the row's content changes. */
export class ShownRows {
  #given: readonly IndexRow[] = [];
  #now: ReadonlyMap<string, IndexRow> = new Map();

  /** Sets the rows of the tree. */
  give(rows: readonly IndexRow[]): readonly IndexRow[] {
    this.#given = rows;
    this.#now = byId(rows);
    return rows;
  }

  /** The current content of a row of the tree. */
  now(row: IndexRow): IndexRow {
    return this.#now.get(row.id) ?? row;
  }

  /** The rows whose content has changed; `all` when there are different rows. */
  update(rows: readonly IndexRow[]): 'all' | readonly IndexRow[] {
    const before = this.#now;
    this.#now = byId(rows);
    if ([...before.keys()].join() !== [...this.#now.keys()].join()) return 'all';
    return this.#given.filter(({ id }) => JSON.stringify(before.get(id)) !== JSON.stringify(this.#now.get(id)));
  }
}

function byId(rows: readonly IndexRow[]): ReadonlyMap<string, IndexRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
