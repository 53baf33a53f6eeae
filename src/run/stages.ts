/** What follows a pipeline, outside of its published algorithm: stages, each of which adds to what the run ends with. */
import { askedFormOf, isStrict } from '../protocol/writtenAnswer.ts';
import { isAriadneError } from '../base/errors.ts';
import type { Entailment } from '../models/models.ts';
import type { PipelineResult, RunContext } from '../pipelines/pipeline.ts';
import type { RunSpec } from '../protocol/runSpec.ts';
import type { EvidenceConflict, WrittenAnswer } from '../protocol/trace.ts';
import { composeRole } from '../reasoning/roles/composeRoles.ts';
import type { RunRecorder } from '../trace/runRecorder.ts';
import { citeEvidence, type Cited } from './cite.ts';
import { addClosest, type ClosestSearch } from './closest.ts';
import { compose } from './compose.ts';
import { evidenceConflicts } from './evidenceConflicts.ts';
import { quotedForm } from './quotedForms.ts';
import type { QuotedSource } from './quotedSource.ts';

/** What a run ends with. */
export interface RunFindings extends PipelineResult, Cited {
  readonly written?: WrittenAnswer;
  /** How passages disagree, where no written answer says it. */
  readonly conflicts?: readonly EvidenceConflict[];
}

/** What the stages use: the pipeline's context, and what is outside of its cost. */
export interface StageContext extends RunContext {
  readonly spec: RunSpec;
  /** Its trace is the run as far as it has come. */
  readonly recorder: RunRecorder;
  readonly source: QuotedSource;
  readonly closest: ClosestSearch;
  readonly entailmentId: Entailment['id'];
}

interface Stage {
  readonly name: string;
  /** Whether a run keeps its result when the stage fails. It is then flagged `<name>_failed`. */
  readonly isOptional?: true;
  readonly add: (found: RunFindings, context: StageContext) => Promise<Partial<RunFindings>>;
}

const stages: readonly Stage[] = [
  {
    name: 'closest',
    isOptional: true,
    add: async ({ answer }, { spec, closest, recorder }) => {
      await addClosest({ answer, isWritten: askedFormOf(spec) !== 'short' }, closest, recorder);
      return {};
    },
  },
  { name: 'cite', add: (_found, { recorder, source }) => citeEvidence(recorder.trace, source) },
  { name: 'compose', add: async (found, context) => ({ written: await composed(found, context) }) },
  {
    name: 'conflicts',
    add: async (found, context) => {
      if (found.written) return {};
      const isOfQuotes = found.answer === null || isOfQuotesAlone(context);
      return { conflicts: await evidenceConflicts(context.recorder.trace, found, context.source, isOfQuotes) };
    },
  },
  {
    name: 'quotes',
    add: ({ digest, conflicts }, context) => {
      const { spec, recorder } = context;
      if (!isOfQuotesAlone(context)) return Promise.resolve({});
      const written = quotedForm(askedFormOf(spec), spec.question, digest, recorder.trace.passages, conflicts);
      return Promise.resolve(written ? { written, conflicts: [] } : {});
    },
  },
];

/** Runs them in their order, each on what those before have found. */
export async function afterPipeline(result: PipelineResult, context: StageContext): Promise<RunFindings> {
  context.signal.throwIfAborted();
  let found: RunFindings = { ...result, citations: [], digest: [] };
  // There is an answer: where it is stopped from here on, only what asks or searches ends.
  for (const { name, isOptional, add } of stages) {
    try {
      found = { ...found, ...(await add(found, context)) };
    } catch (error) {
      if (!isOptional || !isAriadneError(error)) throw error;
      context.recorder.emit({ kind: 'flagged', flag: `${name}_failed` });
    }
  }
  return found;
}

/** Whether the answer is written out as quotes, since no model writes it. */
function isOfQuotesAlone({ spec, reasoner }: StageContext): boolean {
  return askedFormOf(spec) !== 'short' && !reasoner.serves(composeRole);
}

/** Written out by the model that answers. */
async function composed({ answer, citations, digest }: RunFindings, context: StageContext): Promise<WrittenAnswer | undefined> {
  const { spec, recorder, source, entailmentId } = context;
  const askedForm = askedFormOf(spec);
  if (askedForm === 'short' || isOfQuotesAlone(context)) return undefined;
  // The built-in model compares short answers, not sentences with what they rest on.
  const entailment = entailmentId.startsWith('builtin') ? undefined : context.entailment;
  const wanted = { answerForm: spec.chosenForm ?? askedForm, isStrict: isStrict(spec) };
  return compose({ ...wanted, answer, cited: { citations, digest }, trace: recorder.trace, entailment, source }, context);
}
