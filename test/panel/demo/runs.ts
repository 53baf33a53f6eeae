/** Run logs of questions about the sample folder, written by hand. */
import type { NewRunEvent, RunEvent } from '../../../src/protocol/events.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { Citation } from '../../../src/protocol/trace.ts';
import { DemoLog, type Found } from './log.ts';
import * as documents from './passages.ts';
import { longWinded, rightToLeft } from './runsInOtherScripts.ts';
import { runsNaming } from './runsNaming.ts';
import { runsWritten } from './runsWritten.ts';
import { withDigest } from './withDigest.ts';

const daughter = 'Who is the daughter of the founder of the company that built the Orrin barrage?';

const written =
  '**Sybil Achterby** [3]. The Orrin barrage was built by the Varrow Tidal Company [1], which Rosalind Achterby founded in 1896 [2]; her only child was a daughter, Sybil. The islands remember her chiefly as a pilot.';

function finished(answer: string): readonly RunEvent[] {
  const log = new DemoLog();
  log.start(daughter, 'openai:qwen2.5-7b-instruct');
  step(
    log,
    's1',
    'Which company built the Orrin barrage?',
    undefined,
    companyFound,
    'Varrow Tidal Company',
    'It was built by the Varrow Tidal Company',
  );
  step(log, 's2', 'Who founded the Varrow Tidal Company?', 's1', founderFound, 'Rosalind Achterby', 'founded in 1896 by Rosalind Achterby');
  step(
    log,
    's3',
    'Who was the daughter of Rosalind Achterby?',
    's2',
    daughterFound,
    'Sybil Achterby',
    'Her only child was a daughter, Sybil Achterby',
  );
  log.call('root', 'sunar.step', 655, 24, 310);
  log.node('meta', 'meta', 'Check the path against the best evidence of all steps');
  for (const from of ['s1', 's2', 's3']) log.add(0, { kind: 'edge-added', from, to: 'meta', edge: 'combines_into' });
  log.add(20, { kind: 'node-changed', node: 'meta', status: 'running', activity: { kind: 'finishing' } });
  log.add(90, { kind: 'reranked', rerank: { id: 'meta/rerank', node: 'meta', query: daughter, pairs: 6, ms: 70 } });
  log.call('meta', 'sunar.mer', 1422, 58, 900);
  log.add(5, { kind: 'node-changed', node: 'meta', status: 'answered', set: { answer: 'Sybil Achterby' } });
  log.add(5, {
    kind: 'cited',
    citations: [
      citation(1, 's1', documents.barrage, 'It was built by the Varrow Tidal Company'),
      citation(2, 's2', documents.company, 'founded in 1896 by Rosalind Achterby'),
      citation(3, 's3', documents.rosalind, 'Her only child was a daughter, Sybil Achterby'),
    ],
    unsupported: answer === written ? [{ start: written.indexOf('The islands'), end: written.length }] : [],
  });
  log.add(0, { kind: 'node-changed', node: 'root', status: 'answered', set: { answer: 'Sybil Achterby' } });
  log.add(5, { kind: 'run-finished', status: 'ok', answer, abstained: false, stopReason: 'finished', bytesSent: 0 });
  return log.events;
}

/** A plan with independent steps, one of which was given up and planned again. */
function planned(): readonly RunEvent[] {
  const log = new DemoLog();
  const question = 'Which of the engineers of the Orrin barrage and the Quillan Gate plant was born first?';
  log.start(question, 'openai:qwen2.5-7b-instruct');
  log.call('root', 'plan', 512, 96, 700);
  log.node('p1', 'sub_question', 'Which engineers built tidal plants in the Varrow Isles?');
  log.retrieve('p1', 'Which engineers built tidal plants in the Varrow Isles?', companyFound.slice(1));
  log.add(300, { kind: 'node-changed', node: 'p1', status: 'superseded' });
  log.node('a1', 'sub_question', 'Who designed the Orrin barrage?', 1);
  log.node('a2', 'sub_question', 'Who designed the Quillan Gate plant?', 1);
  log.node('a3', 'sub_question', 'When was {1} born?', 1);
  log.node('a4', 'sub_question', 'When was {2} born?', 1);
  log.node('a5', 'sub_question', 'Which of {3} and {4} is earlier?', 1);
  for (const [from, to] of [
    ['a1', 'a3'],
    ['a2', 'a4'],
    ['a3', 'a5'],
    ['a4', 'a5'],
  ] as const)
    log.add(0, { kind: 'edge-added', from, to, edge: 'depends_on' });
  log.retrieve('a1', 'Who designed the Orrin barrage?', companyFound);
  log.add(60, {
    kind: 'node-changed',
    node: 'a1',
    status: 'supported',
    set: { answer: 'Ines Tarrow', evidenceQuote: 'Ines Tarrow designed the barrage' },
  });
  log.retrieve('a2', 'Who designed the Quillan Gate plant?', founderFound);
  log.add(60, {
    kind: 'node-changed',
    node: 'a2',
    status: 'failed',
    set: { failure: 'The model did not answer in time; ask again or choose another model.' },
  });
  log.add(0, { kind: 'node-changed', node: 'a3', set: { resolvedText: 'When was Ines Tarrow born?' } });
  log.retrieve('a3', 'When was Ines Tarrow born?', inesFound);
  log.add(60, {
    kind: 'node-changed',
    node: 'a3',
    status: 'revised',
    set: { answer: '4 March 1871', answerBeforeRevision: '1871', evidenceQuote: 'born in Kelmouth on 4 March 1871' },
  });
  log.add(20, { kind: 'node-changed', node: 'a4', status: 'running', activity: { kind: 'reranking', done: 32, of: 64 } });
  return log.events;
}

/** Fifty sub-questions of one gap, every fifth rejected by vote. */
function many(): readonly RunEvent[] {
  const log = new DemoLog();
  log.start('Who was who in the Varrow Isles?', 'openai:qwen2.5-7b-instruct');
  for (let i = 1; i <= 50; i++) {
    log.node(
      `q1.${i}`,
      'sub_question',
      `What is known of person number ${i} of the register${i % 7 === 0 ? ', and of the whole family' : ''}?`,
    );
    const isRejected = i % 5 === 0;
    log.add(2, {
      kind: 'node-changed',
      node: `q1.${i}`,
      status: 'running',
      set: { votes: [true, !isRejected, i % 2 === 0 && !isRejected] },
    });
    log.add(2, { kind: 'node-changed', node: `q1.${i}`, status: isRejected ? 'rejected' : 'supported' });
  }
  return log.events;
}

/** The check over all evidence gave no answer: the steps' answer is used. */
function unconfirmed(): readonly RunEvent[] {
  const log = new DemoLog();
  const question = 'Who founded the company that built the Orrin barrage?';
  log.start(question, 'builtin');
  const [company, founder] = ['Which company built the Orrin barrage?', 'Who founded the Varrow Tidal Company?'];
  step(log, 's1', company, undefined, companyFound, 'Varrow Tidal Company', 'It was built by the Varrow Tidal Company');
  step(log, 's2', founder, 's1', founderFound, 'Rosalind Achterby', 'founded in 1896 by Rosalind Achterby');
  log.node('meta', 'meta', question);
  for (const from of ['s1', 's2']) log.add(0, { kind: 'edge-added', from, to: 'meta', edge: 'combines_into' });
  log.add(90, { kind: 'node-changed', node: 'meta', flag: 'mer_fallback' });
  log.add(0, { kind: 'node-changed', node: 'meta', status: 'answered', set: { answer: null, abstained: true } });
  log.node('final', 'final', question);
  log.add(0, { kind: 'edge-added', from: 'meta', to: 'final', edge: 'combines_into' });
  const given = { answer: 'Rosalind Achterby', unconfirmed: 'check-gave-none' } as const;
  log.add(5, { kind: 'node-changed', node: 'final', status: 'answered', set: given });
  log.add(0, { kind: 'node-changed', node: 'root', status: 'answered', set: { answer: given.answer } });
  log.add(5, {
    kind: 'cited',
    citations: [
      citation(1, 's1', documents.barrage, 'It was built by the Varrow Tidal Company'),
      citation(2, 's2', documents.company, 'founded in 1896 by Rosalind Achterby'),
    ],
  });
  log.add(5, { kind: 'run-finished', status: 'ok', answer: given.answer, abstained: false, stopReason: 'finished', bytesSent: 0 });
  return log.events;
}

function abstained(chat: string): readonly RunEvent[] {
  const log = new DemoLog();
  log.start('Where was the designer of Cape Averel Light born?', chat);
  if (chat === 'builtin') log.add(0, { kind: 'flagged', flag: 'role_unavailable:sunar.asu' });
  step(log, 's1', 'Who designed Cape Averel Light?', undefined, lightFound, 'Lucien Dastre', 'He signed the drawings');
  log.node('s2', 'sub_question', 'Where was Lucien Dastre born?');
  log.add(0, { kind: 'edge-added', from: 's1', to: 's2', edge: 'then' });
  log.retrieve('s2', 'Where was Lucien Dastre born?', bornFound);
  log.add(200, { kind: 'node-changed', node: 's2', status: 'answered', set: { answer: null, abstained: true } });
  log.add(0, { kind: 'node-changed', node: 'root', status: 'answered', set: { answer: null, abstained: true } });
  log.add(5, { kind: 'run-finished', status: 'ok', answer: null, abstained: true, stopReason: 'finished', bytesSent: 0 });
  return log.events;
}

const refused = 'The chat model at http://127.0.0.1:11434 refused the connection; start the server or choose another model.';
const offline =
  'Ariadne is offline ("ariadne.offline"; on the command line ARIADNE_OFFLINE), so api.openai.com was not contacted. Turn that off, or use what is on this machine.';

function failed(failure: string, stopReason: string): readonly RunEvent[] {
  const log = new DemoLog();
  log.start(daughter, 'openai:gpt-4.1-mini');
  step(
    log,
    's1',
    'Which company built the Orrin barrage?',
    undefined,
    companyFound,
    'Varrow Tidal Company',
    'It was built by the Varrow Tidal Company',
  );
  log.node('s2', 'sub_question', 'Who founded the Varrow Tidal Company?');
  log.add(0, { kind: 'edge-added', from: 's1', to: 's2', edge: 'then' });
  log.retrieve('s2', 'Who founded the Varrow Tidal Company?', founderFound);
  log.add(200, { kind: 'node-changed', node: 's2', status: 'failed', set: { failure } });
  log.add(5, { kind: 'run-finished', status: 'failed', answer: null, abstained: false, stopReason, failure, bytesSent: 18_240 });
  return log.events;
}

function stopped(): readonly RunEvent[] {
  const log = new DemoLog();
  log.events.push(...finished(written).slice(0, 40));
  log.add(9000, { kind: 'run-finished', status: 'cancelled', answer: null, abstained: false, stopReason: 'cancelled', bytesSent: 0 });
  return log.events;
}

function step(
  log: DemoLog,
  id: string,
  text: string,
  after: string | undefined,
  found: readonly Found[],
  answer: string,
  evidenceQuote: string,
): void {
  log.call('root', 'sunar.step', 340, 31, 420);
  log.node(id, 'sub_question', text);
  if (after !== undefined) log.add(0, { kind: 'edge-added', from: after, to: id, edge: 'then' });
  log.retrieve(id, text, found);
  log.call(id, 'sunar.read', 1130, 46, 800);
  log.add(5, { kind: 'node-changed', node: id, status: 'answered', set: { answer, evidenceQuote } });
}

function citation(n: number, nodeId: string, { id, path, documentHash, range }: Passage, quote: string): Citation {
  return { n, path, startLine: range.startLine + 1, endLine: range.endLine, quote, documentHash, nodeId, passageId: id, linesHash: 'demo' };
}

const companyFound: readonly Found[] = [
  { passage: documents.barrage, score: 0.94, t: 0, firstStageRank: 4 },
  { passage: documents.company, score: 0.61, t: 1, via: documents.barrage.id },
  { passage: documents.narrows, score: 0.44, t: 0, firstStageRank: 1 },
  { passage: documents.ness, score: 0.38, t: 0, firstStageRank: 0 },
];
const founderFound: readonly Found[] = [
  { passage: documents.company, score: 0.97, t: 0, firstStageRank: 0 },
  { passage: documents.rosalind, score: 0.58, t: 0, firstStageRank: 41, mention: { by: documents.company, name: 'Rosalind Achterby' } },
  { passage: documents.barrage, score: 0.4, t: 2, firstStageRank: 18 },
];
const daughterFound: readonly Found[] = [
  { passage: documents.rosalind, score: 0.92, t: 1, via: documents.sybil.id },
  { passage: documents.sybil, score: 0.71, t: 0, firstStageRank: 2 },
  { passage: documents.company, score: 0.52, t: 0, firstStageRank: 1 },
  { passage: documents.ines, score: 0.36, t: 3, via: documents.rosalind.id },
];
const inesFound: readonly Found[] = [
  { passage: documents.ines, score: 0.95, t: 0, firstStageRank: 2 },
  { passage: documents.barrage, score: 0.41, t: 1, via: documents.ines.id },
];
const lightFound: readonly Found[] = [
  { passage: documents.averel, score: 0.83, t: 0, firstStageRank: 1 },
  { passage: documents.narrows, score: 0.31, t: 2, firstStageRank: 9 },
];

const bornFound: readonly Found[] = [
  { passage: documents.averel, score: 0.37, t: 1, via: documents.ness.id },
  { passage: documents.narrows, score: 0.21, t: 0, firstStageRank: 9 },
];

/** The short answer's run, made again with another second question and a banned passage. */
function made(): readonly RunEvent[] {
  const edits = { texts: { s2: 'Who put up the capital of the Varrow Tidal Company?' }, banned: [documents.narrows.id], rerun: ['s3'] };
  const events = finished('Ines Tarrow').flatMap((event): readonly NewRunEvent[] => {
    if (event.kind === 'run-started') return [{ ...event, spec: { ...event.spec, from: { runId: 'earlier', indexEpoch: '1', edits } } }];
    if (event.kind === 'node-added' && event.node.id === 's2') return [{ ...event, node: { ...event.node, text: edits.texts.s2 } }];
    if (event.kind === 'llm-called' && event.call.node === 's1') {
      const recalled = { kind: 'recorded', key: 'k', of: 'chat', node: 's1', value: null, recalled: true } as const;
      return [recalled, { ...event, call: { ...event.call, recalled: true } }];
    }
    if (event.kind === 'node-changed' && event.node === 's3' && event.set?.answer !== undefined) {
      return [{ ...event, set: { ...event.set, answer: 'Ines Tarrow' } }];
    }
    return [event];
  });
  return events.map((event, n) => ({ ...event, n, at: n * 20 }));
}

/** Follows another, which two more follow. */
function followed(): readonly RunEvent[] {
  const follows = { runId: 'before', typed: 'Who is her daughter?', by: 'model' as const };
  const scope = { text: 'in:people/ type:md -in:drafts', documents: 12, passages: 40 };
  return finished('Sybil Achterby').map((event) =>
    event.kind === 'run-started' ? { ...event, spec: { ...event.spec, follows }, scope } : event,
  );
}

/** The run, whose answer leaves something open. */
function inPart(events: readonly RunEvent[], missing: string): readonly RunEvent[] {
  return events.map((event) =>
    event.kind === 'node-changed' && event.node === 'root' && event.set?.answer != null
      ? { ...event, set: { ...event.set, missing } }
      : event,
  );
}

const logs: Readonly<Record<string, readonly RunEvent[]>> = {
  finished: finished(written),
  short: finished('Sybil Achterby'),
  'in part': inPart(finished('Sybil Achterby'), 'when she was born'),
  made: made(),
  followed: followed(),
  hostile: finished(
    '<img src=x onerror=alert(1)> ![i](https://example.org/i.png) [click](command:x) https://example.org <b>b</b>\n\n| a | b |\n|---|---|\n| 1 | `c` |\n\n- [ ] one [1]',
  ),
  planned: planned(),
  many: many(),
  unconfirmed: unconfirmed(),
  abstained: abstained('builtin'),
  'abstained, with a model': abstained('openai:qwen2.5-7b-instruct'),
  failed: failed(refused, 'chat-unreachable'),
  'failed, offline': failed(offline, 'door-refused'),
  stopped: stopped(),
  'right-to-left': rightToLeft(),
  long: longWinded(),
  ...runsNaming(finished('Sybil Achterby')),
  ...runsWritten(finished('Sybil Achterby'), abstained('openai:qwen2.5-7b-instruct')),
};

export const demoRuns: typeof logs = Object.fromEntries(Object.entries(logs).map(([state, events]) => [state, withDigest(events)]));
