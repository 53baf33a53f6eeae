import type { TestContext } from 'node:test';
import { type GoldQuestion, readDataset } from '../../../../lab/simulation/dataset.ts';
import type { Character } from '../../../../lab/simulation/draws.ts';
import { readRequest } from '../../../../lab/simulation/readRequest.ts';
import { SimulatedModel } from '../../../../lab/simulation/simulatedModel.ts';
import { extractJson } from '../../../../src/reasoning/extractJson.ts';
import { wireSchema } from '../../../../src/reasoning/replySchema.ts';
import type { Reading } from '../../../../src/reasoning/role.ts';
import { passageOf } from '../../reasoning/scriptedChat.ts';
import { corpus, tinyDataset } from './tinyDataset.ts';
import { roleOf, type RoleId, type Roles } from '../../../../lab/simulation/allRoles.ts';

export const director = 'When did the director of The Salt Choir die?';
export const who = 'Who is the director of The Salt Choir?';
export const when = 'What is the date of death of Ilse Brandvik?';
export const sameTown = 'Were the directors of The Salt Choir and Winter Ferry born in the same town?';

export const passagesOf = (...ids: readonly string[]): ReturnType<typeof passageOf>[] =>
  ids.flatMap((id) => corpus.filter((one) => one.id === id).map(({ title, text }) => passageOf(title, text)));

export interface Trial<R extends RoleId> {
  /** As the prompt tells it. */
  readonly role: RoleId | 'repair' | null;
  readonly reading: Reading<Roles[R]['output']>;
  readonly sureness: number | undefined;
}

export type Perform = <R extends RoleId>(
  role: R,
  input: Roles[R]['input'],
  more?: { readonly sample?: number; readonly hasSchema?: boolean },
) => Trial<R>;

let dataset: readonly GoldQuestion[] | undefined;

/** Asks the simulated model as the chat reasoner would, and reads its reply as the role does. */
export function simulatedRoles(t: TestContext, character: Partial<Character> = {}, gold?: readonly GoldQuestion[]): Perform {
  dataset ??= readDataset(tinyDataset(t));
  const model = new SimulatedModel(gold ?? dataset, character);
  return (role, input, { sample = 0, hasSchema = true } = {}) => {
    const asked = roleOf(role);
    const form = asked.schema?.(input);
    const wire = form && wireSchema(form);
    const format =
      wire && hasSchema
        ? {
            response_format: {
              type: 'json_schema',
              json_schema: { name: role.replaceAll('.', '_'), schema: { properties: propertiesOf(wire.schema) } },
            },
          }
        : {};
    const prompt = readRequest({ model: 'm', messages: [...asked.messages(input, wire?.fields ?? [])], ...format });
    const { reply, sureness } = model.say(prompt, sample);
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
    const found = form ? extractJson(text) : null;
    const value = found?.ok === true ? found.value : text.trim();
    return { role: prompt.role, reading: asked.read(value, input, { text, logprobs: [-0.1] }), sureness };
  };
}

/** The output of a reply that the role can read. */
export function outputOf<R extends RoleId>({ reading }: Trial<R>): Roles[R]['output'] {
  if (!reading.ok) throw new Error(reading.problem);
  return reading.outcome.output;
}

function propertiesOf({ properties }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
}
