/**
 * Self-DC: decides for every question from the model's own confidence c whether to answer from memory, from retrieval, or by splitting it.
 * Source: Self-DC (Self Divide-and-Conquer), its algorithm and its section on confidence. Followed: pipelines.md 4; corrections there in section 10.
 *
 * α ± β the range of uncertain confidence: above it the question is known, below unknown, inside it is split · τ levels of questions, the root being the first ·
 * n passages read. Published α, with β = 0.1 throughout: gpt-3.5-turbo-1106 verb 0.9, prob 0.8; gpt-4o-mini 0.6 by either method on CuQA, 0.8 on FreshQA;
 * 0.5 serves untuned.
 * Differs from the paper: a question splits only above level τ, where the paper's rule reads the other way round; of a split into one sub-question it is the
 * question itself that is looked up; sub-questions that repeat their ancestors or siblings are dropped.
 */
import { questionKey } from '../language/questionKey.ts';
import type { Passage } from '../protocol/passage.ts';
import { citingDocuments, evidenceOf, generatedPassage } from './generatedPassage.ts';
import { definePipeline, endWithAnswer, fellBack } from './pipeline.ts';
import { branchOf, type Thresholds, unreachable } from './selfDcBranch.ts';
import {
  ask,
  type Asking,
  type Confidence,
  confidenceOf,
  type Method,
  methodAtStart,
  performFor,
  thresholdsAtStart,
} from './selfDcConfidence.ts';
import { parameters, type SelfDcParameters } from './selfDcParameters.ts';
import { nodeUntilBudget, retrieve, untilBudget } from './steps.ts';
import { together } from './together.ts';

export const selfDc = definePipeline({
  id: 'self-dc',
  title: 'Self-DC',
  description: 'Looks up only what the chat model does not know, and splits what it is unsure of. Answers from memory cite nothing.',
  paper: 'Wang et al. 2024, Self-DC: When to Reason and When to Act? Self Divide-and-Conquer for Compositional Unknown Questions',
  parameters,
  // Three calls for every node: confidence, then decompose and combine, or background and read; one more where the first shows that there are no log-probabilities.
  bound: ({ tau, maxSubQuestions: m, method }) => ({
    llmCalls: 3 * [...Array(tau).keys()].reduce((nodes, level) => nodes + m ** level, 0) + (method === 'verb' ? 0 : 1),
    retrievals: m ** (tau - 1),
    rerankPairs: 0,
    nliPairs: 0,
  }),

  async run(ctx, question, p) {
    const method = methodAtStart(ctx, p);
    const thresholds = thresholdsAtStart(p, method);
    for (const branch of unreachable(thresholds)) ctx.trace.flag(`${branch}_unreachable`);
    const node = ctx.trace.add({ id: 'root', kind: 'root', text: question, depth: 1, order: 0 });
    const root = { ctx, p, node, text: question, depth: 1, ancestors: new Set<string>(), method, thresholds, order: 0 };
    const way = (await untilBudget(ctx, () => decide(root))) ?? { branch: 'retrieve', reason: 'budget_exhausted' };
    const answer = await answerBy(way, root);
    return { answer, stopReason: way.branch === 'decompose' ? 'combined' : 'read' };
  },
});

interface Question extends Asking {
  readonly text: string;
  readonly depth: number;
  /** Keys of the questions above. */
  readonly ancestors: ReadonlySet<string>;
  readonly method: Method;
  readonly thresholds: Thresholds;
  /** Place in depth-first order, with room for the largest subtree: the same whichever call ends first. */
  readonly order: number;
}

type Way =
  | { readonly branch: 'retrieve'; readonly reason?: string }
  | { readonly branch: 'generate'; readonly text: string }
  | { readonly branch: 'decompose'; readonly subs: readonly string[]; readonly confidence: Confidence };

async function solve(q: Question): Promise<string | null> {
  return answerBy(await decide(q), q);
}

/** The branch of the question's confidence, or retrieval where that branch leads nowhere. */
async function decide(q: Question): Promise<Way> {
  q.ctx.trace.doing(q.node, { kind: 'planning' });
  const confidence = await confidenceOf(q, q.text, { ...q, isFirst: q.depth === 1 });
  switch (branchOf(confidence.value, confidence.thresholds)) {
    case 'retrieve':
      return { branch: 'retrieve', ...(confidence.value === null ? { reason: 'confidence_missing' } : {}) };
    case 'generate': {
      const { passage: text } = await ask(q, 'selfdc.background', { question: q.text });
      return text === '' ? { branch: 'retrieve', reason: 'generation_failed' } : { branch: 'generate', text };
    }
    case 'decompose': {
      if (q.depth >= q.p.tau) return { branch: 'retrieve', reason: 'max_depth' };
      const { subQuestions } = await ask(q, 'selfdc.decompose', { question: q.text });
      const subs = usable(subQuestions, q);
      if (subs.length > 1) return { branch: 'decompose', subs, confidence };
      return { branch: 'retrieve', reason: subs.length === 1 ? 'single_subquestion' : 'no_subquestions' };
    }
  }
}

function usable(proposed: readonly string[], { text, ancestors, p }: Question): readonly string[] {
  const subs = proposed.map((sub) => sub.trim()).filter((sub) => sub !== '');
  const keys = subs.map(questionKey);
  const taken = new Set([...ancestors, questionKey(text)]);
  const isNew = (key: string, i: number): boolean => keys.indexOf(key) === i && !taken.has(key);
  return subs.filter((_, i) => !p.dedupe || isNew(keys[i] ?? '', i)).slice(0, p.maxSubQuestions);
}

/** The last answering step of the root is allowed when the budget is spent, with what there is. */
async function answerBy(way: Way, q: Question): Promise<string | null> {
  const { ctx, node, text, p } = q;
  const isRoot = q.depth === 1;
  ctx.trace.note(node, { branch: way.branch, ...('reason' in way ? { branchReason: way.reason } : {}) });
  switch (way.branch) {
    case 'retrieve': {
      const search = (): Promise<readonly Passage[]> => retrieve(ctx, node, text, p.n);
      return readFrom((isRoot ? await untilBudget(ctx, search) : await search()) ?? [], q);
    }
    case 'generate':
      return readFrom([tellGenerated(way.text, q)], q);
    case 'decompose': {
      const children = way.subs.map((sub, i) => addSubQuestion(sub, i, q, way.confidence));
      ctx.trace.doing(node, { kind: 'waiting' });
      const answers = await together(children, (child) => nodeUntilBudget(ctx, child.node, () => solve(child)));
      const path = children.map((child, i) => ({ question: child.text, answer: answers[i] ?? null }));
      const combining = isRoot ? addFinal(q, children) : node;
      ctx.trace.doing(combining, { kind: 'finishing' });
      const { output, flags } = await performFor({ ctx, p, node: combining }, 'selfdc.combine', { question: text, path }, isRoot);
      const { answer } = output;
      for (const ended of new Set([combining, node])) endWithAnswer(ctx, ended, { answer, unconfirmed: fellBack(flags) });
      return answer;
    }
  }
}

async function readFrom(passages: readonly Passage[], q: Question): Promise<string | null> {
  q.ctx.trace.doing(q.node, { kind: 'reading' });
  const { output, flags } = await performFor(q, 'selfdc.read', { question: q.text, passages, cot: false }, q.depth === 1);
  endWithAnswer(q.ctx, q.node, { ...citingDocuments(output, passages), unconfirmed: fellBack(flags) }, passages);
  return output.answer;
}

/** What the model wrote from memory, as a separate node, so that it is not taken for a document. */
function tellGenerated(text: string, { ctx, node, depth, order }: Question): Passage {
  const generated = ctx.trace.add({ id: idBelow(node, 'g'), kind: 'generated_doc', text, parent: node, depth, order: order + 1 });
  ctx.trace.end(generated, 'answered');
  const passage = generatedPassage(generated, 'Background', text);
  ctx.trace.evidence(node, [evidenceOf(passage)]);
  return passage;
}

function addSubQuestion(sub: string, i: number, parent: Question, { method, thresholds }: Confidence): Question {
  const { ctx, p } = parent;
  const depth = parent.depth + 1;
  const order = parent.order + 2 + i * sizeOfTree(depth, p);
  const id = idBelow(parent.node, String(i + 1));
  const text = ctx.edited(id, sub);
  const node = ctx.trace.add({ id, kind: 'sub_question', text, parent: parent.node, depth, order });
  return { ctx, p, node, text, depth, order, method, thresholds, ancestors: new Set([...parent.ancestors, questionKey(parent.text)]) };
}

function addFinal({ ctx, node, text, p }: Question, children: readonly Question[]): string {
  const final = ctx.trace.add({ id: 'final', kind: 'final', text, parent: node, depth: 1, order: sizeOfTree(1, p) });
  for (const child of children) ctx.trace.connect(child.node, final, 'combines_into');
  return final;
}

/** `2` is the second part of the question, `2.1` the first of that. */
function idBelow(node: string, part: string): string {
  return node === 'root' ? part : `${node}.${part}`;
}

/** Nodes below and with a question of this depth, its generated passage among them, at most. */
function sizeOfTree(depth: number, p: SelfDcParameters): number {
  return depth >= p.tau ? 2 : 2 + p.maxSubQuestions * sizeOfTree(depth + 1, p);
}
