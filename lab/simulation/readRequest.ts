/**
 * Parses a request by the conventions of `src/reasoning/prompts/blocks.ts`: passages in `<passage number="N">`, earlier steps in
 * `<step number="N">`, the question in `<question>`, a text to repair in `<faulty>`. The role is identified by the schema's name, otherwise
 * by the words of the prompt.
 */
import * as z from 'zod';
import { wholeQuestionText } from '../../src/reasoning/prompts/blocks.ts';
import type { RoleId } from './allRoles.ts';
import type { Asked, ShownStep } from './behaviors/behavior.ts';
import type { ShownPassage } from './evidence.ts';
import { roleByWords, roleIds } from './roleByWords.ts';
import { plain } from './wording.ts';

export const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  n: z.int().min(1).max(128).nullish(),
  seed: z.int().nullish(),
  temperature: z.number().nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().min(0).max(20).nullish(),
  response_format: z
    .object({
      type: z.string(),
      json_schema: z.object({ name: z.string(), schema: z.object({ properties: z.record(z.string(), z.unknown()) }) }).optional(),
    })
    .nullish(),
});
export type SimulatedRequestBody = z.infer<typeof chatRequest>;

export interface SimulatedPrompt extends Omit<Asked, 'sample'> {
  /** Null for an unknown role. */
  readonly role: RoleId | 'repair' | null;
  /** Names of the reply's fields, in order; empty when the prompt names none. */
  readonly fields: readonly string[];
  readonly faulty: string;
}

export function readRequest({ messages, response_format: format }: SimulatedRequestBody): SimulatedPrompt {
  const text = messages.map(({ content }) => content).join('\n\n');
  const schema = format?.json_schema;
  const faulty = /<faulty>\n([\s\S]*?)\n<\/faulty>/.exec(text)?.[1];
  const role = roleIds.find((id) => id.replaceAll('.', '_') === schema?.name) ?? roleByWords(text);
  // Examples may contain questions too; the real one comes last.
  const question = [...text.matchAll(/<question>\n([\s\S]*?)\n<\/question>/g)].at(-1)?.[1] ?? '';
  const fields = schema ? Object.keys(schema.schema.properties) : [...text.matchAll(/^- "(\w+)" \(/gm)].map(([, name = '']) => name);
  return {
    role: faulty === undefined ? role : 'repair',
    question,
    passages: [...text.matchAll(/<passage number="(\d+)">\n(?:Title: (.*)\n)?(?:Document: .*\n)?([\s\S]*?)\n<\/passage>/g)].map(
      ([, number, title = '', content = '']): ShownPassage => ({ number: Number(number), title, text: content, plainText: plain(content) }),
    ),
    steps: [...text.matchAll(/<step number="\d+">\n([\s\S]*?)\n<\/step>/g)].map(([, step = '']) => stepIn(step, question)),
    text,
    hasSchema: schema !== undefined,
    fields,
    mayRemember: fields.includes('from_memory'),
    isStep: fields.includes('qualifier'),
    faulty: faulty ?? '',
  };
}

function stepIn(text: string, whole: string): ShownStep {
  const line = (...labels: readonly string[]): string => new RegExp(`^(?:${labels.join('|')}): (.*)$`, 'm').exec(text)?.[1] ?? '';
  const question = line('Sub-question', 'Query');
  return {
    question: question === wholeQuestionText ? whole : question,
    answer: line('Answer'),
    qualifier: line('Told apart by'),
    thought: line('Thought'),
    fact: line('Fact'),
    text,
  };
}
