/** A table's source in memory, for tests of what asks it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AriadneError } from '../../src/base/errors.ts';
import { hashOf } from '../../src/base/hash.ts';
import { lineBreaksIn } from '../../src/base/lines.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import { reasonerOf, type ReasonerCall, type Samples } from '../../src/reasoning/reasoner.ts';
import type { Role } from '../../src/reasoning/role.ts';
import type { CellInput } from '../../src/reasoning/prompts/table.ts';
import type { CellOutput } from '../../src/reasoning/roles/tableRoles.ts';
import { RecentValues } from '../../src/base/recentValues.ts';
import type { TableSource } from '../../src/table/tableSource.ts';

export const stated = (answer: string, quote: string): CellOutput => ({ verdict: 'stated', answers: [{ answer, quote }] });

export interface ScriptedTable {
  readonly source: TableSource;
  /** What was asked, as `path: question`. */
  readonly asked: string[];
}

/** @param reply throws to fail */
export function scriptedTable(
  folder: string,
  texts: Readonly<Record<string, string>>,
  reply: (input: CellInput) => CellOutput | Promise<CellOutput>,
  {
    answeredBy = 'test',
    sourceOf = (path: string) => texts[path],
  }: { answeredBy?: string; sourceOf?: (path: string) => string | undefined } = {},
): ScriptedTable {
  const asked: string[] = [];
  const reasoner = reasonerOf({
    id: answeredBy,
    can: { sample: true, logprobs: false, stateConfidence: false },
    serves: () => true,
    async ask<I, O>(_role: Role<I, O>, input: NoInfer<I>, { signal }: ReasonerCall): Promise<Samples<O>> {
      const cell = input as CellInput;
      asked.push(`${cell.document.path}: ${cell.question}`);
      const output = (await reply(cell)) as O;
      signal.throwIfAborted();
      return [{ output, flags: [] }];
    },
  });
  const source: TableSource = {
    folder,
    answeredBy,
    hasModel: true,
    known: new RecentValues(1000),
    documents: Object.entries(texts).map(([path, text]) => ({ path, title: path, hash: hashOf([text]), read: 1 })),
    createReasoner: () => reasoner,
    open: ({ path, title }) =>
      Promise.resolve({
        facts: { path, title, modified: '2024-05-01', fields: [] },
        passagesFor: () => Promise.resolve([passageOf(path, texts[path] ?? '')]),
        passages: () => Promise.resolve([passageOf(path, texts[path] ?? '')]),
        sourceText: () => {
          const text = sourceOf(path);
          return text === undefined ? Promise.reject(new AriadneError('file-missing', 'gone')) : Promise.resolve(text);
        },
      }),
  };
  return { source, asked };
}

export function writeTexts(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder, path), text);
}

function passageOf(path: string, text: string): Passage {
  const range = { startLine: 0, endLine: lineBreaksIn(text, 0, text.length) + 1, startOffset: 0, endOffset: text.length };
  return { id: `p-${path}`, path, title: path, headings: [], text, range, runs: [0, 0, text.length, 0], documentHash: hashOf([text]) };
}
