/**
 * What a request asks for, told by these conventions and by no other wording of a prompt:
 * the role by the end of the schema's name (`…step`, `…read`, `…finish`, `…mer`), else by the fields of the reply, from the schema or from lines
 * `- "field" (`; passages in `<passage number="N">`; earlier steps in `<step …>` with the lines `Sub-question:` and `Answer:`;
 * a text to repair in `<faulty>`; the question anywhere else.
 */
import * as z from 'zod';
import { plain } from './dataset.ts';

export type SimulatedRole = 'step' | 'read' | 'finish' | 'mer' | 'repair';

export interface SimulatedPrompt {
  readonly role: SimulatedRole;
  /** Titles and texts, as `plain` makes them, with the numbers to cite them by. */
  readonly passages: readonly { readonly number: number; readonly text: string }[];
  readonly path: readonly { readonly question: string; readonly answer: string }[];
  /** Everything that is neither passage nor step, as `plain` makes it. */
  readonly rest: string;
  readonly faulty: string;
}

export const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().nullish(),
  response_format: z
    .object({
      type: z.string(),
      json_schema: z.object({ name: z.string(), schema: z.object({ properties: z.record(z.string(), z.unknown()) }) }).optional(),
    })
    .nullish(),
});
export type SimulatedRequestBody = z.infer<typeof chatRequest>;

export function readRequest({ messages, response_format: format }: SimulatedRequestBody): SimulatedPrompt {
  const text = messages.map(({ content }) => content).join('\n\n');
  const passages = [...text.matchAll(passageBlock)].map(([, number, content]) => ({ number: Number(number), text: plain(content ?? '') }));
  const path = [...text.matchAll(stepBlock)].map(([, question = '', answer = '']) => ({ question, answer }));
  const faulty = faultyBlock.exec(text)?.[1];
  const schema = format?.json_schema;
  const fields = schema ? Object.keys(schema.schema.properties) : [...text.matchAll(/^- "(\w+)" \(/gm)].map(([, name]) => name ?? '');
  const role = faulty === undefined ? roleOf(schema?.name ?? '', fields, path.length > 0) : 'repair';
  return { role, passages, path, rest: plain(text.replace(passageBlock, '').replace(stepBlock, '')), faulty: faulty ?? '' };
}

const passageBlock = /<passage number="(\d+)">\n([\s\S]*?)\n<\/passage>/g;
const stepBlock = /<step number="\d+">\nSub-question: (.*)\nAnswer: (.*)\n<\/step>/g;
const faultyBlock = /<faulty>\n([\s\S]*?)\n<\/faulty>/;

function roleOf(name: string, fields: readonly string[], hasPath: boolean): SimulatedRole {
  const named = (['step', 'finish', 'mer', 'read'] as const).find((role) => name.endsWith(role));
  if (named) return named;
  if (fields.includes('sub_question')) return 'step';
  if (fields.includes('citations')) return hasPath ? 'mer' : 'read';
  return hasPath ? 'finish' : 'read';
}
