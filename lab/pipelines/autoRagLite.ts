/**
 * Auto-RAG-lite, a prompt-only approximation: a dialogue between model and retriever in which the model decides, turn by turn, what to
 * search next and when to answer. The published system is a model tuned on such dialogues. Source: Yu et al. 2024, section 3.3. Followed:
 * pipelines.md 8.5. If the model still asks to search at the end, it writes the passages itself.
 *
 * maxTurns turns · n new passages per turn.
 */
import * as z from 'zod';
import type { Passage } from '../../src/protocol/passage.ts';
import type { DialogueOutput, DialogueRound } from './roles/liteTypes.ts';
import type { ReadOutput } from '../../src/reasoning/roles/readRoles.ts';
import { writePassage } from './genRead.ts';
import { citingDocuments, evidenceOf, generatedPassage } from '../../src/pipelines/generatedPassage.ts';
import { definePipeline, endWithAnswer, type GivenAnswer, type RunContext } from '../../src/pipelines/pipeline.ts';
import { nodeUntilBudget, perform, untilBudget } from '../../src/pipelines/steps.ts';
import { liteRoles } from './roles/liteRoles.ts';

const parameters = z.object({
  maxTurns: z.int().min(1).max(30).default(10).describe('Searches at most'),
  n: z.int().min(1).max(20).default(2).describe('New passages shown per turn'),
  maxGenerated: z.int().min(0).max(10).default(5).describe('Passages the model may write itself when the searches are used up'),
});
type Parameters = z.output<typeof parameters>;

interface Dialogue {
  readonly question: string;
  readonly rounds: DialogueRound[];
  readonly shown: Passage[];
  /** The node of the last round; the root before the first. */
  node: string;
}

type Turn = DialogueOutput & Pick<GivenAnswer, 'unconfirmed'>;

export const autoRagLite = definePipeline({
  id: 'auto-rag-lite',
  title: 'Auto-RAG-lite',
  description: 'The model decides turn by turn what to search and when to answer. A prompt-only approximation; not the published system.',
  paper: 'Yu et al. 2024, Auto-RAG: Autonomous Retrieval-Augmented Generation for Large Language Models',
  parameters,
  passages: ['n'],
  needs: [liteRoles.turn],
  bound: ({ maxTurns, maxGenerated }) => ({
    llmCalls: maxTurns + 1 + 2 * maxGenerated,
    retrievals: maxTurns,
    rerankPairs: 0,
    nliPairs: 0,
  }),

  async run(ctx, question, p) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const dialogue: Dialogue = { question, rounds: [], shown: [], node: root };
    const searched = await searchInTurns(ctx, root, dialogue, p);
    const last = searched.said ?? (await forceAnswer(ctx, root, dialogue, p));

    const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
    if (dialogue.node !== root) ctx.trace.connect(dialogue.node, final, 'combines_into');
    ctx.trace.evidence(final, dialogue.shown.map(evidenceOf));
    const answer = last.action === 'final' ? last.answer : null;
    endWithAnswer(ctx, final, last.action === 'final' ? judged(last, dialogue.shown) : { answer }, dialogue.shown);
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason: last.action === 'final' ? searched.stopReason : 'no_final_answer' };
  },
});

/** An answer that cites only passages the model wrote comes from its memory. */
function judged(last: ReadOutput & Pick<GivenAnswer, 'unconfirmed'>, shown: readonly Passage[]): ReadOutput & GivenAnswer {
  const cited = citingDocuments(last, shown);
  const isOwn = last.citations.length > 0 && cited.citations.length === 0;
  return { ...cited, unconfirmed: last.unconfirmed ?? (isOwn ? 'from-memory' : undefined) };
}

/** Continues until the model answers or may not search any more. */
async function searchInTurns(
  ctx: RunContext,
  root: string,
  dialogue: Dialogue,
  { maxTurns, n }: Parameters,
): Promise<{ readonly said?: Turn; readonly stopReason: string }> {
  for (let i = 1; i <= maxTurns; i++) {
    const said = await untilBudget(ctx, () => nextTurn(ctx, root, dialogue, false));
    if (said === undefined) return { stopReason: 'budget_exhausted' };
    if (said.action === 'final') return { said, stopReason: 'answered' };
    const query = ctx.edited(`q${i}`, said.query);
    const node = addRound(ctx, root, dialogue, { id: `q${i}`, kind: 'sub_question', text: query });
    const unseen = await nodeUntilBudget(ctx, node, () => searchUnseen(ctx, node, query, dialogue.shown, n));
    if (unseen === undefined) return { stopReason: 'budget_exhausted' };
    ctx.trace.end(node, 'answered');
    const isBarren = unseen.length === 0;
    if (isBarren && dialogue.rounds.at(-1)?.result === 'nothing-new') return { stopReason: 'nothing_new' };
    dialogue.shown.push(...unseen);
    dialogue.rounds.push({ query, result: isBarren ? 'nothing-new' : 'found' });
  }
  return { stopReason: 'max_turns' };
}

/** Asks for the answer. While the model still wants to search, it must write the passages it hopes to find. */
async function forceAnswer(ctx: RunContext, root: string, dialogue: Dialogue, { maxGenerated }: Parameters): Promise<Turn> {
  let said = await nextTurn(ctx, root, dialogue, true);
  for (let i = 1; i <= maxGenerated && said.action === 'query'; i++) {
    const { query } = said;
    const text = await untilBudget(ctx, () => writePassage(ctx, root, query));
    if (text === undefined) return said;
    if (text !== null) {
      const node = addRound(ctx, root, dialogue, { id: `g${i}`, kind: 'generated_doc', text });
      ctx.trace.end(node, 'answered');
      dialogue.shown.push(generatedPassage(node, query, text));
    }
    dialogue.rounds.push({ query, result: text === null ? 'nothing-new' : 'generated' });
    said = await nextTurn(ctx, root, dialogue, true);
  }
  return said;
}

async function nextTurn(ctx: RunContext, root: string, { question, rounds, shown }: Dialogue, mustAnswer: boolean): Promise<Turn> {
  ctx.trace.doing(root, { kind: mustAnswer ? 'finishing' : 'planning' });
  const input = { question, rounds: [...rounds], passages: [...shown], mustAnswer };
  const { output, unconfirmed } = await perform(ctx, root, liteRoles.turn, input, { isFinal: mustAnswer });
  return { ...output, unconfirmed };
}

function addRound(
  ctx: RunContext,
  root: string,
  dialogue: Dialogue,
  node: { readonly id: string; readonly kind: 'sub_question' | 'generated_doc'; readonly text: string },
): string {
  ctx.trace.add({ ...node, parent: root });
  if (dialogue.node !== root) ctx.trace.connect(dialogue.node, node.id, 'then');
  return (dialogue.node = node.id);
}

/** One search deep enough for `n` passages that were not shown yet. */
async function searchUnseen(
  ctx: RunContext,
  node: string,
  query: string,
  shown: readonly Passage[],
  n: number,
): Promise<readonly Passage[]> {
  const call = { node, signal: ctx.signal };
  ctx.trace.doing(node, { kind: 'retrieving' });
  const known = new Set(shown.map(({ id }) => id));
  const candidates = await ctx.retriever.search(query, known.size + n, call);
  if (candidates.length === 0) ctx.trace.flagNode(node, 'empty_retrieval');
  const unseen = candidates.filter(({ passageId }) => !known.has(passageId)).slice(0, n);
  const passages = await ctx.passages.passages(
    unseen.map(({ passageId }) => passageId),
    call,
  );
  ctx.trace.evidence(
    node,
    passages.map((passage, i) => ({
      passage,
      score: unseen[i]?.score ?? null,
      used: true,
      source: 'initial',
      firstStageRank: unseen[i]?.rank ?? i,
    })),
  );
  return passages;
}
