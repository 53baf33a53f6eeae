/**
 * A process that asks a question, or resumes a run for which another such process was killed. Its arguments are the folder, the storage,
 * the folder of the kernels, the reader's entry, the server's address, the pipeline, the id of the run and, for a new run, the question.
 */
import { silentLogger } from '../../src/base/logger.ts';
import { Engine } from '../../src/engine/engine.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';

export type FromRunChild =
  | { readonly kind: 'event'; readonly n: number }
  | { readonly kind: 'finished'; readonly requests: number }
  | { readonly kind: 'failed'; readonly message: string };

const [folder = '', storage = '', kernels = '', reader = '', baseUrl = '', pipeline = '', runId = '', question] = process.argv.slice(2);
const never = new AbortController().signal;

try {
  await main();
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

async function main(): Promise<void> {
  let requests = 0;
  const engine = await Engine.open(
    { folder, storage },
    {
      logger: silentLogger,
      fetch: (url, init) => {
        requests++;
        return fetch(url, init);
      },
      chatBaseUrl: () => baseUrl,
      onIndexProgress: () => undefined,
      onRunEvent: (_, { n }) => tell({ kind: 'event', n }),
      files: { kernels, reader, learner: '', models: { entry: '', wasm: '' } },
    },
  );
  const models = { ...builtinModels, chat: 'openai:simulated' };
  if (question === undefined) await engine.runs.resume({ run: { runId } }, never);
  else await engine.runs.ask({ runId, question, pipeline, params: {}, models }, never);
  await engine.close();
  tell({ kind: 'finished', requests });
}

function tell(message: FromRunChild): void {
  process.send?.(message);
}
