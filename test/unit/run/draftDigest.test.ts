import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quotesByQuestion, noAnswerSentence, stepNotFound } from '../../../src/protocol/noAnswer.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { Citation, DigestQuote, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { askedWords, digestOfUnfinished, draftDigest, numberedQuotes } from '../../../src/run/draftDigest.ts';
import { digestOfRun as recordedDigest, type DigestOfRun } from '../../../src/trace/digest.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';

const question = 'Where was the keeper of Orrin Ness born?';

const texts: Readonly<Record<string, string>> = {
  keeper: 'The light of Orrin Ness stands on a rock.\nIts keeper was Ada Holm. She kept the light for thirty years.',
  birth: 'Ada Holm wrote letters. Ada Holm was born in Skell, the third of nine. She left at twenty.',
  rock: 'The rock is bare.',
  copy: 'A note of the keeper. Ada Holm was born in Skell, the third of nine.',
};

function passage(id: string): Passage {
  const text = texts[id] ?? '';
  const range = { startLine: 4, endLine: 4 + text.split('\n').length, startOffset: 100, endOffset: 100 + text.length };
  return { id, path: `${id}.md`, title: id, headings: [], text, range, runs: [0, 100, text.length, 4], documentHash: 'h' };
}

function node(id: string, ids: readonly string[], facts: Partial<TraceNode> = {}): TraceNode {
  const evidence = ids.map((passageId, rank) => ({ passageId, rank, score: null, used: true, source: 'initial' as const }));
  const ended = {
    parent: null,
    attempt: 0,
    depth: 0,
    order: 0,
    status: 'answered' as const,
    calls: [],
    startedAt: 0,
    endedAt: 0,
    flags: [],
  };
  return { id, kind: 'sub_question', text: question, ...ended, evidence, ...facts };
}

function traceOf(nodes: readonly TraceNode[], facts: Partial<Trace> = {}): Trace {
  const passages = Object.fromEntries(Object.keys(texts).map((id) => [id, passage(id)]));
  return { ...emptyTrace, question, finished: true, abstained: true, nodes: [...nodes], passages, ...facts };
}

const keeper = node('s1', ['keeper', 'rock'], { text: 'Who was the keeper of Orrin Ness?', answer: 'Ada Holm' });
const born = node('s2', ['birth', 'copy', 'rock'], { text: 'Where was #1 born?', resolvedText: 'Where was Ada Holm born?', answer: null });
const whole = node('final', ['rock', 'keeper', 'birth'], { kind: 'final', answer: null });

/** As the log of the run has it. */
function digestOfRun(trace: Trace): DigestOfRun {
  if (trace.digest || trace.citations.length === 0) return recordedDigest({ digest: [...digestOfUnfinished(trace)], ...trace });
  const cited = trace.citations.map(({ passageId, nodeId: id, quote }) => {
    const start = texts[passageId]?.indexOf(quote) ?? -1;
    return { passageId, id, start, end: start + quote.length };
  });
  const quotes = draftDigest(trace, cited).map(({ passage: _passage, words: _words, ...quote }) => quote);
  return recordedDigest({ ...trace, digest: [...numberedQuotes(quotes, trace.citations)] });
}

function digestOf(trace: Trace): readonly DigestQuote[] {
  const { first, further } = digestOfRun(trace);
  return [...first, ...further];
}

test('the digest of a run without a recorded one: whole sentences by step, in the order of the steps and of each document, at their lines', () => {
  const digest = digestOf(traceOf([keeper, born, whole]));
  assert.deepEqual(
    digest.map(({ n, nodeId, subQuestion, path, startLine, quote }) => [n, nodeId, subQuestion, `${path}:${startLine}`, quote]).slice(0, 2),
    [
      [1, 's1', keeper.text, 'keeper.md:5', 'The light of Orrin Ness stands on a rock.\nIts keeper was Ada Holm.'],
      [2, 's2', 'Where was Ada Holm born?', 'birth.md:5', texts['birth']],
    ],
  );
  const birth = digest.find(({ quote }) => quote.includes('Skell'));
  assert.deepEqual([birth?.startOffset, birth?.also.map(({ path }) => path)], [100, ['copy.md']]);
});

test('a recorded digest is shown as it is', () => {
  const [recorded] = digestOf(traceOf([keeper]));
  assert.ok(recorded);
  assert.deepEqual(digestOf(traceOf([born], { digest: [recorded] })), [recorded]);
});

test('quotes of cited sentences have the numbers of their citations, further ones continue', () => {
  const cited = (n: number, passageId: string, quote: string): Citation => {
    return { n, path: `${passageId}.md`, startLine: 5, endLine: 5, quote, documentHash: 'h', nodeId: 's2', passageId, linesHash: 'l' };
  };
  const citations = [cited(1, 'birth', 'Ada Holm was born in Skell, the third of nine.'), cited(2, 'rock', 'The rock is bare.')];
  const digest = digestOf(traceOf([keeper, born], { answer: 'Skell', citations }));
  const numbers = new Map(digest.map(({ n, quote }) => [quote, n]));
  assert.deepEqual([numbers.get(citations[0]?.quote ?? ''), numbers.get('The rock is bare.')], [1, 2]);
  assert.deepEqual(
    digest.map(({ n }) => n).toSorted((a, b) => a - b),
    [...digest.keys()].map((i) => i + 1),
  );
});

test('of a run that was stopped, the quotes that carry the answers of its steps come first and have the first numbers', () => {
  const named = { ...keeper, cites: ['keeper'], evidenceQuote: 'She kept the light for thirty years.' };
  const { first, further } = digestOfRun(traceOf([named, born], { status: 'cancelled', abstained: false }));
  assert.deepEqual(
    first.filter(({ nodeId }) => nodeId === 's1').map(({ n, quote }) => [n, quote]),
    [[1, 'She kept the light for thirty years.']],
  );
  // What the other step found is all that is known of it.
  assert.deepEqual([first.some(({ nodeId }) => nodeId === 's2'), further.some(({ nodeId }) => nodeId === 's1')], [true, true]);
  assert.deepEqual(
    [...first, ...further].map(({ n }) => n),
    [...first, ...further].map((_, i) => i + 1),
  );
  const answered = digestOfRun(traceOf([named, born], { status: 'cancelled', abstained: false, answer: 'Ada Holm' }));
  assert.deepEqual(
    answered.first.map(({ n }) => n),
    [1],
  );
});

test('neither what a model wrote, nor what an abandoned plan found, nor what the log does not carry', () => {
  const written = { passageId: 'keeper', rank: 0, score: null, used: true, source: 'generated' as const };
  const nodes = [
    node('g', [], { evidence: [written], answer: null }),
    node('0.1', ['keeper'], { status: 'superseded', answer: null }),
    node('s1', ['gone', 'birth'], { answer: null }),
  ];
  assert.deepEqual(new Set(digestOf(traceOf(nodes)).map(({ path }) => path)), new Set(['birth.md']));
  assert.deepEqual(digestOf(traceOf([node('s1', [])])), []);
});

test('the first step without an answer is what was not found; not of a question that was not divided, nor of one with an answer', () => {
  assert.equal(stepNotFound(traceOf([keeper, born]))?.id, 's2');
  assert.equal(stepNotFound(traceOf([keeper, born], { answer: 'Skell' })), undefined);
  assert.equal(stepNotFound(traceOf([node('s1', ['rock'], { answer: null })])), undefined);
  assert.equal(stepNotFound(traceOf([{ ...born, status: 'superseded' }])), undefined);
});

test('what is said without an answer: never that the documents have none, and where nothing was found, that', () => {
  const retrievals = [{ id: 'r', node: 's1', query: '', method: 'hybrid', results: [], ms: 0 }];
  const said = (chat: string, facts: Partial<Trace> = {}): string =>
    noAnswerSentence(traceOf([born], { models: { ...emptyTrace.models, chat }, ...facts }));
  assert.deepEqual(
    [said('builtin'), said('openai:m'), said('openai:m', { nodes: [] }), said('openai:m', { nodes: [], retrievals })],
    [
      'No short answer was found.',
      'The model found no answer in the passages.',
      'The model does not know the answer. No document was read.',
      'Nothing was found in the documents.',
    ],
  );
});

test('headings only where a question was divided', () => {
  const headings = (nodes: readonly TraceNode[]) => quotesByQuestion(digestOf(traceOf(nodes)), { question }).map(({ heading }) => heading);
  assert.deepEqual(headings([node('s1', ['keeper'])]), [undefined]);
  assert.deepEqual(headings([keeper, born]), [keeper.text, born.resolvedText]);
  assert.deepEqual(headings([born, node('final', ['keeper'], { kind: 'final' })]), [born.resolvedText, 'The question as a whole']);
});

test('words of the question in a quote, in any form of them', () => {
  const text = 'The keepers of Orrin kept the light burning.';
  assert.deepEqual(
    askedWords(text, 'Who was the keeper of Orrin?').map(({ start, end }) => text.slice(start, end)),
    ['keepers', 'Orrin'],
  );
});

test('quotes are chosen with words spelled as they were searched', () => {
  const asked = 'Who was the keper?';
  const run = traceOf([node('s1', ['rock', 'keeper'], { text: asked, answer: null })], { question: asked });
  const respelled = [{ written: 'keper', meant: 'keeper' }];
  assert.ok(digestOf(run).some(({ path }) => path === 'rock.md'));
  const digest = digestOf({ ...run, identity: { meant: [], preferred: [], unknown: [], respelled } });
  assert.deepEqual(
    digest.map(({ subQuestion, path }) => [subQuestion, path]),
    [[asked, 'keeper.md']],
  );
});

test('a question with a guess in it is no heading: its quotes are those of the question as a whole', () => {
  const guess = node('s2', ['birth'], { text: 'Where was Ada Holm born?', answer: null, guessed: ['Ada Holm'] });
  const nodes = [{ ...keeper, answer: null }, guess, node('final', ['rock', 'keeper'], { kind: 'final', answer: null })];
  const digest = digestOf(traceOf(nodes));
  assert.deepEqual(
    quotesByQuestion(digest, { question }).map(({ heading, nodeId }) => [heading, nodeId]),
    [
      [keeper.text, 's1'],
      ['The question as a whole', 'final'],
    ],
  );
  assert.ok(digest.some(({ quote, nodeId }) => nodeId === 'final' && quote.includes('Skell')));
  const [alone] = digestOf(traceOf([node('root', [], { kind: 'root' }), guess]));
  assert.deepEqual([alone?.nodeId, alone?.subQuestion], ['root', question]);
});

test('the document of the most useful quote comes first, though another has the best passage found, unless that is cited', () => {
  const found = traceOf([node('s1', ['rest', 'born'])], {
    passages: {
      rest: { ...passage('rock'), id: 'rest', path: 'rest.md', text: 'Nobody knows the keeper.', runs: [0, 0, 24, 0] },
      born: { ...passage('rock'), id: 'born', path: 'born.md', text: 'The keeper of Orrin Ness was born in Skell.', runs: [0, 0, 43, 0] },
    },
  });
  assert.deepEqual(
    digestOf(found).map(({ path }) => path),
    ['born.md', 'rest.md'],
  );
  const quote = 'Nobody knows the keeper.';
  const place = { path: 'rest.md', startLine: 5, endLine: 5, documentHash: 'h', passageId: 'rest', linesHash: 'l' };
  const cited = digestOf({ ...found, answer: 'nobody', citations: [{ n: 1, quote, nodeId: 's1', ...place }] });
  assert.deepEqual(
    cited.map(({ n, path }) => `${n} ${path}`),
    ['1 rest.md', '2 born.md'],
    'what the answer cites',
  );
});

test('the quotes of a document are together, the most useful one first, the others in its order, those shown at first before the rest', () => {
  const best = 'Ines Tarrow, the keeper of Orrin Ness, was born in Skell.';
  const ofYear = (_: unknown, i: number): string => `The keeper of Orrin Ness saw year ${i} of the light.`;
  const said = [...Array.from({ length: 5 }, ofYear), best].join('\n\n');
  const range = { startLine: 0, endLine: 11, startOffset: 0, endOffset: said.length };
  const long = { ...passage('keeper'), id: 'long', path: 'long.md', text: said, range, runs: [0, 0, said.length, 0] };
  const other = { ...passage('rock'), id: 'other', path: 'other.md', text: 'Nobody at Orrin Ness was born in Skell.', runs: [0, 0, 39, 0] };
  const found = { ...emptyTrace, question, finished: true, passages: { long, other }, nodes: [node('s1', ['long', 'other'])] };
  const { first, further } = digestOfRun(found);
  const documents = (some: readonly DigestQuote[]): string[] => some.map(({ path }) => path);
  const isGrouped = (paths: readonly string[]): boolean =>
    paths.every((path, i) => i === 0 || paths[i - 1] === path || !paths.slice(0, i).includes(path));
  assert.deepEqual([first.length, further.length, isGrouped(documents(first)), isGrouped(documents(further))], [5, 2, true, true]);
  for (const some of [first, further]) {
    const ofLong = some.filter(({ path }) => path === 'long.md');
    const starts = ofLong.filter(({ quote }) => quote !== best).map(({ startOffset }) => startOffset);
    assert.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    );
  }
  assert.equal(first[0]?.quote, best);
  assert.deepEqual(
    [...first, ...further].map(({ n }) => n),
    [1, 2, 3, 4, 5, 6, 7],
    'numbers run in the order in which quotes are shown',
  );
});
