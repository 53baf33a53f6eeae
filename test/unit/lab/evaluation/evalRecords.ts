import { mapMeasures } from '../../../../lab/evaluation/answerScores.ts';
import type { EvalRecord } from '../../../../lab/evaluation/evalRecord.ts';
import { byCut, type ByCut } from '../../../../lab/evaluation/retrievalScores.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';

export const at = (value: number): ByCut<number> => byCut(() => value);

/** A question's result with these scores; null when it cannot be scored. */
export function recordOf(pipeline: string, number: number, score: number | null, recall: number): EvalRecord {
  const hasRanking = pipeline !== 'drr-rag';
  return {
    key: `${pipeline} ${number}`,
    pipeline,
    params: {},
    models: builtinModels,
    firstStage: 'bm25',
    id: `q${number}`,
    question: 'x',
    answers: score === null ? [] : ['x'],
    gold: ['d'],
    facets: { type: number % 2 === 0 ? 'bridge' : 'comparison' },
    answer: score === null ? null : 'x',
    status: 'ok',
    stopReason: '',
    metrics: score === null ? null : mapMeasures((measure) => (measure === 'em_cover' ? 1 : score)),
    prediction_tokens: score === null ? 0 : 2,
    retrieval: {
      'recall@k': hasRanking ? at(recall) : null,
      'hit@k': hasRanking ? at(1) : null,
      'all@k': hasRanking ? at(0) : null,
      'answer_recall@k': hasRanking ? at(1) : null,
      'recall_union@k': at(recall),
      'union_size@k': at(4),
      'evidence_recall@k': at(recall),
      'evidence_size@k': at(3),
    },
    costs: {
      retrieval_calls: 2,
      llm_calls: 3,
      llm_requests: 3,
      prompt_tokens: 100 * number,
      completion_tokens: 10,
      rerank_pairs: 0,
      nli_pairs: 0,
      repair_calls: 0,
      latency_ms: 100 * number,
      critical_path_calls: 3,
      estimated: false,
    },
    flags: ['role_unavailable:x'],
    runId: '',
    log: '',
  };
}
