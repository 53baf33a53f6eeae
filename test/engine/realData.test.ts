/**
 * Folders of real documents, where they are beside the repository: indexing them works, and every citation is word for word in its lines.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import * as z from 'zod';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { isRight } from '../support/answers.ts';
import { root } from '../support/cli.ts';
import { falseCitations, openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const data = join(root, '..', 'shared', 'data');
const questionLine = z.object({ question: z.string(), answers: z.array(z.string()), supporting: z.array(z.string()) });

function questionsOf(folder: string, count: number): readonly z.infer<typeof questionLine>[] {
  const lines = readFileSync(join(folder, 'questions.jsonl'), 'utf8').trimEnd().split('\n');
  // Spread over the file, which may be ordered by type.
  const chosen = Array.from({ length: count }, (_, i) => lines[Math.floor((i * lines.length) / count)] ?? '');
  return chosen.map((line) => questionLine.parse(JSON.parse(line)));
}

/** Why a test of this folder has nothing to do, or false. */
function absent(folder: string): string | false {
  return existsSync(folder) ? false : `${folder} is not there`;
}

/**
 * Indexes a folder, asks with the built-in models and with a served one, and checks every citation; says how long it took and how many
 * answers were right.
 */
async function check(t: TestContext, dataset: string, docs: string, questions: ReturnType<typeof questionsOf>): Promise<void> {
  const simulation = await startSimulation({ dataset });
  t.after(() => simulation.close());
  const { engine, ask } = await openEngine(docs, tempFolder(t), simulation.baseUrl);
  try {
    const { documents, passages, skipped, seconds } = await engine.index(defaultDiscovery, builtinModels, {
      signal: new AbortController().signal,
    });
    const again = await engine.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
    t.diagnostic(
      `${documents} documents, ${passages} passages, ${skipped.length} skipped, indexed in ${seconds.total.toFixed(1)} s, again in ${again.seconds.total.toFixed(1)} s`,
    );
    assert.deepEqual({ embedded: again.embedded, documents: again.documents }, { embedded: 0, documents });
    let cited = 0;
    for (const chat of ['builtin', 'openai:simulation']) {
      let citations = 0;
      let right = 0;
      const began = performance.now();
      for (const { question, answers } of questions) {
        const trace = await ask(question, { models: { ...builtinModels, chat } });
        assert.deepEqual(
          { question, status: trace.status, falseCitations: falseCitations(docs, trace) },
          { question, status: 'ok', falseCitations: [] },
        );
        citations += trace.citations.length;
        right += isRight(trace.answer, answers) ? 1 : 0;
      }
      t.diagnostic(
        `${chat}: ${questions.length} questions in ${((performance.now() - began) / 1000).toFixed(1)} s, ${right} right, ${citations} citations`,
      );
      cited += citations;
    }
    assert.ok(cited > 0);
  } finally {
    await engine.close();
  }
}

const news = join(data, 'workspaces', 'news');
test('news articles: indexed, and every citation is in its lines', { skip: absent(news) }, (t) =>
  check(t, news, join(news, 'docs'), questionsOf(news, 5)),
);
