import assert from 'node:assert/strict';
import * as z from 'zod';
import { selfDc } from '../../../src/pipelines/selfDc.ts';
import { branchOf } from '../../../src/pipelines/selfDc.ts';
import { meanTokenProbability, statedConfidence } from '../../../src/reasoning/confidence.ts';
import { PlayingReasoner } from '../../support/playingReasoner.ts';
import { runScripted } from '../../support/scriptedRun.ts';
import { assertClose } from './close.ts';

const branchCase = z.object({ confidence: z.number().nullable(), alpha: z.number(), beta: z.number(), expected: z.string() });

/** Runs one case of `selfdc_branch.json`. */
export function runSelfDcBranchCase(input: unknown): void {
  const { confidence, alpha, beta, expected } = branchCase.parse(input);
  assert.equal(branchOf(confidence, { alpha, beta }), expected);
}

const confidence = z.number().nullable();
const verbalCase = z.object({ input: z.unknown(), expected: confidence });

/** Runs one case of `selfdc_confidence_verbal.json`. */
export function runSelfDcVerbalCase(input: unknown): void {
  const { input: said, expected } = verbalCase.parse(input);
  assertClose(statedConfidence(said), expected);
}

const probCase = z.object({ logprobs: z.array(z.number().nullable()), expected: confidence });

/** Runs one case of `selfdc_confidence_prob.json`. */
export function runSelfDcProbCase(input: unknown): void {
  const { logprobs, expected } = probCase.parse(input);
  assertClose(meanTokenProbability(logprobs), expected);
}

const treeCase = z.object({
  root: z.string(),
  alpha: z.number(),
  beta: z.number(),
  tau: z.number(),
  maxSubQuestions: z.number(),
  confidence: z.record(z.string(), confidence),
  decompose: z.record(z.string(), z.array(z.string())),
  expected: z.looseObject({}),
});

/** Runs one case of `selfdc_tree.json`: the pipeline itself over scripted components. */
export async function runSelfDcTreeCase(input: unknown): Promise<void> {
  const { root: question, confidence: known, decompose, expected, ...params } = treeCase.parse(input);
  const reasoner = new PlayingReasoner({
    'selfdc.confidence': ({ question: asked }) => ({ confidence: known[asked] ?? null, answer: null }),
    'selfdc.decompose': ({ question: asked }) => ({ subQuestions: decompose[asked] ?? [] }),
    'selfdc.background': () => ({ passage: 'What the model remembers.' }),
    'selfdc.read': () => ({ answer: 'an answer', citations: [], quote: null }),
    'selfdc.combine': () => ({ answer: 'an answer' }),
  });
  const { alpha, beta, tau, maxSubQuestions } = params;
  const trace = await runScripted({
    pipeline: selfDc,
    question,
    params: { method: 'verb', alpha, beta, tau, maxSubQuestions },
    reasoner,
    retrieval: () => ['d'],
    docs: ['d'],
  });
  const asked = trace.nodes.filter(({ kind }) => kind === 'root' || kind === 'sub_question').toSorted((a, b) => a.order - b.order);
  const nodes = asked.map(({ id, kind, text, depth, confidence: found, branch, branchReason = null }) => ({
    path: kind === 'root' ? '1' : `1.${id}`,
    question: text,
    depth,
    confidence: found?.value,
    branch,
    reason: branchReason,
    children: asked.filter(({ parent }) => parent === id).length,
  }));
  const counts = {
    confidence: reasoner.countOf('selfdc.confidence'),
    decompose: reasoner.countOf('selfdc.decompose'),
    retrieval: trace.totals.retrievals,
    read: reasoner.countOf('selfdc.read'),
    generate_document: reasoner.countOf('selfdc.background'),
    combine: reasoner.countOf('selfdc.combine'),
  };
  assert.deepEqual({ nodes, counts }, expected);
}
