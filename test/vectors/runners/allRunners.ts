/** Which function runs the cases of which file of reference vectors. */
import { runAbstentionCase } from './abstention.ts';
import { runAsuPoliciesCase } from './asuPolicies.ts';
import { runBridgePoolCase, runBridgeRankCase } from './bridge.ts';
import { runDrrPlaceholdersCase } from './drrPlaceholders.ts';
import { runDrrRunsCase } from './drrRuns.ts';
import { runDrrTopologyCase } from './drrTopology.ts';
import { runJsonExtractCase } from './jsonExtract.ts';
import { runLabelProbabilitiesCase } from './labelProbabilities.ts';
import { runLeapQueryCase, runLeapVotesCase } from './leapQuery.ts';
import { runAnswerCase, runBertScoreCase, runMultiGoldCase, runRecallCase, runRougeLCase } from './metrics.ts';
import { runNarCase } from './nar.ts';
import { runNarAsuCase } from './narAsu.ts';
import { runNearDuplicatesCase } from './nearDuplicates.ts';
import { runQualifiersCase } from './qualifiers.ts';
import { runSelfDcBranchCase, runSelfDcProbCase, runSelfDcTreeCase, runSelfDcVerbalCase } from './selfDc.ts';
import { runSemanticSetsCase } from './semanticSets.ts';

/** Throws an assertion error when the case does not come out as it says. */
export type RunCase = (input: unknown) => void | Promise<void>;

export const runners: Readonly<Record<string, RunCase>> = {
  'abstention.json': runAbstentionCase,
  'asu_policies.json': runAsuPoliciesCase,
  'bridge_pool.json': runBridgePoolCase,
  'bridge_rank.json': runBridgeRankCase,
  'drr_placeholders.json': runDrrPlaceholdersCase,
  'drr_runs.json': runDrrRunsCase,
  'drr_topology.json': runDrrTopologyCase,
  'json_extract.json': runJsonExtractCase,
  'label_probabilities.json': runLabelProbabilitiesCase,
  'leapquery_runs.json': runLeapQueryCase,
  'leapquery_votes.json': runLeapVotesCase,
  'metrics_answer.json': runAnswerCase,
  'metrics_bertscore.json': runBertScoreCase,
  'metrics_multi_gold.json': runMultiGoldCase,
  'metrics_recall.json': runRecallCase,
  'metrics_rouge_l.json': runRougeLCase,
  'nar.json': runNarCase,
  'nar_asu.json': runNarAsuCase,
  'near_duplicates.json': runNearDuplicatesCase,
  'qualifiers.json': runQualifiersCase,
  'selfdc_branch.json': runSelfDcBranchCase,
  'selfdc_confidence_prob.json': runSelfDcProbCase,
  'selfdc_confidence_verbal.json': runSelfDcVerbalCase,
  'selfdc_tree.json': runSelfDcTreeCase,
  'semantic_sets.json': runSemanticSetsCase,
};
