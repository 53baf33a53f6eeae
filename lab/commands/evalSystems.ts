/** The systems that `ariadne eval` compares, from its options. */
import { AriadneError } from '../../src/base/errors.ts';
import { listPipelines, parametersFor, promptVersion } from '../../src/run/aboutPipelines.ts';
import { evalForms, type EvalRecord, type System } from '../evaluation/evalRecord.ts';
import { parseSweep } from '../evaluation/sweep.ts';
import { assigned, parseSystem, plainSystem, readSystems, refuseRepeatedNames, swept, type SystemSpec } from '../evaluation/systems.ts';
import type { PipelineInfo } from '../../src/protocol/pipelineInfo.ts';
import { parseScope } from '../../src/protocol/scopeSyntax.ts';
import { parametersOf } from '../../src/cli/askOptions.ts';
import {
  isGiven,
  stringOption,
  whyNoServer,
  whyUnused,
  type AskedModels,
  type CommandOptions,
  type Given,
  type WhyIdle,
  takes,
  takesEach,
} from '../../src/cli/effects.ts';
import { countOption } from '../../src/cli/terminal.ts';
import { firstStageOf, fromHere, askedKnowledge, knowledgeOption, modelsOf, scopeOf } from '../../src/cli/askOptions.ts';

const defaultPipelines = 'retrieve-read,sunar-nar';

export const systemOptions: CommandOptions = {
  pipelines: takes('a,b|all', 'the methods to compare'),
  system: takesEach('NAME:pipeline,k=10,first-stage=hybrid,chat=openai:MODEL', 'a system: a method with its settings'),
  systems: takes('FILE', 'a JSON list of systems'),
  sweep: takesEach('NAME=VALUES', 'vary every system that has the parameter: k=1..5, alpha=0..1:0.25, scope=corpus,candidates'),
  set: takesEach('NAME=VALUE', 'a parameter of all systems'),
  passages: takes('N', 'all systems read as many passages at once, whatever the parameter is called, except those that set it'),
  ...knowledgeOption,
};
export const systemHelp = `Measure systems on a dataset: pipelines (${defaultPipelines}, or those of --pipelines; "all" for every one), and systems of your own. Several sweeps are combined.`;

/** What an option of the command says is taken by the systems that name nothing themselves. */
const whyAllOwn = (given: Given, takes: (system: System) => boolean): string | undefined =>
  systemsOf(given).some(({ system }) => takes(system)) ? undefined : 'Every system names its own. Leave it out.';

function unusedBy(role: 'reranker' | 'entailment' | 'planner'): WhyIdle {
  return (given) => {
    const takers = systemsOf(given).filter(({ system }) => system.models[role] === modelsOf(given)[role]);
    return takers.length === 0
      ? 'Every system names its own. Leave it out.'
      : whyUnused(
          role,
          takers.map(({ system }) => system),
        );
  };
}

export const systemEffects: Readonly<Record<string, WhyIdle>> = {
  chat: (given) => whyAllOwn(given, ({ models }) => models.chat === modelsOf(given).chat),
  embedder: (given) => whyAllOwn(given, ({ models }) => models.embedder === modelsOf(given).embedder),
  'first-stage': (given) => whyAllOwn(given, ({ firstStage }) => firstStage === firstStageOf(given)),
  reranker: unusedBy('reranker'),
  entailment: unusedBy('entailment'),
  planner: unusedBy('planner'),
  reader: (given) => {
    const own = whyAllOwn(given, ({ models }) => models.reader === modelsOf(given).reader);
    const isRead = systemsOf(given).some(({ system }) => system.models.chat === 'builtin');
    return own ?? (isRead ? undefined : 'A chat model answers in every system. Leave --reader or --chat out.');
  },
  ...whyNoServer((given) => askedModels(given, stringOption(given, 'judge'))),
  // A judge at another server gets no headers.
  header: (given) =>
    whyNoServer(() => askedModels(given, isGiven(given, 'judge-url') ? undefined : stringOption(given, 'judge'))).header(given),
};

function askedModels(given: Given, judge: string | undefined): AskedModels {
  const models = systemsOf(given).map(({ system }) => system.models);
  return {
    talking: [...models.flatMap(({ chat, planner }) => [chat, planner]), judge],
    others: models.flatMap(({ embedder, reranker, entailment, reader }) => [embedder, reranker, entailment, reader]),
  };
}

export interface ChosenSystem {
  /** Unique among the systems. */
  readonly name: string;
  readonly system: System;
  /** True if named on the command line: then it is an error, not a note, that it cannot run. */
  readonly isNamed: boolean;
}

export interface MeasuredSystem {
  readonly name: string;
  readonly system: System;
  readonly records: readonly EvalRecord[];
  /**
   * For each question, the documents that one search with the question finds by the system's first stage, best first. Absent for a system
   * that searches less than all documents.
   */
  readonly singleSearch?: readonly (readonly string[])[];
}

/** @throws AriadneError `usage`, `pipeline-unknown`, `parameter-invalid` */
export function systemsOf(context: Given): readonly ChosenSystem[] {
  const known = listPipelines();
  const isAll = stringOption(context, 'pipelines') === 'all';
  const specs = swept(
    withKnowledge(context, withPassages(context, withSettings(context, specsOf(context, known), known), known), known),
    all(context, 'sweep').map(parseSweep),
    known,
  );
  refuseRepeatedNames(specs);
  const given = modelsOf(context);
  const scope = validScope(context);
  const form = evalForm(context);
  return specs.map(({ name, pipeline, params, firstStage, models }) => ({
    name,
    system: {
      pipeline,
      params: parametersFor(pipeline, params),
      models: { ...given, ...Object.fromEntries(Object.entries(models).map(([role, id]) => [role, fromHere(id)] as const)) },
      firstStage: firstStage ?? firstStageOf(context),
      ...(scope === undefined ? {} : { scope }),
      ...(form === undefined ? {} : { form }),
      promptVersion,
    },
    isNamed: !isAll || name !== pipeline,
  }));
}

/** Undefined for short answers. */
function evalForm(context: Given): System['form'] {
  const value = stringOption(context, 'form');
  if (value === undefined || value === 'short') return undefined;
  const form = evalForms.find((one) => one === value);
  if (form === undefined) throw new AriadneError('usage', `--form takes short, ${evalForms.join(', ')}, not "${value}".`);
  return form;
}

/** @throws AriadneError `scope-invalid`, before anything is indexed */
function validScope(context: Given): string | undefined {
  const scope = scopeOf(context);
  const [problem] = scope === undefined ? [] : parseScope(scope).problems;
  if (problem) throw new AriadneError('scope-invalid', problem.message);
  return scope;
}

function specsOf(context: Given, known: readonly PipelineInfo[]): readonly SystemSpec[] {
  const file = stringOption(context, 'systems');
  const own = [...(file === undefined ? [] : readSystems(file, known)), ...all(context, 'system').map((text) => parseSystem(text, known))];
  const named = stringOption(context, 'pipelines') ?? (own.length > 0 ? '' : defaultPipelines);
  const ids = named === 'all' ? known.map(({ id }) => id) : [...new Set(named.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  if (ids.length === 0 && own.length === 0)
    throw new AriadneError('usage', '--pipelines takes ids with commas between them. "ariadne pipelines" lists them.');
  return [...ids.map((id) => plainSystem(id, known)), ...own];
}

/** Applies `--set` to the systems that have the parameter and no value for it. */
function withSettings(context: Given, specs: readonly SystemSpec[], known: readonly PipelineInfo[]): readonly SystemSpec[] {
  const namesOf = (pipeline: string): readonly string[] =>
    known.find(({ id }) => id === pipeline)?.parameters.map(({ name }) => name) ?? [];
  return Object.entries(parametersOf(context)).reduce((systems, [name, value]) => {
    if (!systems.some(({ pipeline }) => namesOf(pipeline).includes(name))) {
      const pipelines = [...new Set(systems.map(({ pipeline }) => pipeline))];
      throw new AriadneError('parameter-invalid', `None of ${pipelines.join(', ')} has a parameter ${name}.`);
    }
    return systems.map((one) =>
      name in one.params || !namesOf(one.pipeline).includes(name) ? one : (assigned(one, name, value, known) ?? one),
    );
  }, specs);
}

/** Applies `--passages` to the systems that read passages and have no value for their number. */
function withPassages(context: Given, specs: readonly SystemSpec[], known: readonly PipelineInfo[]): readonly SystemSpec[] {
  if (stringOption(context, 'passages') === undefined) return specs;
  const count = countOption(context, 'passages', 1);
  const namesFor = ({ pipeline }: SystemSpec): readonly string[] => known.find(({ id }) => id === pipeline)?.passages ?? [];
  if (specs.every((spec) => namesFor(spec).length === 0)) {
    const pipelines = [...new Set(specs.map(({ pipeline }) => pipeline))];
    throw new AriadneError('usage', `--passages: none of ${pipelines.join(', ')} reads passages.`);
  }
  return specs.map((spec) => ({
    ...spec,
    params: { ...Object.fromEntries(namesFor(spec).map((name) => [name, count])), ...spec.params },
  }));
}

/** Applies `--knowledge` to the systems that have the parameter and no value for it. */
function withKnowledge(context: Given, specs: readonly SystemSpec[], known: readonly PipelineInfo[]): readonly SystemSpec[] {
  const knowledge = askedKnowledge(context);
  if (knowledge === undefined) return specs;
  const has = ({ pipeline }: SystemSpec): boolean =>
    known.some(({ id, parameters }) => id === pipeline && parameters.some(({ name }) => name === 'knowledge'));
  if (!specs.some(has)) {
    const pipelines = [...new Set(specs.map(({ pipeline }) => pipeline))];
    throw new AriadneError('usage', `--knowledge: none of ${pipelines.join(', ')} reads documents.`);
  }
  return specs.map((spec) => (has(spec) ? { ...spec, params: { knowledge, ...spec.params } } : spec));
}

function all({ values }: Given, name: string): readonly string[] {
  return [values[name] ?? []].flat().map(String);
}
