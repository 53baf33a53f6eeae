/** What people ask of a folder of documents, as prompts of the Model Context Protocol: clients offer them as commands. */
import * as z from 'zod';
import type { McpServer } from '@modelcontextprotocol/server';

interface Prompt {
  readonly title: string;
  readonly description: string;
  readonly argsSchema: z.ZodObject<Readonly<Record<string, z.ZodType<string | undefined>>>>;
  readonly textOf: (given: Readonly<Record<string, string | undefined>>) => readonly string[];
}

const prompts: Readonly<Record<string, Prompt>> = {
  ask: {
    title: 'Ask the documents',
    description: 'An answer from the documents, with a citation for each statement',
    argsSchema: z.object({
      question: z.string().describe('What you want to know'),
      scope: z.string().optional().describe('Only these documents, such as in:reports year:2022'),
    }),
    textOf: ({ question, scope }) => [
      `Answer from the documents of this folder: ${question}`,
      ...(scope ? [`Use only documents of the scope "${scope}".`] : []),
      'Call ariadne_ask. Where its answer lacks something, call ariadne_search with other words and ariadne_read for the context.',
      'Give the link of its place behind each statement. Say what the documents do not say, and do not add what you know from elsewhere.',
    ],
  },
  check_draft: {
    title: 'Check my draft',
    description: 'Whether the citations, quotes and statements of a document hold',
    argsSchema: z.object({ path: z.string().describe('The draft, by its path in the folder') }),
    textOf: ({ path }) => [
      `Check the draft ${path}.`,
      'First call ariadne_check_document for its citations. Then read it with ariadne_read, and call ariadne_verify_quote for each quote.',
      'For each statement without a citation, call ariadne_search and compare what the documents say: also numbers, dates, names and denials.',
      `List what is wrong or cannot be found, each with its line in the draft and the link of the place that shows it. Change nothing in ${path}.`,
    ],
  },
  compare: {
    title: 'Compare documents',
    description: 'Where documents agree, differ or contradict each other, with quotes',
    argsSchema: z.object({
      documents: z.string().describe('Their paths, or what tells them apart'),
      about: z.string().optional().describe('What to compare'),
    }),
    textOf: ({ documents, about }) => [
      `Compare these documents${about ? ` on ${about}` : ''}: ${documents}`,
      'Find each of them with ariadne_search (scope in:PATH), and ask each the same questions with ariadne_ask and that scope.',
      'Make a table with a row for each point and a column for each document, with a quote and its link in each cell. Verify the quotes with ariadne_verify_quote.',
      'Say where they contradict each other, and which documents say nothing on a point.',
    ],
  },
};

export function servePrompts(server: McpServer): void {
  for (const [name, { textOf, ...prompt }] of Object.entries(prompts))
    server.registerPrompt(name, { ...prompt, argsSchema: prompt.argsSchema }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: textOf(given).join('\n') } }],
    }));
}
