/**
 * IRCoT: writes a chain of thought sentence by sentence and searches with each sentence; a reader answers from all paragraphs found.
 * Source: Trivedi et al. 2023, section 3. Followed: pipelines.md 7.8. Paragraphs stay in order of arrival, each once. The published readers
 * do not see the thoughts (`reader`: separate or direct).
 *
 * K paragraphs per retrieval · paras paragraphs so far · cot sentences so far · g what the model wrote · s its first sentence.
 */
import * as z from 'zod';
import type { Passage, ShownPassage } from '../protocol/passage.ts';
import { evidenceOf } from './generatedPassage.ts';
import { definePipeline, endWithAnswer, type RunContext } from './pipeline.ts';
import { nodeUntilBudget, perform, answerFromPassages, retrieve, untilBudget } from './steps.ts';
import { nextThoughtRole } from '../reasoning/roles/ircotRole.ts';

const parameters = z.object({
  K: z.int().min(1).max(100).default(4).describe('Paragraphs per retrieval'),
  maxParas: z.int().min(1).max(200).default(15).describe('Paragraphs kept at most'),
  maxSteps: z.int().min(1).max(20).default(3).describe('Sentences of the chain at most; each but the last is searched with'),
  maxWords: z.int().min(20).max(5000).default(350).describe('Words read of each paragraph'),
  reader: z
    .enum(['separate', 'direct', 'thoughts', 'chain'])
    .default('separate')
    .describe(
      'Where the answer comes from: a reader over all paragraphs that reasons again, or answers at once (direct), or sees the thoughts too; or the chain itself where it gives an answer',
    ),
});

interface Chain {
  readonly cot: string[];
  paras: readonly Passage[];
  /** The answer in the chain; undefined when the chain does not reach one. */
  answer?: string | null;
}

export const ircot = definePipeline({
  id: 'ircot',
  title: 'IRCoT',
  description: 'Thinks one sentence at a time, searches with each, then reads everything it found.',
  paper: 'Trivedi et al. 2023, Interleaving Retrieval with Chain-of-Thought Reasoning for Knowledge-Intensive Multi-Step Questions',
  parameters,
  passages: ['K'],
  bound: ({ maxSteps }) => ({ llmCalls: maxSteps + 1, retrievals: maxSteps, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, { K, maxParas, maxSteps, maxWords, reader }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const first = (await untilBudget(ctx, () => retrieve(ctx, root, question, K))) ?? [];
    const chain: Chain = { cot: [], paras: first.slice(0, maxParas) };
    const stopReason = await interleave(ctx, root, question, chain, { K, maxParas, maxSteps, maxWords });

    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    if (chain.cot.length > 0) ctx.trace.connect(`t${chain.cot.length}`, final, 'combines_into');
    ctx.trace.evidence(final, chain.paras.map(evidenceOf));
    let answer = reader === 'chain' ? (chain.answer ?? null) : null;
    if (reader === 'chain' && chain.answer !== undefined) endWithAnswer(ctx, final, { answer });
    else {
      const input = { question, passages: cutAll(chain.paras, maxWords), cot: reader !== 'direct', isFinal: true };
      answer = (await answerFromPassages(ctx, final, reader === 'thoughts' ? { ...input, thoughts: chain.cot } : input)).answer;
    }
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason };
  },
});

/**
 * Extends the chain until it stops.
 * @returns why it stopped
 */
async function interleave(
  ctx: RunContext,
  root: string,
  question: string,
  chain: Chain,
  { K, maxParas, maxSteps, maxWords }: Omit<z.output<typeof parameters>, 'reader'>,
): Promise<string> {
  for (;;) {
    const g = await untilBudget(ctx, () => nextThought(ctx, root, question, chain, maxWords));
    if (g === undefined) return 'budget_exhausted';
    const s = g.sentence;
    if (s === '') return 'empty';
    chain.cot.push(s);
    const node = ctx.trace.add({ id: `t${chain.cot.length}`, kind: 'thought', text: s, parent: root });
    if (chain.cot.length > 1) ctx.trace.connect(`t${chain.cot.length - 1}`, node, 'then');
    if (g.answer !== undefined) {
      chain.answer = g.answer;
      endWithAnswer(ctx, node, { answer: g.answer });
      return 'answered';
    }
    if (chain.cot.length >= maxSteps) {
      ctx.trace.end(node, 'answered');
      return 'max_steps';
    }
    const query = chain.cot.findLast((sentence) => !isReasoning(sentence)) ?? question;
    const found = await nodeUntilBudget(ctx, node, () => retrieve(ctx, node, query, K));
    if (found === undefined) return 'budget_exhausted';
    ctx.trace.end(node, 'answered');
    const seen = new Set(chain.paras.map(({ id }) => id));
    chain.paras = [...chain.paras, ...found.filter(({ id }) => !seen.has(id))].slice(0, maxParas);
  }
}

async function nextThought(ctx: RunContext, root: string, question: string, { cot, paras }: Chain, maxWords: number) {
  ctx.trace.doing(root, { kind: 'planning' });
  const input = { question, passages: cutAll(paras, maxWords), cot: [...cot] };
  const { output } = await perform(ctx, root, nextThoughtRole, input);
  return output;
}

/** A sentence that concludes or calculates names nothing to search for. */
export function isReasoning(sentence: string): boolean {
  return (
    /^(?:thus|so|therefore|hence|that is)(?=[\s,:;]|$)/i.test(sentence) ||
    /\d\s*[-+\u2212*\u00d7/\u00f7]\s*\d[\d.,]*\s*=\s*\d/.test(sentence)
  );
}

function cutAll(paras: readonly Passage[], maxWords: number): readonly ShownPassage[] {
  return paras.map((passage) => {
    const last = [...passage.text.matchAll(/\S+/g)][maxWords - 1];
    const end = last ? last.index + last[0].length : passage.text.length;
    return end < passage.text.trimEnd().length ? { ...passage, text: passage.text.slice(0, end), isCutAfter: true } : passage;
  });
}
