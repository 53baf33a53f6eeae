/** The systems that an evaluation compares: a pipeline with parameters, first stage and models, under a name of the user's choice. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { AriadneError, messageOf } from '../../src/base/errors.ts';
import { nearestNames } from '../../src/base/nearestNames.ts';
import { firstStageMethod, modelIds, type FirstStageMethod, type ModelIds } from '../../src/protocol/runSpec.ts';
import type { PipelineInfo } from '../../src/protocol/pipelineInfo.ts';
import { valueOf } from '../../src/base/valueOf.ts';
import { parseValues, type Sweep } from './sweep.ts';

export interface SystemSpec {
  readonly name: string;
  readonly pipeline: string;
  /** Only what was given; the others have their defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly firstStage?: FirstStageMethod;
  /** Only the roles that were given. */
  readonly models: Readonly<Partial<Record<keyof ModelIds, string>>>;
}

const role = modelIds.keyof();

const sweepValues = z.union([z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])).min(1)]);
const sweepsOfFile = z.record(z.string(), sweepValues);
const systemsFile = z.union([
  z.array(z.unknown()).transform((systems) => ({ systems, sweep: {} })),
  z.strictObject({ about: z.string().optional(), systems: z.array(z.unknown()), sweep: sweepsOfFile.default({}) }),
]);
const systemOfFile = z.strictObject({
  name: z.string().optional(),
  about: z.string().optional(),
  pipeline: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
  firstStage: firstStageMethod.optional(),
  models: z.partialRecord(role, z.string().min(1)).default({}),
  sweep: sweepsOfFile.default({}),
});

/**
 * Reads `NAME:pipeline,name=value,…`. The names are those of `assigned`. Without `NAME:`, the text itself is the name.
 * @throws AriadneError `usage`, `pipeline-unknown`, `parameter-invalid`
 */
export function parseSystem(text: string, known: readonly PipelineInfo[]): SystemSpec {
  const [head = '', ...rest] = text.split(',').map((part) => part.trim());
  const [, given, pipeline = ''] = /^(?:([^:]*):)?([^:=]*)$/s.exec(head) ?? [];
  if (pipeline.trim() === '' || given?.trim() === '')
    throw new AriadneError('usage', `--system takes NAME:pipeline,name=value,…, not "${text}".`);
  const named = given?.trim() ?? [pipeline, ...rest].join(' ');
  const spec: SystemSpec = { name: named, pipeline: knownPipeline(pipeline.trim(), known), params: {}, models: {} };
  return rest.reduce((system, part) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(part) ?? [];
    if (name === undefined || value === undefined) throw new AriadneError('usage', `System "${named}": "${part}" is not name=value.`);
    return assigned(system, name.trim(), valueOf(value.trim()), known) ?? refuseName(system, name.trim(), known);
  }, spec);
}

/**
 * A pipeline with its defaults.
 * @throws AriadneError `pipeline-unknown`
 */
export function plainSystem(pipeline: string, known: readonly PipelineInfo[]): SystemSpec {
  return { name: pipeline, pipeline: knownPipeline(pipeline, known), params: {}, models: {} };
}

/**
 * The systems of a JSON file, in its order: `{ "systems": [{ "name", "pipeline", "params", "firstStage", "models", "sweep" }], "sweep" }`,
 * or the list alone.
 * @throws AriadneError `usage` naming file and field
 */
export function readSystems(path: string, known: readonly PipelineInfo[]): readonly SystemSpec[] {
  const refuse = (why: string, cause?: unknown): never => {
    throw new AriadneError('usage', `${path}: ${why}.`, { cause });
  };
  const file = systemsFile.safeParse(jsonIn(path, refuse));
  if (!file.success) return refuse(whatIsWrong(file.error, 'expected {"systems": […]}'), file.error);
  const { systems, sweep } = file.data;
  if (systems.length === 0) return refuse('there are no systems');
  const specs = systems.flatMap((one, i) => {
    const parsed = systemOfFile.safeParse(one);
    if (!parsed.success) return refuse(`system ${i + 1}: ${whatIsWrong(parsed.error, 'is not an object')}`, parsed.error);
    const { name, pipeline, params, firstStage, models, sweep: own } = parsed.data;
    const spec: SystemSpec = {
      name: name?.trim() || pipeline,
      pipeline: knownPipeline(pipeline, known),
      params,
      ...(firstStage === undefined ? {} : { firstStage }),
      models,
    };
    for (const parameter of Object.keys(params)) {
      if (!parametersOf(pipeline, known).includes(parameter)) refuseName(spec, parameter, known);
    }
    return swept([spec], sweepsIn(own), known);
  });
  return swept(specs, sweepsIn(sweep), known);
}

/**
 * Varies every system that has the parameter of a sweep; of several sweeps, in all combinations. The names say the values.
 * @throws AriadneError `usage` when no system has the parameter, or too many systems would result
 */
export function swept(specs: readonly SystemSpec[], sweeps: readonly Sweep[], known: readonly PipelineInfo[]): readonly SystemSpec[] {
  return sweeps.reduce((systems, { name, values }) => {
    const varied = systems.map((spec) =>
      values.flatMap((value) => {
        const one = assigned(spec, name, value, known);
        return one ? [{ ...one, name: `${spec.name} ${name}=${String(value)}` }] : [];
      }),
    );
    if (varied.every((each) => each.length === 0)) refuseSweep(systems, name, known);
    const all = systems.flatMap((spec, i) => (varied[i]?.length ? varied[i] : [spec]));
    if (all.length > maxSystems)
      throw new AriadneError('usage', `The sweeps make ${all.length} systems; at most ${maxSystems} are compared. Give fewer values.`);
    return all;
  }, specs);
}

const maxSystems = 100;

/**
 * The system with another value: of a parameter of its pipeline, of `first-stage`, or of a model's role. A role with the name of a
 * parameter is `<role>-model`.
 * @returns null when the system has nothing of that name
 * @throws AriadneError `usage` for a first stage that does not exist
 */
export function assigned(spec: SystemSpec, name: string, value: unknown, known: readonly PipelineInfo[]): SystemSpec | null {
  if (parametersOf(spec.pipeline, known).includes(name)) return { ...spec, params: { ...spec.params, [name]: value } };
  if (name === 'first-stage' || name === 'firstStage') {
    const method = firstStageMethod.safeParse(value);
    if (!method.success)
      throw new AriadneError(
        'usage',
        `System "${spec.name}": the first stage is one of ${firstStageMethod.options.join(', ')}, not "${String(value)}".`,
      );
    return { ...spec, firstStage: method.data };
  }
  const of = role.options.find((one) => one === name || `${one}-model` === name);
  return of ? { ...spec, models: { ...spec.models, [of]: String(value) } } : null;
}

/** @throws AriadneError `usage` */
export function refuseRepeatedNames(specs: readonly SystemSpec[]): void {
  const names = specs.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new AriadneError('usage', `Two systems are named "${twice}". Give one of them another name.`);
}

function knownPipeline(id: string, known: readonly PipelineInfo[]): string {
  const ids = known.map((one) => one.id);
  if (ids.includes(id)) return id;
  const near = nearestNames(id, ids);
  throw new AriadneError('pipeline-unknown', `There is no pipeline "${id}". ${didYouMean(near) || '"ariadne pipelines" lists them.'}`);
}

function parametersOf(pipeline: string, known: readonly PipelineInfo[]): readonly string[] {
  return known.find(({ id }) => id === pipeline)?.parameters.map(({ name }) => name) ?? [];
}

function refuseName({ name: system, pipeline }: SystemSpec, name: string, known: readonly PipelineInfo[]): never {
  const near = nearestNames(name, [...parametersOf(pipeline, known), 'first-stage', ...role.options]);
  throw new AriadneError('parameter-invalid', `System "${system}": ${pipeline} has no parameter ${name}. ${didYouMean(near)}`.trimEnd());
}

function refuseSweep(systems: readonly SystemSpec[], name: string, known: readonly PipelineInfo[]): never {
  const pipelines = [...new Set(systems.map(({ pipeline }) => pipeline))];
  const near = nearestNames(name, [
    ...new Set(pipelines.flatMap((pipeline) => parametersOf(pipeline, known))),
    'first-stage',
    ...role.options,
  ]);
  throw new AriadneError(
    'parameter-invalid',
    `--sweep: none of ${pipelines.join(', ')} has a parameter ${name}. ${didYouMean(near)}`.trimEnd(),
  );
}

function didYouMean(near: readonly string[]): string {
  return near.length === 0 ? '' : `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
}

function sweepsIn(given: z.infer<typeof sweepsOfFile>): readonly Sweep[] {
  return Object.entries(given).map(([name, values]) => ({ name, values: typeof values === 'string' ? parseValues(name, values) : values }));
}

function jsonIn(path: string, refuse: (why: string, cause: unknown) => never): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    return refuse(`the file cannot be read (${messageOf(cause)})`, cause);
  }
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    return refuse(`this is not JSON (${messageOf(cause)})`, cause);
  }
}

function whatIsWrong({ issues: [issue] }: z.ZodError, otherwise: string): string {
  if (!issue || issue.code === 'invalid_union') return otherwise;
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.join(', ')}`;
  return `${issue.path.join('.') || 'the system'}: ${issue.message}`;
}
