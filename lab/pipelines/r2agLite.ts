/**
 * R²AG-lite, a prompt-only approximation: the reader gets numbers that describe each passage from the retriever's view. In the published
 * system, a trained R²-Former turns these features into embeddings inside the model; here they precede the passage in the prompt. Source:
 * Ye et al. 2024, section 3.1 (retrieval features). Followed: pipelines.md 8.2.
 *
 * n passages · q, d_i unit vectors of the question and the passages in rank order · r relevance · γ precedent similarity · ζ neighbor
 * similarity.
 */
import * as z from 'zod';
import type { RetrievalFeatures } from './roles/liteTypes.ts';
import { definePipeline, endWithAnswer, type RunContext } from '../../src/pipelines/pipeline.ts';
import { type FoundPassage, perform, searchPassages, untilBudget } from '../../src/pipelines/steps.ts';
import { cosine, dot, embeddedText } from './vectorMath.ts';
import { liteRoles } from './roles/liteRoles.ts';

const parameters = z.object({
  n: z.int().min(1).max(100).default(5).describe('Passages retrieved and read'),
});

export const r2agLite = definePipeline({
  id: 'r2ag-lite',
  title: 'R²AG-lite',
  description:
    'One search, one reading that also learns how the retriever sees each passage. A prompt-only approximation; not the published system.',
  paper: 'Ye et al. 2024, R²AG: Incorporating Retrieval Information into Retrieval Augmented Generation',
  parameters,
  passages: ['n'],
  needs: [liteRoles.readWithFeatures],
  bound: () => ({ llmCalls: 1, retrievals: 1, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, { n }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    const found = (await untilBudget(ctx, () => searchPassages(ctx, final, question, n))) ?? [];
    const passages = found.map(({ passage }) => passage);
    const features = await featuresOf(ctx, final, question, found);

    ctx.trace.doing(final, { kind: 'reading' });
    const input = { question, passages, features };
    const { output, unconfirmed } = await perform(ctx, final, liteRoles.readWithFeatures, input, { isFinal: true });
    endWithAnswer(ctx, final, { ...output, unconfirmed }, passages);
    endWithAnswer(ctx, root, { answer: output.answer });
    return { answer: output.answer, stopReason: 'read' };
  },
});

/** Without vectors only the relevance: the retriever's scores, scaled to 0 to 1. */
async function featuresOf(
  ctx: RunContext,
  node: string,
  question: string,
  found: readonly FoundPassage[],
): Promise<readonly RetrievalFeatures[]> {
  if (found.length === 0) return [];
  const texts = [question, ...found.map(({ passage }) => embeddedText(passage))];
  const [q, ...d] = (await untilBudget(ctx, async () => ctx.vectors.embed(texts, { node, signal: ctx.signal }))) ?? [];
  if (q) return retrievalFeatures(q, d);
  ctx.trace.flagNode(node, 'no_embedding');
  const scores = found.map(({ score }) => score);
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  return scores.map((score) => ({ relevance: highest === lowest ? 1 : (score - lowest) / (highest - lowest) }));
}

/** Source: R²AG, equations of section 3.1, as in pipelines.md 8.2. @param d unit vectors in rank order */
export function retrievalFeatures(q: ArrayLike<number>, d: readonly ArrayLike<number>[]): readonly Required<RetrievalFeatures>[] {
  const r = d.map((d_i) => dot(q, d_i));
  return d.map((d_i, i) => ({
    relevance: r[i] ?? 0,
    precedent: precedentSimilarity(d, r, i),
    neighbor: neighborSimilarity(d_i, d[i - 1], d[i + 1]),
  }));
}

/** γ: similarity to the passages ranked above, weighted by their relevance. */
function precedentSimilarity(d: readonly ArrayLike<number>[], r: readonly number[], i: number): number {
  const d_i = d[i] ?? [];
  if (i === 0) return 1;
  const weights = softmax(r.slice(0, i));
  const above = Array.from({ length: d_i.length }, (_, x) => weights.reduce((sum, weight, j) => sum + weight * (d[j]?.[x] ?? 0), 0));
  return cosine(d_i, above);
}

/** ζ: similarity to the passages on both sides, or to the only one. */
function neighborSimilarity(d_i: ArrayLike<number>, ...sides: readonly (ArrayLike<number> | undefined)[]): number {
  const similarities = sides.flatMap((side) => (side ? [dot(d_i, side)] : []));
  return similarities.reduce((sum, one) => sum + one, 0) / Math.max(1, similarities.length);
}

function softmax(values: readonly number[]): readonly number[] {
  const highest = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
