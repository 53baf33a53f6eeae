/** Prints a run on a terminal: the tree of sub-questions, the answer, its citations, its cost. */
import { modelRole } from '../protocol/modelLibrary.ts';
import { shortened } from '../base/plainText.ts';
import { catalog } from '../models/hub/catalog.ts';
import { phrasesForPeople, phrasesOf } from '../language/phrases.ts';
import { askedText, isInPlace, leftOpen, noAnswerSentence, stepNotFound } from '../protocol/noAnswer.ts';
import { otherLanguageSentence } from '../protocol/otherLanguage.ts';
import type { Trace, TraceNode } from '../protocol/trace.ts';
import { unconfirmedSentences } from '../protocol/unconfirmed.ts';
import { unsearchedSentence } from '../protocol/unsearched.ts';
import { unindexedSentence } from '../protocol/unindexed.ts';
import { chosenSentences } from '../protocol/writtenWords.ts';
import { otherMethod, isWithoutChat } from '../trace/otherMethod.ts';
import { aboutLines } from './aboutLines.ts';
import { printDigest } from './printDigest.ts';
import { printConflicts, printWritten } from './printWritten.ts';
import { plain, print, styled } from './terminal.ts';

const sentenceShown = 200;

export function printTrace(trace: Trace, log: string): void {
  print(styled('bold', plain(trace.question)));
  if (trace.follows && trace.follows.typed !== trace.question) print(styled('dim', `typed as a follow-up: ${plain(trace.follows.typed)}`));
  for (const line of scopeLines(trace)) print(styled('dim', line));
  for (const line of aboutLines(trace.identity)) print(line);
  if (trace.anyDocument) print(styled('dim', 'documents that the question names are not preferred'));
  if (trace.otherLanguage && trace.answer !== null) print(styled('yellow', otherLanguageSentence(trace.otherLanguage)));
  for (const one of trace.unsearched ?? []) print(styled('yellow', plain(unsearchedSentence(one))));
  if (trace.unindexed !== undefined) print(styled('yellow', unindexedSentence(trace.unindexed)));
  const shown = trace.nodes.filter(({ kind }) => kind !== 'root' && kind !== 'final' && kind !== 'compose');
  for (const [i, node] of shown.entries()) printNode(node, trace, i === shown.length - 1);
  for (const phrases of phrasesNotFound(trace))
    print(styled('yellow', `No passage contains ${plain(phrases)} word for word, so the closest passages were read.`));
  print('');
  if (trace.answer !== null) for (const line of answerLines(trace, trace.answer)) print(line);
  if (trace.written) {
    if (trace.chosenForm && !isWithoutChat(trace.models)) print(styled('dim', chosenSentences[trace.chosenForm]));
    printWritten(trace.written, isWithoutChat(trace.models));
  }
  const missing = leftOpen(trace);
  if (missing !== undefined) print(`${styled('yellow', 'Not found:')} ${plain(missing)}`);
  printConflicts(trace.conflicts ?? []);
  // What nothing is cited for leaves nothing to rely on.
  if (!trace.written || trace.written.citations.length === 0) printDigest(trace);
  if (trace.answer === null) printWithoutAnswer(trace);
  for (const { start, end } of isInPlace(trace) ? [] : trace.unsupported)
    print(styled('yellow', `  not supported by any citation: ${shortened(plain(trace.answer?.slice(start, end) ?? ''), sentenceShown)}`));
  const { retrievals, rerankPairs, llmCalls, promptTokens, completionTokens, seconds, recalledCalls = 0 } = trace.cost;
  const taken = recalledCalls === 0 ? '' : `, ${recalledCalls} of them from the earlier run`;
  const calls =
    llmCalls === 0 ? 'no model calls' : `${counted(llmCalls, 'model call')}${taken} (${promptTokens} + ${completionTokens} tokens)`;
  const cost = [
    counted(retrievals, 'retrieval'),
    `${counted(rerankPairs, 'pair')} reranked`,
    calls,
    `${seconds.toFixed(2)} s`,
    `${trace.bytesSent} bytes sent${destinations(trace)}`,
  ];
  print(styled('dim', ['', `${trace.pipeline} · ${cost.join(' · ')}`, ...modelsLine(trace), log].join('\n')));
}

function scopeLines({ scope }: Trace): readonly string[] {
  if (!scope) return [];
  const { text, documents, passages, unmatched = [] } = scope;
  const lines = [`only in ${counted(documents, 'document')} (${counted(passages, 'passage')}): ${plain(text)}`];
  return unmatched.length === 0 ? lines : [...lines, `no document is in ${plain(unmatched.join(', '))}`];
}

function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** ` to models.test:8080 (chat, embed)` */
function destinations({ sent = [] }: Trace): string {
  const byHost = Map.groupBy(sent, ({ host }) => host);
  const words = [...byHost].map(([host, parts]) => `${host} (${parts.map(({ purpose }) => purpose).join(', ')})`);
  return words.length === 0 ? '' : ` to ${words.map(plain).join(' and ')}`;
}

/** The models that took part, unless all of them are built in. Not the hash that tells two versions of a model's files apart. */
export function modelsLine({ models }: Pick<Trace, 'models'>): readonly string[] {
  const chosen = modelRole.options.flatMap((role) => {
    const id = models[role];
    return id === undefined || id.startsWith('builtin') ? [] : [`${role} ${plain(id.replace(/\/[0-9a-f]{12}$/, ''))}`];
  });
  return chosen.length === 0 ? [] : [chosen.join(' · ')];
}

/** Quoted phrases of searches that no passage contains, each once. */
function phrasesNotFound({ retrievals }: Trace): ReadonlySet<string> {
  const missed = retrievals.filter(({ results }) => results.length > 0 && results.every(({ lacksPhrase }) => lacksPhrase));
  return new Set(missed.map(({ query }) => phrasesForPeople(phrasesOf(query))));
}

function printNode(node: TraceNode, trace: Trace, isLast: boolean): void {
  const cites = trace.citations.filter(({ nodeId }) => nodeId === node.id).map(({ n }) => `[${n}]`);
  const viaNeighbors = node.evidence.filter(({ source, mentionedBy }) => source === 'frontier' && !mentionedBy).length;
  const mentioned = node.evidence.filter(({ mentionedBy }) => mentionedBy !== undefined).length;
  const isReused = node.asked !== undefined && node.asked.made === 0;
  // The name for `--edit`, `--pin` and `--rerun`.
  const facts = [
    node.id,
    counted(node.evidence.length, 'passage'),
    ...(viaNeighbors > 0 ? [`${viaNeighbors} via neighbors`] : []),
    ...(mentioned > 0 ? [`${mentioned} via mentions`] : []),
    ...(isReused ? ['reused'] : []),
    ...(node.guessed ?? []).map((guess) => `“${plain(guess)}” is a guess`),
  ];
  const text = node.kind === 'meta' ? 'checked against the pooled evidence' : plain(node.resolvedText ?? node.text);
  print(`${styled('dim', isLast ? '└─' : '├─')} ${text} ${styled('dim', `(${facts.join(', ')})`)}`);
  const { answer, failure } = node;
  const results = [
    ...(answer == null
      ? []
      : [
          [
            styled(node.unconfirmed === undefined ? 'green' : 'yellow', plain(answer)),
            ...cites,
            ...(node.unconfirmed === 'from-memory' ? ['(from memory)'] : []),
          ].join(' '),
        ]),
    ...(answer === null && failure === undefined ? [styled(isWithoutChat(trace.models) ? 'dim' : 'yellow', 'no answer found')] : []),
    // A node may have both: what failed was not all that it rests on.
    ...(failure === undefined ? [] : [styled(answer == null ? 'red' : 'yellow', plain(failure))]),
  ];
  for (const result of results) print(`${styled('dim', isLast ? '  ' : '│ ')}   → ${result}`);
}

/** What there is to say below the quotes, or where there are none. */
function printWithoutAnswer(trace: Trace): void {
  const missing = stepNotFound(trace);
  const said = [
    ...(trace.status === 'ok' ? [noAnswerSentence(trace)] : []),
    ...(missing === undefined ? [] : [`Not found: “${plain(askedText(missing))}”`]),
  ];
  if (said.length > 0) print(said.join(' '));
  if (trace.status === 'ok') printWays(trace);
}

function printWays(trace: Trace): void {
  const method = otherMethod(trace, []);
  const ways = [
    ...(method ? [`--pipeline ${method.pipeline} (${method.why.replace(/\.$/, '').replace(/^It/, 'it')})`] : []),
    ...(isWithoutChat(trace.models) ? [`a language model with --chat openai:MODEL${localModel()}`] : []),
    'other words',
  ];
  print(`Try ${ways.join(', or ')}.`);
}

/** The one that is downloaded, with its size. */
function localModel(): string {
  const model = catalog.find(({ role }) => role === 'chat');
  const size = model?.megabytes[model.dtype];
  return model === undefined || size === undefined ? '' : ` or --chat hf:${model.name} (${size} MB once, runs on this computer)`;
}

/** The answer, unless a written one takes its place, and what is doubtful about it. */
function answerLines(trace: Trace, answer: string): readonly string[] {
  const { status, unconfirmed, failure } = trace;
  const isPartial = status === 'degraded' || status === 'cancelled';
  return [
    ...(isInPlace(trace) ? [] : [styled(['bold', unconfirmed === undefined ? 'green' : 'yellow'], plain(answer))]),
    ...(unconfirmed === undefined ? [] : [styled('yellow', `(not verified: ${unconfirmedSentences[unconfirmed]})`)]),
    ...(isPartial && failure !== undefined ? [styled('yellow', `(partial: ${plain(failure)})`)] : []),
  ];
}
