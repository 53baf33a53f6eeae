import { questionKey } from '../base/questionKey.ts';
import type { PathStep } from '../reasoning/pathStep.ts';
import { askedText, isAbandoned } from '../protocol/noAnswer.ts';
import type { Passage } from '../protocol/passage.ts';
import type { Trace, TraceNode } from '../protocol/trace.ts';

/** Some 3,000 tokens. */
export const mostPooled = 16;

/**
 * The best passages of a run, each once: those that answers cite, then the best of every node in turns, those a reasoner has read before
 * those that were only found. What a model wrote is no evidence.
 */
export function pooledEvidence({ nodes, passages }: Trace, most: number): readonly Passage[] {
  const kept = nodes.filter(({ status }) => !isAbandoned(status)).toSorted((a, b) => a.order - b.order);
  const ids = new Set([...kept.flatMap(({ cites = [] }) => cites), ...inTurns(kept, true), ...inTurns(kept, false)]);
  return [...ids].flatMap((id) => passages[id] ?? []).slice(0, most);
}

/** So many are shown, however far behind they are. */
const fewest = 8;
const leastShare = 0.5;

/** The pooled passages to write from: of those after the first, what is far behind the best of its search or ranking is left out. */
export function evidenceToWrite(trace: Trace): readonly Passage[] {
  const cited = new Set(trace.nodes.flatMap(({ cites = [] }) => cites));
  const shares = new Map<string, number>();
  for (const { evidence } of trace.nodes) {
    const best = Math.max(0, ...evidence.map(({ score }) => score ?? 0));
    for (const { passageId, score } of evidence) {
      // Only scores between 0 and 1 can be compared in this way.
      const share = score === null || best === 0 || best > 1 ? 1 : score / best;
      shares.set(passageId, Math.max(share, shares.get(passageId) ?? 0));
    }
  }
  return pooledEvidence(trace, mostPooled).filter(({ id }, i) => i < fewest || cited.has(id) || (shares.get(id) ?? 1) >= leastShare);
}

/** The answered sub-questions in planned order, and the answer to the question if there is one. */
export function pathOf({ nodes, question }: Trace, answer: string | null): readonly PathStep[] {
  const steps = nodes
    .filter(({ kind, status, answer: said }) => kind === 'sub_question' && !isAbandoned(status) && said != null)
    .toSorted((a, b) => a.order - b.order)
    .map((node) => stepOf(node));
  if (answer === null) return steps;
  // The answer to the question comes last, also where a step had asked it.
  const key = questionKey(question);
  return [...steps.filter((step) => questionKey(step.question) !== key), { question, answer }];
}

function stepOf(node: TraceNode): PathStep {
  const fromMemory = node.unconfirmed === 'from-memory' ? { fromMemory: true as const } : {};
  return { question: askedText(node), answer: node.answer ?? null, ...fromMemory };
}

function inTurns(nodes: readonly TraceNode[], used: boolean): readonly string[] {
  const lists = nodes.map(({ evidence }) =>
    evidence
      .filter((one) => one.used === used && one.source !== 'generated')
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ passageId }) => passageId),
  );
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}
