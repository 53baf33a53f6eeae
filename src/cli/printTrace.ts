/** Prints a run on a terminal: the tree of sub-questions, the answer, its citations, its cost. */
import { phrasesForPeople, phrasesOf } from '../language/phrases.ts';
import type { Citation, Trace, TraceNode } from '../protocol/trace.ts';
import { unconfirmedSentences } from '../protocol/unconfirmed.ts';
import { bestPassages } from '../trace/bestPassages.ts';
import { otherMethod, usesBuiltinModels } from '../trace/otherMethod.ts';
import { plain, print, styled } from './terminal.ts';

const quoteShown = 200;
const mostPassages = 3;

export function printTrace(trace: Trace, log: string): void {
  print(styled('bold', plain(trace.question)));
  const shown = trace.nodes.filter(({ kind }) => kind !== 'root' && kind !== 'final');
  for (const [i, node] of shown.entries()) printNode(node, trace, i === shown.length - 1);
  for (const phrases of phrasesNotFound(trace))
    print(styled('yellow', `No passage contains ${plain(phrases)} word for word, so the closest passages were read.`));
  print('');
  if (trace.answer !== null) print(answerLine(trace, trace.answer));
  else if (trace.status === 'ok') printNoAnswer(trace);
  if (trace.composed)
    print(`${trace.composed.map(({ text, cites }) => `${plain(text)} ${cites.map((n) => `[${n}]`).join('')}`).join('')}.`);
  for (const { n, quote, text = quote, ...place } of trace.citations) print(`  [${n}] ${quoteLine(place, text)}`);
  for (const { start, end } of trace.unsupported)
    print(styled('yellow', `  not supported by any citation: ${shortened(plain(trace.answer?.slice(start, end) ?? ''))}`));
  const { retrievals, rerankPairs, llmCalls, promptTokens, completionTokens, seconds, recalledCalls = 0 } = trace.cost;
  const taken = recalledCalls === 0 ? '' : `, ${recalledCalls} of them from the earlier run`;
  const calls = llmCalls === 0 ? 'no model calls' : `${llmCalls} model calls${taken} (${promptTokens} + ${completionTokens} tokens)`;
  const cost = [
    `${retrievals} retrievals`,
    `${rerankPairs} pairs reranked`,
    calls,
    `${seconds.toFixed(2)} s`,
    `${trace.bytesSent} bytes sent`,
  ];
  print(styled('dim', `\n${trace.pipeline} · ${cost.join(' · ')}\n${log}`));
}

/** Quoted phrases of searches that no passage contains, each once. */
function phrasesNotFound({ retrievals }: Trace): ReadonlySet<string> {
  const missed = retrievals.filter(({ results }) => results.length > 0 && results.every(({ lacksPhrase }) => lacksPhrase));
  return new Set(missed.map(({ query }) => phrasesForPeople(phrasesOf(query))));
}

function printNode(node: TraceNode, trace: Trace, isLast: boolean): void {
  const cites = trace.citations.filter(({ nodeId }) => nodeId === node.id).map(({ n }) => `[${n}]`);
  const viaNeighbors = node.evidence.filter(({ source }) => source === 'frontier').length;
  const mentioned = node.evidence.filter(({ mentionedBy }) => mentionedBy !== undefined).length;
  const isReused = node.asked !== undefined && node.asked.made === 0;
  // The name for `--edit`, `--pin` and `--rerun`.
  const facts = [
    node.id,
    `${node.evidence.length} passages`,
    ...(viaNeighbors > 0 ? [`${viaNeighbors} via neighbors`] : []),
    ...(mentioned > 0 ? [`${mentioned} via mentions`] : []),
    ...(isReused ? ['reused'] : []),
  ];
  const text = node.kind === 'meta' ? 'checked against the pooled evidence' : plain(node.resolvedText ?? node.text);
  print(`${styled('dim', isLast ? '└─' : '├─')} ${text} ${styled('dim', `(${facts.join(', ')})`)}`);
  const answer =
    node.failure !== undefined
      ? styled('red', plain(node.failure))
      : node.answer === null
        ? styled('yellow', 'no answer found')
        : node.answer === undefined
          ? undefined
          : styled(node.unconfirmed === undefined ? 'green' : 'yellow', plain(node.answer));
  if (answer !== undefined) print(`${styled('dim', isLast ? '  ' : '│ ')}   → ${[answer, ...cites].join(' ')}`);
}

/** The last line says what to try. */
function printNoAnswer(trace: Trace): void {
  const best = bestPlaces(trace);
  print(styled(['bold', 'yellow'], best.length === 0 ? 'No answer found.' : 'No answer found. The best passages:'));
  for (const { quote, ...place } of best) print(`  ${quoteLine(place, quote)}`);
  const method = otherMethod(trace, []);
  const ways = [
    ...(method ? [`--pipeline ${method.pipeline} (${method.why.replace(/\.$/, '').replace(/^It/, 'it')})`] : []),
    ...(usesBuiltinModels(trace.models) ? ['a language model with --chat openai:MODEL'] : []),
    'other words',
  ];
  print(`Try ${ways.join(', or ')}.`);
}

type Place = Pick<Citation, 'path' | 'startLine' | 'endLine'>;

/** The closest passages when no answer was found; lines are 1-based and inclusive. */
export function bestPlaces(trace: Trace): readonly (Place & Pick<Citation, 'quote' | 'page'>)[] {
  return bestPassages(trace, mostPassages).map(({ passage: { path }, quote, range: { startLine, endLine }, page }) => {
    return { path, startLine: startLine + 1, endLine, ...(page === undefined ? {} : { page }), quote };
  });
}

function quoteLine({ path, startLine, endLine }: Place, quote: string): string {
  const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
  return `${styled('cyan', `${plain(path)}:${lines}`)}  “${shortened(plain(quote))}”`;
}

function answerLine({ status, unconfirmed, failure }: Trace, answer: string): string {
  const isPartial = status === 'degraded' || status === 'cancelled';
  const partial = isPartial && failure !== undefined ? styled('yellow', `\n(partial: ${plain(failure)})`) : '';
  const doubt = unconfirmed === undefined ? '' : styled('yellow', `\n(unconfirmed: ${unconfirmedSentences[unconfirmed]})`);
  return `${styled(['bold', unconfirmed === undefined ? 'green' : 'yellow'], plain(answer))}${doubt}${partial}`;
}

function shortened(text: string): string {
  return text.length <= quoteShown ? text : `${text.slice(0, quoteShown)}…`;
}
