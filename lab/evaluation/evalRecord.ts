/** The result of one question with one pipeline: a line of the results file. */
import * as z from 'zod';
import { hashOf } from '../../src/base/hash.ts';
import { modelIds, firstStageMethod } from '../../src/protocol/runSpec.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import { asksGold, searchesCandidates } from '../../src/protocol/givenByDataset.ts';
import { runStatus, type Trace } from '../../src/protocol/trace.ts';
import { mapMeasures, scoreAnswer, type AnswerScores } from './answerScores.ts';
import { answerTokens } from './answerText.ts';
import { costsOf, runCosts } from './costs.ts';
import type { DatasetQuestion } from './dataset.ts';
import { evidencePassages, rankedPassages, retrievedPassages } from './retrievalLists.ts';
import { scoreWritten, writtenScores, type WrittenScores } from './writtenScores.ts';
import { answerRecall, byCut, cuts, scoreRanking, scoreSet, unionOf, type ByCut } from './retrievalScores.ts';

export const evalForms = ['own', 'explained', 'list', 'table', 'auto'] as const;

/** The measured system: one pipeline with all its parameters, and the models it uses. */
const system = z.object({
  pipeline: z.string(),
  params: z.record(z.string(), z.unknown()),
  models: modelIds,
  firstStage: firstStageMethod,
  /** Limits questions without an own scope to some documents, in the syntax of `parseScope`. */
  scope: z.string().optional(),
  /** How answers are written out after the pipeline; `own` as each question wants it. Absent for short ones. */
  form: z.enum(evalForms).optional(),
  /** Version of the prompts for chat models; absent in results from before it was recorded. */
  promptVersion: z.number().int().optional(),
});
export type System = Readonly<z.infer<typeof system>>;

const atCuts = z.object({ '1': z.number(), '3': z.number(), '5': z.number(), '10': z.number() }).nullable();
/** Retrieval measures, each at every cut; null if undefined for the pipeline or the question. */
const retrievalShape = {
  'recall@k': atCuts,
  'hit@k': atCuts,
  'all@k': atCuts,
  'answer_recall@k': atCuts,
  'recall_union@k': atCuts,
  /** The number of distinct documents among the first k of every search. */
  'union_size@k': atCuts,
  /** Like `recall_union@k`, for the evidence of each sub-question: what reranking and the neighbor graph made of the searches. */
  'evidence_recall@k': atCuts,
  'evidence_size@k': atCuts,
};
export type RetrievalMeasure = keyof typeof retrievalShape;
export const retrievalMeasures = Object.keys(retrievalShape) as readonly RetrievalMeasure[];

/** How the run took the question; absent in results from before it was recorded. */
const decision = z.object({
  /** The sub-questions that it asked, without rejected and abandoned ones. */
  subQuestions: z.number().int(),
  /** Of the whole question, in [0, 1]; null when the model gave none, absent in pipelines without confidence. */
  confidence: z.number().nullable().optional(),
  /** How the confidence was obtained. */
  method: z.string().optional(),
  branch: z.string().optional(),
});

export const evalRecord = z.object({
  /** Hash of everything the answer depends on; see `recordKey`. */
  key: z.string(),
  ...system.shape,
  id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  gold: z.array(z.string()),
  facets: z.record(z.string(), z.string()),
  answer: z.string().nullable(),
  status: runStatus,
  stopReason: z.string(),
  failure: z.string().optional(),
  /** Null when there is no accepted answer. A failed run scores 0. */
  metrics: z.object(mapMeasures(() => z.number())).nullable(),
  /** The number of words of the normalized answer. */
  prediction_tokens: z.number(),
  retrieval: z.object(retrievalShape),
  costs: runCosts,
  flags: z.array(z.string()),
  decision: decision.optional(),
  /** Null where nothing was written; absent for short answers. */
  written: writtenScores.nullable().optional(),
  runId: z.string(),
  log: z.string(),
});
export type EvalRecord = Readonly<z.infer<typeof evalRecord>>;

/** Two runs with the same key answer the same question in the same way from the same documents. */
export function recordKey(
  dataset: string,
  { pipeline, params, models, firstStage, scope: ofAll, form, promptVersion }: System,
  question: DatasetQuestion,
): string {
  const { id, question: text, answers, gold, candidates, subQuestions, scope = ofAll } = question;
  const given = [
    ...(searchesCandidates(params) ? [candidates] : []),
    ...(asksGold(params) ? [subQuestions] : []),
    ...(scope === undefined ? [] : [{ scope }]),
    ...(form === undefined ? [] : [{ form: form === 'own' ? question.form : form, facts: question.stepAnswers }]),
  ];
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashOf([JSON.stringify([dataset, pipeline, sorted, models, firstStage, promptVersion, id, text, answers, gold, ...given])], 32);
}

/** Looks up passages by id, with the id of each one's dataset document. */
export type PassageLookup = (
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { readonly passage: Passage; readonly documentId: string }>>;

/** Measures an ended run. */
export async function measureRun(
  key: string,
  run: { readonly system: System; readonly question: DatasetQuestion; readonly trace: Trace; readonly log: string },
  lookup: PassageLookup,
): Promise<EvalRecord> {
  const { question, trace, log } = run;
  const { id, answers, gold, facets } = question;
  const { status, stopReason, failure, flags, runId } = trace;
  const answer = status === 'failed' ? null : trace.answer;
  return {
    key,
    ...run.system,
    id,
    question: question.question,
    answers: [...answers],
    gold: [...gold],
    facets,
    answer,
    status,
    stopReason,
    ...(failure === undefined ? {} : { failure }),
    metrics: status === 'failed' ? zeroScores(answers) : scoreAnswer(answer ?? '', answers),
    prediction_tokens: answerTokens(answer ?? '').length,
    retrieval: await measureRetrieval(question, trace, lookup),
    costs: costsOf(trace),
    flags: [...flags],
    decision: decisionOf(trace),
    ...(run.system.form === undefined ? {} : { written: await measureWritten(question, trace, lookup) }),
    runId,
    log,
  };
}

async function measureWritten(question: DatasetQuestion, { written, status }: Trace, lookup: PassageLookup): Promise<WrittenScores | null> {
  if (!written || status === 'failed') return null;
  const known = await lookup([...new Set(written.citations.map(({ passageId }) => passageId))]);
  return scoreWritten(written, question, (passageId) => known.get(passageId)?.documentId);
}

function decisionOf({ nodes }: Trace): z.infer<typeof decision> {
  const root = nodes.find(({ kind }) => kind === 'root');
  const asked = nodes.filter(({ kind, status }) => kind === 'sub_question' && status !== 'rejected' && status !== 'superseded');
  return {
    subQuestions: asked.length,
    ...(root?.confidence ? { confidence: root.confidence.value, method: root.confidence.method } : {}),
    ...(root?.branch ? { branch: root.branch } : {}),
  };
}

function zeroScores(answers: readonly string[]): AnswerScores | null {
  return answers.length === 0 ? null : mapMeasures(() => 0);
}

async function measureRetrieval({ gold, answers }: DatasetQuestion, trace: Trace, lookup: PassageLookup): Promise<EvalRecord['retrieval']> {
  const ranked = rankedPassages(trace);
  const retrieved = retrievedPassages(trace);
  const evidence = retrieved && evidencePassages(trace);
  const known = await lookup([...new Set([...(ranked ?? []), ...(retrieved ?? []).flat(), ...(evidence ?? []).flat()])]);
  const documentsOf = (ids: readonly string[]): readonly string[] => ids.flatMap((one) => known.get(one)?.documentId ?? []);
  const texts = ranked && [...new Set(ranked)].flatMap((one) => known.get(one)?.passage.text ?? []);
  const list = ranked && documentsOf(ranked);
  const searches = retrieved?.map(documentsOf) ?? null;
  const steps = evidence?.map(documentsOf) ?? null;
  const ranking = (score: 'recall' | 'hit' | 'all'): ByCut<number> | null => list && atEvery((k) => scoreRanking(list, gold, k)?.[score]);
  const together = (lists: readonly (readonly string[])[] | null): ByCut<number> | null =>
    lists && atEvery((k) => scoreSet(unionOf(lists, k), gold)?.recall);
  const sizes = (lists: readonly (readonly string[])[] | null): ByCut<number> | null => lists && atEvery((k) => unionOf(lists, k).size);
  return {
    'recall@k': ranking('recall'),
    'hit@k': ranking('hit'),
    'all@k': ranking('all'),
    'answer_recall@k': texts && atEvery((k) => answerRecall(texts, answers, k) ?? undefined),
    'recall_union@k': together(searches),
    'union_size@k': sizes(searches),
    'evidence_recall@k': together(steps),
    'evidence_size@k': sizes(steps),
  };
}

/** The value at each cut, or null when it is undefined at any of them. */
function atEvery(value: (k: number) => number | undefined): ByCut<number> | null {
  const values = cuts.map(value);
  return values.includes(undefined) ? null : byCut((k) => value(k) ?? 0);
}
