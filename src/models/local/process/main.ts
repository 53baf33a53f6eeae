/**
 * The process that runs local models; its parent is modelProcess.ts. A crash in native code ends it and nothing else. Not a thread: ONNX
 * Runtime crashes when several threads of one process load it.
 */
import { constants, getPriority, setPriority } from 'node:os';
import { isAriadneError, messageOf } from '../../../base/errors.ts';
import { loadFailure } from '../../../base/nativeLibrary.ts';
import type { ModelCall, FromModels, ModelSpec, Results, ToModels } from '../messages.ts';
import { classify } from './classify.ts';
import { embed } from './embed.ts';
import { generate } from './generate.ts';
import { loadLibrary } from './library.ts';
import { Sessions } from './sessions.ts';
import { findSpans } from './spans.ts';
import { Turns, type Steps } from './steps.ts';

type Result = Results[keyof Results];

const turns = new Turns<Result>();
let sessions: Sessions | undefined;

process.on('message', (message: ToModels) => {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'cancel') turns.cancel(message.id);
  else answer(message.id, message.model, message.call);
});
// No other process wants the models.
process.on('disconnect', () => process.exit(0));

async function start({ runtime, wasm, niceness }: Extract<ToModels, { kind: 'start' }>): Promise<void> {
  try {
    // Before ONNX Runtime starts its threads, which get the priority of this one.
    if (niceness > 0) setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness));
    sessions = new Sessions(await loadLibrary(runtime, wasm), runtime);
    tell({ kind: 'ready' });
  } catch (error) {
    tell({ kind: 'unusable', ...loadFailure(error) });
  }
}

function answer(id: number, model: ModelSpec, call: ModelCall): void {
  turns.add(id, stepsOf(id, model, call), {
    onProgress: ({ done, of }) => tell({ kind: 'progress', id, fraction: done / of }),
    onResult: (result) => tell({ kind: 'result', id, result, residentBytes: process.memoryUsage.rss() }),
    onError: (error) =>
      tell({ kind: 'failed', id, code: isAriadneError(error) ? error.code : 'model-failed', message: sentence(model, error) }),
  });
}

async function* stepsOf(id: number, model: ModelSpec, call: ModelCall): Steps<Result> {
  if (call.task === 'generate') {
    const onText = (text: string): void => {
      if (text !== '') tell({ kind: 'text', id, text });
    };
    return yield* generate(await sessions!.decoder(model), call, onText);
  }
  const encoder = await sessions!.encoder(model);
  switch (call.task) {
    case 'embed':
      return yield* embed(encoder, call);
    case 'classify':
      return yield* classify(encoder, call);
    case 'spans':
      return yield* findSpans(encoder, call);
  }
}

function sentence({ name }: ModelSpec, error: unknown): string {
  if (isAriadneError(error)) return error.message;
  return `${name} failed (${messageOf(error).split('\n')[0]}). Choose another precision or another model.`;
}

function tell(message: FromModels): void {
  process.send?.(message);
}
