/**
 * The panel in a plain browser, with a host that plays a run. In the address: `run` (a name of `demoRuns`, or of a log given to the
 * script), `until` (number of events to send at once; without it the run is played), `table` (a name of `demoTables`, in place of a run),
 * `disagreements` (likewise, of `demoDisagreements`), `readiness`, `theme` (a name in themes.css); what else there is, `demoStates` shows.
 */
import '../../../webview-ui/src/words.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { asMethod } from '../../../src/protocol/methodNames.ts';
import type { FromPanel, PanelState, ToPanel } from '../../../src/protocol/panel.ts';
import type { FromDisagreementView } from '../../../src/protocol/disagreementView.ts';
import type { FromTableView } from '../../../src/protocol/tableView.ts';
import { emptySnapshot, follow } from '../../../src/trace/fold.ts';
import type { Changes } from '../../../webview-ui/src/changes.ts';
import { demoDisagreements } from './disagreements.ts';
import { demoRuns } from './runs.ts';
import { demoTables } from './tables.ts';
import './themes.css';

type RunHeader = Extract<RunEvent, { kind: 'run-started' }>;

/** Run logs by name, put here by the script. */
declare const demoLogs: Readonly<Record<string, readonly RunEvent[]>>;

const address = new URLSearchParams(location.search);
const run = demoRuns[address.get('run') ?? ''] ?? demoLogs[address.get('run') ?? ''];
const header = run?.find((event) => event.kind === 'run-started');
const pipeline = header?.spec.pipeline ?? 'sunar';
const runId = 'demo';
const until = Number(address.get('until') ?? 0);
const readiness = (address.get('readiness') ?? 'ready') as PanelState['readiness'];

const stale: Pick<PanelState['runs'][number], 'isPinned' | 'standing'> = {
  isPinned: true,
  standing: {
    epoch: '1',
    reasons: [
      { kind: 'cited-place', path: 'people/ines-tarrow.md', quote: 'Ines Tarrow was born in Saltvik, the daughter of a pilot.' },
      { kind: 'search', query: 'Where was the founder of Varrow Tidal Company born?', appeared: ['letters/1902-tarrow.md'], gone: 1 },
      { kind: 'cited-place', path: 'sites/survey-2019.docx', quote: 'The barrage was surveyed in 2019.', isGone: true },
    ],
  },
};

showTheme(address.get('theme') ?? 'dark');
const table = demoTables[address.get('table') ?? ''];
const disagreements = demoDisagreements[address.get('disagreements') ?? ''];
const shown = table ?? disagreements;
Object.assign(globalThis, { showTheme, acquireVsCodeApi: () => ({ postMessage: shown ? answerPage : answer, getState, setState }) });
if (table) await import('../../../webview-ui/src/table.tsx');
else if (disagreements) await import('../../../webview-ui/src/disagreements.tsx');
else await import('../../../webview-ui/src/main.tsx');

/** The classes are those that VS Code gives a webview's body. */
function showTheme(name: string): void {
  document.documentElement.dataset['theme'] = name;
  const style = getComputedStyle(document.documentElement);
  const tone = style.colorScheme === 'light' ? 'light' : 'dark';
  const hasHighContrast = style.getPropertyValue('--vscode-contrastBorder') !== '';
  document.body.className = !hasHighContrast
    ? `vscode-${tone}`
    : `vscode-high-contrast${tone === 'light' ? ' vscode-high-contrast-light' : ''}`;
}

function answerPage(message: FromTableView | FromDisagreementView): void {
  console.info('from the page', message);
  if (message.kind !== 'ready') return;
  for (const one of shown ?? []) window.postMessage(one);
  void tellShown();
}

function answer(message: FromPanel): void {
  console.info('from the panel', message);
  if (message.kind === 'ready') void (address.has('silent') ? Promise.resolve() : start()).then(tellShown);
  if (message.kind === 'ask' && run) void play();
  if (message.kind === 'preview') lookAhead(message);
  if (message.kind === 'follow-up') sendStandAlone(message);
  if (message.kind === 'want-run') sendOther(message.runId);
  const offer = { label: 'Download Qwen3-0.6B (919 MB)', cost: 'It runs on this computer. Free; nothing is sent.' };
  if (message.kind === 'want-writer') send({ kind: 'writer', offer });
  if (message.kind === 'want-passages') demoPassages(message.question);
  if (message.kind === 'want-scope-names') send({ kind: 'scope-names', epoch: '1', names: demoScopeNames });
}

/** As the engine finds them for the words of a question. */
function demoPassages(question: string): void {
  const place = { startOffset: 0, endOffset: 10, documentHash: '' };
  const found = [
    {
      path: 'sites/orrin-barrage.md',
      title: 'Orrin barrage, site summary',
      place: 'line 17',
      text: 'It was built by the Varrow Tidal Company, using stone from its own quarry at Skell Head, between 1904 and 1911, and rebuilt in 1934.',
      ...place,
    },
    { path: 'people/ines-tarrow.md', title: 'Ines Tarrow', place: 'page 3', text: 'Ines Tarrow designed the barrage.', ...place },
  ];
  send({ kind: 'passages', question, found });
}

const demoScopeNames = {
  names: ['Orrin barrage, site summary', 'Ines Tarrow', 'Varrow Tidal Company'],
  folders: ['papers', 'people', 'sites', 'papers/drafts', 'field notes'],
  files: ['people/ines-tarrow.md', 'people/sybil-achterby.md', 'sites/tamsay-narrows.md', 'papers/ebb-generation-draft.tex'],
  types: ['md', 'tex', 'pdf', 'bib'],
  months: ['2026-11', '2026-10', '2025-06'],
  fields: [
    { name: 'author', values: ['Ines Tarrow', 'Rosalind Achterby', 'Ruben Istad'] },
    { name: 'year', values: ['2024', '1998', '1952'] },
    { name: 'tags', values: ['tidal power', 'energy'] },
    { name: 'project', values: ['varrow', 'north-sea'] },
  ],
};

function sendStandAlone({ key, runId: id, question }: Extract<FromPanel, { kind: 'follow-up' }>): void {
  const follows = { runId: id, typed: question };
  const why = '“she” may mean Rosalind Achterby or Sybil Achterby. Write the one you mean.';
  const made =
    address.get('follow') === 'unclear'
      ? { question, follows: { ...follows, by: 'typed' as const, why }, isUnclear: true as const }
      : { question: 'When did Sybil Achterby learn to pilot the harbour cutter?', follows: { ...follows, by: 'model' as const } };
  if (address.get('follow') !== 'wait') send({ kind: 'stand-alone', key, runId: id, made });
}

/** The run that `made` is made from. */
function sendOther(id: string): void {
  const { trace, next } = follow(emptySnapshot, demoRuns['short'] ?? []);
  send({ kind: 'other-run', runId: id, snapshot: { trace: { ...trace, runId: id }, next } });
}

/** As if the chat model had to be asked about what was changed and all that follows. */
function lookAhead({ key, changes: { edits } }: Extract<FromPanel, { kind: 'preview' }>): void {
  if (address.get('ahead') === 'unknown') return;
  if (address.get('ahead') === 'problem')
    return send({ kind: 'preview', key, problem: 'The index lacks a passage that is pinned: index the folder again.' });
  const { nodes } = follow(emptySnapshot, run ?? []).trace;
  const changed = nodes.findIndex(({ id }) => edits.texts?.[id] !== undefined || edits.rerun?.includes(id));
  const first = changed < 0 ? 1 : changed;
  const effects = nodes.map(({ id, kind }, i) => {
    const isAfter = i > first || kind === 'root';
    return { node: id, effect: i === first ? ('again' as const) : isAfter ? ('open' as const) : ('kept' as const) };
  });
  send({
    kind: 'preview',
    key,
    preview: { nodes: effects, calls: { kept: 3, least: 1, likely: 4, most: 12 }, tokens: 4820, isExact: false },
  });
}

async function start(): Promise<void> {
  send({ kind: 'state', state: panelState(run !== undefined && until > 0 && run.slice(0, until).at(-1)?.kind !== 'run-finished') });
  const problem = 'The chat model at http://127.0.0.1:11434 refused the connection.';
  if (address.has('problem')) send({ kind: 'problem', message: problem, ways: ['Choose Models', 'Show Log'] });
  if (!run) {
    if (address.has('loading')) send({ kind: 'show-run', runId });
    return;
  }
  send({ kind: 'show-run', runId, snapshot: follow(emptySnapshot, run.slice(0, until)) });
  const written = address.get('writing');
  if (written !== null) {
    const running = follow(emptySnapshot, run.slice(0, until)).trace.nodes.filter(({ status }) => status === 'running');
    const waiting = address.has('wait') ? { waitMs: Number(address.get('wait')) } : {};
    const writings = running.map(({ id, kind }) => ({ node: id, text: written, isFinal: kind !== 'sub_question', ...waiting }));
    send({ kind: 'writing', runId, writings });
  }
  if (until === 0) await play();
  const edited = address.get('edit');
  if (address.has('follow')) await pressEnter();
  if (edited !== null) send({ kind: 'gesture', runId, gesture: { kind: 'edit', node: edited } });
}

/** In the follow-up, once it is drawn. */
async function pressEnter(): Promise<void> {
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  const box = document.querySelector('.follow-up textarea');
  box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

const batchMs = 40;

async function play(): Promise<void> {
  send({ kind: 'state', state: panelState(true) });
  let at = 0;
  // Batches as the extension sends them.
  for (const [batch, events] of Map.groupBy(run ?? [], (event) => Math.floor(event.at / batchMs))) {
    await new Promise((resolve) => setTimeout(resolve, batch * batchMs - at));
    at = batch * batchMs;
    send({ kind: 'events', runId, events });
  }
  send({ kind: 'state', state: panelState(false) });
}

/** Messages arrive after a while, the panel draws a frame later, and the map is placed when its size is known. */
async function tellShown(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  document.documentElement.dataset['shown'] = '';
}

function send(message: ToPanel): void {
  window.postMessage(message);
}

function getState(): unknown {
  const unsent = address.has('unsent') ? { draft: 'Which of the two barrages is older?' } : {};
  const collected = address.has('changed') ? { collected: { [runId]: demoChanges } } : {};
  const followUps = address.has('follow') ? { followUps: { [runId]: { text: 'When did she learn it?', without: ['type:md'] } } } : {};
  const atFirst = { ...unsent, ...collected, ...followUps };
  return JSON.parse(sessionStorage.getItem('arranged') ?? JSON.stringify(atFirst));
}

const demoChanges: Changes = [
  { kind: 'text', node: 's2', text: 'Who put up the capital of the Varrow Tidal Company?' },
  { kind: 'pin', passageId: 'people/ines-tarrow.md', node: 's3' },
  { kind: 'ban', passageId: 'sites/tamsay-narrows.md' },
  { kind: 'rerun', node: 's3' },
];

function setState(state: unknown): void {
  sessionStorage.setItem('arranged', JSON.stringify(state));
}

function summary({ spec: { question, from }, startedAtUtc }: RunHeader, isRunning: boolean): PanelState['runs'][number] {
  const status = isRunning ? 'running' : 'ok';
  const made = from === undefined ? {} : { fromRunId: from.runId };
  return { runId, log: '', question, pipeline, startedAtUtc, status, answer: null, abstained: false, seconds: 0, ...made };
}

/** The runs before and after one that follows another. */
function thread(of: RunHeader): PanelState['runs'] {
  if (of.spec.follows === undefined) return [];
  const run = summary(of, false);
  return [
    { ...run, runId: 'after', question: 'When did Sybil Achterby die?', followsRunId: runId },
    {
      ...run,
      runId: 'later',
      question: 'Which pilots’ guild did Sybil Achterby belong to, and who were its other members?',
      followsRunId: runId,
    },
    { ...run, runId: of.spec.follows.runId, question: 'Who founded the company that built the Orrin barrage?' },
  ];
}

function panelState(isRunning: boolean): PanelState {
  const passages = readiness === 'ready' || address.has('usable') ? 312 : 0;
  return {
    readiness,
    folderName: readiness === 'no-folder' ? '' : 'varrow-thesis',
    index: {
      state: readiness === 'indexing' ? 'indexing' : readiness !== 'no-index' ? 'ready' : passages > 0 ? 'partial' : 'none',
      documents: 52,
      passages,
      epoch: '1',
      skipped: { files: 0, reasons: [] },
      vectors: 'plain',
      learningDue: false,
    },
    ...(readiness === 'indexing'
      ? {
          progress: {
            work: 'index',
            stage: 'read',
            fraction: 0.36,
            documentsDone: 34,
            documentsTotal: 52,
            passages: 201,
            current: 'papers/ebb-generation-draft.tex',
          },
        }
      : {}),
    pipelines: [pipeline, 'drr-rag'].map((id) =>
      asMethod({ id, title: id.toUpperCase(), description: 'As the run was asked.', paper: '', parameters: [] }),
    ),
    pipeline,
    answerForm: { label: 'Automatic', about: 'What the question calls for.' },
    chatModel: address.get('model') ?? header?.spec.models.chat ?? 'builtin',
    ...(address.has('cost') ? { costAhead: 'About 9 calls and 14,000 tokens, at most 41 calls.' } : {}),
    ...(isRunning ? { runningId: runId } : {}),
    runs: header
      ? [
          { ...summary(header, isRunning), ...(address.has('stale') ? stale : {}) },
          ...(header.spec.from ? [{ ...summary(header, false), runId: header.spec.from.runId }] : []),
          ...thread(header),
        ]
      : [],
    bytesSent: Number(address.get('sent') ?? 0),
    suggestions: ['Where was the founder of Varrow Tidal Company born?', 'Which was built first, Orrin Barrage or Quillan Gate?'],
  };
}
