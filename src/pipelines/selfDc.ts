/**
 * Self-DC: decides for every question from the model's own confidence c whether to answer from memory, from retrieval, or by splitting it.
 * Source: Self-DC (Self Divide-and-Conquer), its algorithm and its section on confidence. Followed: pipelines.md 4; corrections there in
 * section 10.
 *
 * α ± β the range of uncertain confidence: above it the question is known, below unknown, inside it is split · τ levels of questions,
 * including the root · n passages read. Published α, with β = 0.1 throughout: gpt-3.5-turbo-1106 verb 0.9, prob 0.8; gpt-4o-mini 0.6 by
 * either method on CuQA, 0.8 on FreshQA; 0.5 is serviceable untuned. Differs from the paper: a question splits only above level τ, where
 * the paper's rule reads the other way round; if a split gives a single sub-question, the question itself is looked up; sub-questions that
 * repeat their ancestors or siblings are dropped.
 */
import * as z from 'zod';
import { questionKey } from '../base/questionKey.ts';
import type { Passage } from '../protocol/passage.ts';
import type { PartAnswered } from '../reasoning/missing.ts';
import { needsAnother } from './askable.ts';
import { closedBook, recalling } from './closedBook.ts';
import { citingDocuments, evidenceOf, generatedPassage } from './generatedPassage.ts';
import { definePipeline, endWithAnswer, type PipelineResult, type RunContext } from './pipeline.ts';
import { type Confidence, confidenceOf, type Method, methodAtStart, type Thresholds } from './selfDcConfidence.ts';
import { nodeUntilBudget, pathStep, perform, retrieve, untilBudget } from './steps.ts';
import { together } from './together.ts';
import { selfDcRoles } from '../reasoning/roles/selfDcRoles.ts';

interface Question {
  readonly ctx: RunContext;
  readonly p: Parameters;
  readonly node: string;
  readonly text: string;
  /** 1 for the root. */
  readonly depth: number;
  /** Keys of the questions above. */
  readonly ancestors: ReadonlySet<string>;
  readonly method: Method;
  /** Place in depth-first order, with room for the largest subtree, so that it does not depend on timing. */
  readonly order: number;
}

async function answerRoot(ctx: RunContext, question: string, p: Parameters): Promise<PipelineResult> {
  const method = methodAtStart(ctx, p);
  for (const branch of unreachableBranches(p)) ctx.trace.flag(`${branch}_unreachable`);
  const node = ctx.trace.add({ id: 'root', kind: 'root', text: question, depth: 1, order: 0 });
  const root = { ctx, p, node, text: question, depth: 1, ancestors: new Set<string>(), method, order: 0 };
  const { answer, stopReason } = (await untilBudget(ctx, () => solve(root))) ?? (await retrieveAndRead(root, 'budget_exhausted'));
  return { answer, stopReason };
}

/** A question's result, with what it left open, for the question above it. */
interface Solved extends PipelineResult, PartAnswered {
  readonly failed: string | undefined;
}

/** The recursion of pipelines.md 4.4. */
async function solve(q: Question): Promise<Solved> {
  q.ctx.trace.doing(q.node, { kind: 'planning' });
  const c = await confidenceOf(q, isRoot(q));
  switch (branchOf(c.value, q.p)) {
    case 'retrieve':
      return retrieveAndRead(q, c.value === null ? 'confidence_missing' : undefined);
    case 'generate':
      return generateAndRead(q);
    case 'decompose':
      return q.depth < q.p.tau ? divideAndConquer(q, c) : retrieveAndRead(q, 'max_depth');
  }
}

type Branch = 'retrieve' | 'generate' | 'decompose';

/** Both outer ranges include their ends, but 0.3 − 0.1 is less than 0.2 in doubles. */
const ε = 1e-9;

/**
 * Source: Self-DC, section on confidence ranges; pipelines.md 4.2.
 * @param c null when it is missing, which leads to retrieval
 */
export function branchOf(c: number | null, { alpha, beta }: Thresholds): Branch {
  if (c === null || Number.isNaN(c)) return 'retrieve';
  if (c >= alpha + beta - ε) return 'generate';
  if (c <= alpha - beta + ε) return 'retrieve';
  return 'decompose';
}

/** @param reason why this is not the branch of the question's confidence */
async function retrieveAndRead(q: Question, reason: string | undefined): Promise<Solved> {
  const { ctx, node, text, p } = q;
  tellBranch(q, 'retrieve', reason);
  const search = (): Promise<readonly Passage[]> => retrieve(ctx, node, text, p.n);
  // The last answering step of the root is allowed when the budget is spent, with the evidence so far.
  return readFrom((isRoot(q) ? await untilBudget(ctx, search) : await search()) ?? [], q);
}

async function generateAndRead(q: Question): Promise<Solved> {
  const { passage } = (await perform(q.ctx, q.node, selfDcRoles.background, { question: q.text, ...recalling(q.p.closedBook) })).output;
  if (passage === '') return retrieveAndRead(q, 'generation_failed');
  tellBranch(q, 'generate');
  return readFrom([tellGenerated(passage, q)], q);
}

async function divideAndConquer(q: Question, c: Confidence): Promise<Solved> {
  const { ctx, node, text } = q;
  const { subQuestions, isChain = subQuestions.some(needsAnother) } = (await perform(ctx, node, selfDcRoles.decompose, { question: text }))
    .output;
  if (isChain) return retrieveAndRead(q, 'chain');
  const subs = usable(subQuestions, q);
  if (subs.length < 2) return retrieveAndRead(q, subs.length === 1 ? 'single_subquestion' : 'no_subquestions');
  tellBranch(q, 'decompose');
  const children = subs.map((sub, i) => addSubQuestion(sub, i, q, c));
  ctx.trace.doing(node, { kind: 'waiting' });
  const solved = await together(children, (child) => nodeUntilBudget(ctx, child.node, () => solve(child)));
  const path = children.map((child, i) => pathStep(child.text, solved[i] ?? { answer: null }));
  const combining = isRoot(q) ? addFinal(q, children) : node;
  ctx.trace.doing(combining, { kind: 'finishing' });
  const isFinal = isRoot(q);
  const { output, unconfirmed, failed } = await perform(ctx, combining, selfDcRoles.combine, { question: text, path }, { isFinal });
  for (const ended of new Set([combining, node])) endWithAnswer(ctx, ended, { ...output, unconfirmed });
  return { ...output, failed, stopReason: 'combined' };
}

function usable(proposed: readonly string[], { text, ancestors, p }: Question): readonly string[] {
  const subs = proposed.map((sub) => sub.trim()).filter((sub) => sub !== '');
  const keys = subs.map(questionKey);
  const taken = new Set([...ancestors, questionKey(text)]);
  const isNew = (key: string, i: number): boolean => keys.indexOf(key) === i && !taken.has(key);
  return subs.filter((_, i) => isNew(keys[i] ?? '', i)).slice(0, p.maxSubQuestions);
}

async function readFrom(passages: readonly Passage[], q: Question): Promise<Solved> {
  q.ctx.trace.doing(q.node, { kind: 'reading' });
  const input = { question: q.text, passages, cot: false };
  const { output, unconfirmed, failed } = await perform(q.ctx, q.node, selfDcRoles.read, input, { isFinal: isRoot(q) });
  endWithAnswer(q.ctx, q.node, { ...citingDocuments(output, passages), unconfirmed }, passages);
  return { ...output, failed, stopReason: 'read' };
}

function isRoot({ depth }: Question): boolean {
  return depth === 1;
}

function tellBranch({ ctx, node }: Question, branch: Branch, branchReason?: string): void {
  ctx.trace.note(node, { branch, ...(branchReason === undefined ? {} : { branchReason }) });
}

/** Records what the model wrote from memory as a separate node, so that it is not taken for a document. */
function tellGenerated(text: string, { ctx, node, depth, order }: Question): Passage {
  const generated = ctx.trace.add({ id: idBelow(node, 'g'), kind: 'generated_doc', text, parent: node, depth, order: order + 1 });
  ctx.trace.end(generated, 'answered');
  const passage = generatedPassage(generated, 'Background', text);
  ctx.trace.evidence(node, [evidenceOf(passage)]);
  return passage;
}

function addSubQuestion(sub: string, i: number, parent: Question, { method }: Confidence): Question {
  const { ctx, p } = parent;
  const depth = parent.depth + 1;
  const order = parent.order + 2 + i * sizeOfTree(depth, p);
  const id = idBelow(parent.node, String(i + 1));
  const text = ctx.edited(id, sub);
  const node = ctx.trace.add({ id, kind: 'sub_question', text, parent: parent.node, depth, order });
  return { ctx, p, node, text, depth, order, method, ancestors: new Set([...parent.ancestors, questionKey(parent.text)]) };
}

function addFinal({ ctx, node, text, p }: Question, children: readonly Question[]): string {
  const final = ctx.trace.add({ id: 'final', kind: 'final', text, parent: node, depth: 1, order: sizeOfTree(1, p) });
  for (const child of children) ctx.trace.connect(child.node, final, 'combines_into');
  return final;
}

/** `2` is the second part of the question, `2.1` the first part of that. */
function idBelow(node: string, part: string): string {
  return node === 'root' ? part : `${node}.${part}`;
}

/** The maximum number of nodes in the subtree of a question at this depth, including its generated passage. */
function sizeOfTree(depth: number, p: Parameters): number {
  return depth >= p.tau ? 2 : 2 + p.maxSubQuestions * sizeOfTree(depth + 1, p);
}

/** Branches that no confidence reaches with these thresholds. Legal, but worth a warning. */
export function unreachableBranches({ alpha, beta }: Thresholds): readonly Branch[] {
  return [...(alpha + beta > 1 + ε ? (['generate'] as const) : []), ...(alpha - beta < -ε ? (['retrieve'] as const) : [])];
}

const parameters = z.object({
  method: z
    .enum(['verb', 'prob'])
    .optional()
    .describe(
      'How confidence is obtained: stated by the model (verb), or from the probabilities of its tokens (prob). When not set, prob where the chat model gives log-probabilities, else verb',
    ),
  alpha: z
    .number()
    .min(0)
    .max(1)
    .default(0.6)
    .describe(
      'Middle of the range of uncertain confidence (α). Published: gpt-4o-mini 0.6 by either method (FreshQA 0.8), gpt-3.5-turbo-1106 verb 0.9, prob 0.8; 0.5 serves untuned. An α of your own belongs to one method: name it with method',
    ),
  beta: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.1)
    .describe('Half the width of that range (β); published: 0.1. Like α it belongs to one method'),
  tau: z.int().min(1).max(6).default(3).describe('Levels of questions (τ); with 1 nothing is split'),
  n: z.int().min(1).max(100).default(3).describe('Passages retrieved and read'),
  maxSubQuestions: z.int().min(2).max(20).default(8).describe('Sub-questions of one question at most'),
  closedBook,
});
type Parameters = z.output<typeof parameters>;

export const selfDc = definePipeline({
  id: 'self-dc',
  title: 'Self-DC',
  description: 'Looks up only what the chat model does not know, and splits what it is unsure of. Answers from memory cite nothing.',
  paper: 'Wang et al. 2024, Self-DC: When to Reason and When to Act? Self Divide-and-Conquer for Compositional Unknown Questions',
  parameters,
  passages: ['n'],
  plans: true,
  // Three calls for every node: confidence, then decompose and combine, or background and read; one more if the first reply shows that
  // there are no log-probabilities.
  bound: ({ tau, maxSubQuestions: m, method }) => ({
    llmCalls: 3 * [...Array(tau).keys()].reduce((nodes, level) => nodes + m ** level, 0) + (method === 'verb' ? 0 : 1),
    retrievals: m ** (tau - 1),
    rerankPairs: 0,
    nliPairs: 0,
  }),
  run: answerRoot,
});
