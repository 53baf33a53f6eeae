/** Every pipeline by id. Pipelines of this repository are only added to the list here; others register themselves. */
import * as z from 'zod';
import { AriadneError } from '../base/errors.ts';
import { nearestNames } from '../base/nearestNames.ts';
import { valueAt } from '../base/valueAt.ts';
import type { PipelineInfo } from '../protocol/pipelineInfo.ts';
import { bridgeRag } from './bridgeRag.ts';
import { drrRag } from './drrRag.ts';
import { ircot } from './ircot.ts';
import { leapQuery } from './leapQuery.ts';
import type { AnyPipeline } from './pipeline.ts';
import { retrieveRead } from './retrieveRead.ts';
import { selfAsk } from './selfAsk.ts';
import { selfDc } from './selfDc.ts';
import { sunar, sunarNar } from './sunar.ts';

const registered: AnyPipeline[] = [sunar, sunarNar, leapQuery, selfDc, drrRag, bridgeRag, retrieveRead, selfAsk, ircot];

/** In the order of the list, followed by registered ones. */
export const pipelines: readonly AnyPipeline[] = registered;

/**
 * Adds a pipeline from outside. From now on this process lists, describes, estimates, asks and replays it like the others.
 * @returns a function that removes it
 * @throws AriadneError `pipeline-id-taken`
 */
export function registerPipeline(pipeline: AnyPipeline): () => void {
  if (registered.some(({ id }) => id === pipeline.id))
    throw new AriadneError('pipeline-id-taken', `There is a pipeline "${pipeline.id}" already. Give this one another id.`);
  registered.push(pipeline);
  return () => {
    const at = registered.indexOf(pipeline);
    if (at >= 0) registered.splice(at, 1);
  };
}

/** Baselines, which only the laboratory registers (`lab/pipelines`), with what does more for work over documents. */
const replacedBy: Readonly<Record<string, string>> = {
  direct: 'self-dc',
  cot: 'self-dc',
  'cot-few-shot': 'self-dc',
  genread: 'self-dc',
  'retrieve-cot': 'retrieve-read',
  refeed: 'retrieve-read',
  'iter-retgen': 'ircot',
  'self-rag-lite': 'self-dc',
  'r2ag-lite': 'retrieve-read',
  'gear-lite': 'sunar-nar',
  'efficientrag-lite': 'leapquery',
  'auto-rag-lite': 'self-ask',
};

/** @throws AriadneError `pipeline-unknown` naming what replaces it, the nearest ids, or all */
export function pipelineById(id: string): AnyPipeline {
  const found = pipelines.find((pipeline) => pipeline.id === id);
  if (found) return found;
  const better = valueAt(replacedBy, id);
  if (better !== undefined)
    throw new AriadneError(
      'pipeline-unknown',
      `"${id}" is a baseline for measurements, which only "ariadne lab" has. Choose "${better}" instead.`,
    );
  const ids = pipelines.map((pipeline) => pipeline.id);
  const near = nearestNames(id, ids);
  const which = near.length === 0 ? `Choose one of ${ids.join(', ')}.` : `Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
  throw new AriadneError('pipeline-unknown', `There is no pipeline "${id}". ${which}`);
}

/** @throws AriadneError `parameter-invalid` naming the parameter and its range */
export function parseParameters(pipeline: AnyPipeline, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = z.strictObject(pipeline.parameters.shape).safeParse(given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : '');
  throw new AriadneError('parameter-invalid', `Parameter ${name} of ${pipeline.id}: ${issue?.message ?? 'is not valid'}.`);
}

/** The description of a pipeline for the settings page, the command line and the panel. */
export function describePipeline(pipeline: AnyPipeline): PipelineInfo {
  const { id, title, description, paper, passages } = pipeline;
  const schema = z.toJSONSchema(pipeline.parameters, { io: 'input' });
  const parameters = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { type, minimum, maximum, enum: choices, default: byDefault, description: says = '' } = property as z.core.JSONSchema.JSONSchema;
    return {
      name,
      description: says,
      type: type === 'integer' || type === 'number' || type === 'boolean' ? type : ('string' as const),
      ...(byDefault === undefined ? {} : { default: byDefault }),
      ...(typeof minimum === 'number' ? { minimum } : {}),
      ...(typeof maximum === 'number' ? { maximum } : {}),
      ...(choices ? { choices: choices.map(String) } : {}),
    };
  });
  return { id, title, description, paper, parameters, ...(passages === undefined ? {} : { passages: [...passages] }) };
}
