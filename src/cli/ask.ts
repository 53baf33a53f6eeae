import { planningRole } from '../protocol/runSpec.ts';
import { resolve } from 'node:path';
import { AriadneError } from '../base/errors.ts';
import type { Engine } from '../engine/engine.ts';
import type { RunEnd } from '../run/runs.ts';
import type { RerunPreview } from '../protocol/preview.ts';
import { askAboveCalls, likelyCalls } from '../protocol/callsAhead.ts';
import type { OtherFolder } from '../protocol/runSpec.ts';
import type { RunBudget } from '../protocol/runOptions.ts';
import type { Writing } from '../protocol/writing.ts';
import { readTrace } from '../trace/runLog.ts';
import { type Command, exitCode, mayConfirm, textArgument, usageOf, type CommandContext } from './terminal.ts';
import { agreeToCalls } from './confirmCalls.ts';
import {
  eachOption,
  flag,
  stringOption,
  takes,
  takesEach,
  isGiven,
  modelsUsed,
  whyNoPrice,
  whyNoReader,
  whyUnused,
  withEffects,
  type AskedModels,
  type Given,
  type WhyIdle,
} from './effects.ts';
import { followedReference, followUp } from './followUp.ts';
import { liveAnswer } from './liveAnswer.ts';
import {
  budgetOf,
  budgetOptions,
  editOptions,
  editsOf,
  formOf,
  formOptions,
  engineOptions,
  firstStageOf,
  firstStageOption,
  knowledgeOption,
  modelsOf,
  refuseIdleWithIndex,
  limitOptions,
  limitsOf,
  whyNamesNothing,
  paramsOf,
  newRunId,
  parametersOf,
} from './askOptions.ts';
import { defaultStorage, withEngine } from './withEngine.ts';
import { showRun } from './showRun.ts';
import { showEstimate, showPreview } from './showEstimate.ts';

const defaultPipeline = 'sunar-nar';

export const ask: Command = {
  usage: [
    'ariadne ask <folder> <question> [options]',
    'ariadne ask <folder> --follow RUN <question> [options]',
    'ariadne ask <folder> --resume LOG [limits] [--yes]',
    'ariadne ask <folder> --from LOG [changes] [options]',
  ],
  help: `Answer a question from the documents of an indexed folder. A question of "-" is read from standard input.
Documents that the question names come first. On a terminal, more than ${askAboveCalls} likely calls need confirmation.
--follow makes a question stand alone from the earlier questions and answers, and limits it like the earlier run.
--resume continues an interrupted run: completed calls are not repeated. --from makes a new run from an earlier one, with changes: what does not depend on them comes from the log.`,
  arguments: ['<folder>', '[<question>]'],
  options: withEffects(
    {
      ...engineOptions,
      ...firstStageOption,
      ...knowledgeOption,
      ...limitOptions,
      ...formOptions,
      ...budgetOptions,
      ...editOptions,
      also: takesEach('FOLDER', 'a further folder that is searched, in its own index'),
      pipeline: takes('ID', `the method, usually ${defaultPipeline}; "ariadne pipelines" lists them`),
      set: takesEach('NAME=VALUE', 'a parameter of the method'),
      follow: takes('RUN', 'the log or the id of the run that this question follows'),
      'as-typed': flag('leave a follow-up as it is'),
      log: takes('FILE', 'where the log of the run is written'),
      estimate: flag('print the expected cost, and ask nothing'),
      yes: flag('ask for no confirmation'),
      resume: takes('LOG', 'continue this run'),
      from: takes('LOG', 'make a new run from this one'),
    },
    {
      ...Object.fromEntries(modelsUsed.map((role) => [role, unusedBy(role)])),
      reader: whyNoReader,
      price: whyNoPrice('estimate'),
      'as-typed': (given) =>
        isGiven(given, 'follow') || isGiven(given, 'from') || isGiven(given, 'resume')
          ? undefined
          : 'It leaves a follow-up as it is. Add --follow RUN, or leave it out.',
      'any-document': (given) => whyNamesNothing(stringOption(given, 'first-stage')),
    },
  ),
  async run(context) {
    const [folder = '', asked] = context.positionals;
    const work = workOf(context, await textArgument(asked, context));
    const budget = budgetOf(context);
    const limits = budget === undefined ? {} : { budget };
    const { look } = work;
    if (look && context.values['estimate'] === true) return withEngine(context, folder, {}, (engine) => look(engine, limits));
    const live = liveAnswer(context);
    const host = live ? { onWriting: (_runId: string, writing: Writing) => live.show(writing) } : {};
    const end = await withEngine(context, folder, host, async (engine) => {
      // The model of an earlier run is in its log.
      if (!isGiven(context, 'resume') && !isGiven(context, 'from')) await refuseIdleWithIndex(context, engine, modelsAsked(context));
      if (mayConfirm(context) && !(await agreeToCalls(await work.likelyCalls(engine, limits), context.signal))) return undefined;
      return work.run(engine, limits).finally(() => live?.clear());
    });
    if (end === undefined) return exitCode.negative;
    const { log } = end;
    return showRun(await readTrace(log), log, context.isJson);
  },
};

/** Of an earlier run, the pipeline is in its log. */
function unusedBy(role: (typeof modelsUsed)[number]): WhyIdle {
  return (given) => {
    const pipeline = stringOption(given, 'pipeline') ?? (isGiven(given, 'from') ? undefined : defaultPipeline);
    if (pipeline === undefined || isGiven(given, 'resume')) return undefined;
    return whyUnused(role, [{ pipeline, params: isGiven(given, 'from') ? {} : parametersOf(given) }]);
  };
}

function modelsAsked(given: Given): AskedModels {
  return {
    talking: [stringOption(given, 'chat'), stringOption(given, planningRole)],
    others: [stringOption(given, 'reranker'), stringOption(given, 'entailment'), stringOption(given, 'reader')],
  };
}

/** Each folder once, however it is written. */
function alsoOf(given: Given, home: string): { readonly folders?: OtherFolder[] } {
  const places = new Map([home, ...eachOption(given, 'also')].map((name) => [defaultStorage(resolve(name)), name]));
  const folders = [...places].slice(1).map(([storage, name]) => ({ name, folder: resolve(name), storage }));
  return folders.length === 0 ? {} : { folders };
}

interface Work {
  /** Prints what it would take; absent for a run that is resumed. @returns the exit code */
  readonly look?: (engine: Engine, limits: Limits) => Promise<number>;
  readonly run: (engine: Engine, limits: Limits) => Promise<RunEnd>;
  readonly likelyCalls: (engine: Engine, limits: Limits) => Promise<number>;
}

interface Limits {
  readonly budget?: RunBudget;
}

/** The run keeps the models that answer, and all else that it was asked with. */
const goesWithResume = new Set([...Object.keys({ ...engineOptions, ...budgetOptions }), 'resume', 'yes', 'json']);
for (const role of ['chat', 'reader', planningRole]) goesWithResume.delete(role);

/** @throws AriadneError `usage` for conflicting options */
function workOf(context: CommandContext, question: string | undefined): Work {
  const { signal, values } = context;
  const [resume, from, log] = [stringOption(context, 'resume'), stringOption(context, 'from'), stringOption(context, 'log')];
  const edits = editsOf(context);
  const refuse = (reason: string): never => {
    throw new AriadneError('usage', `${reason}\n${usageOf(ask)}`);
  };
  const withLog = log === undefined ? {} : { log: resolve(log) };
  if (resume !== undefined) {
    const other = Object.keys(values).find((name) => !goesWithResume.has(name));
    if (other !== undefined || question !== undefined) {
      refuse(
        `--resume continues a run with its original settings: ${other === undefined ? 'a question' : `--${other}`} cannot be combined with it.`,
      );
    }
    const { chat: _chat, ...models } = modelsOf(context);
    return {
      run: (engine, limits) => engine.runs.resume({ run: { log: resolve(resume) }, models, ...limits }, signal),
      likelyCalls: async (engine, { budget }) => {
        const {
          pipeline,
          params,
          totals,
          models: { chat },
        } = await readTrace(resolve(resume));
        return likelyCalls(await engine.runs.estimate({ pipeline, params, models: { ...models, chat } }), chat, budget) - totals.llmCalls;
      },
    };
  }
  if (from !== undefined) {
    const kept = ['first-stage', 'scope', 'any-document', 'also', 'follow', 'as-typed'].find((name) => values[name] !== undefined);
    if (kept !== undefined || question !== undefined) {
      refuse(
        `--from reuses the question, what it follows, the first stage and the scope of the run: ${kept === undefined ? 'a question' : `--${kept}`} cannot be combined with it.`,
      );
    }
    const { chat: _chat, ...models } = modelsOf(context);
    const [chat, pipeline] = [stringOption(context, 'chat'), stringOption(context, 'pipeline')];
    const request = {
      from: { log: resolve(from) },
      edits,
      pipeline,
      params: paramsOf(context),
      ...formOf(context),
      models: { ...models, ...(chat === undefined ? {} : { chat }) },
    };
    const preview = (engine: Engine, limits: Limits): Promise<RerunPreview> => engine.runs.previewRerun({ ...request, ...limits }, signal);
    return {
      look: async (engine, limits) => showPreview(await preview(engine, limits), context.isJson),
      run: (engine, limits) => engine.runs.rerun({ ...request, runId: newRunId(), ...withLog, ...limits }, signal),
      likelyCalls: async (engine, limits) => (await preview(engine, limits)).calls.likely,
    };
  }
  const edit = ['edit', 'pin', 'ban', 'rerun'].find((name) => values[name] !== undefined);
  if (edit !== undefined) refuse(`--${edit} changes an earlier run. Give its log with --from.`);
  const request = {
    runId: newRunId(),
    question: question ?? '',
    pipeline: stringOption(context, 'pipeline') ?? defaultPipeline,
    params: paramsOf(context),
    models: modelsOf(context),
    firstStage: firstStageOf(context),
    ...formOf(context),
    ...limitsOf(context),
    ...alsoOf(context, context.positionals[0] ?? ''),
    ...withLog,
  };
  const follow = stringOption(context, 'follow');
  const isAsTyped = values['as-typed'] === true;
  if (question === undefined && values['estimate'] !== true) refuse('"ariadne ask" takes <folder> <question>.');
  return {
    look: async (engine, { budget }) => showEstimate(await engine.runs.estimate(request), budget, context.isJson),
    run: async (engine, limits) => {
      const asked =
        follow === undefined
          ? request
          : await followUp(
              engine,
              request,
              { follows: followedReference(follow), isAsTyped, hasScope: values['scope'] !== undefined },
              signal,
            );
      return engine.runs.ask({ ...asked, ...limits }, signal);
    },
    likelyCalls: async (engine, { budget }) => likelyCalls(await engine.runs.estimate(request), request.models.chat, budget),
  };
}
