/**
 * The process that learns the built-in embedder of a workspace. Its parent sends the passages and gets the model; see learnProcess.ts. It
 * has the priority of its parent: low in the editor, normal on the command line, where the user waits for it.
 */
import { messageOf } from '../base/errors.ts';
import { learnModel } from '../models/builtin/learnModels.ts';
import { LearningKernel } from '../models/builtin/learningKernel.ts';
import { encodeStaticModel } from '../models/builtin/staticModelFile.ts';
import type { RerankItem } from '../models/models.ts';
import type { FromLearner, ToLearner } from './learnProcess.ts';

const passages: RerankItem[] = [];
process.on('message', (message: ToLearner) => {
  if (message.kind === 'passages') passages.push(...message.passages);
  else void learn(message);
});
// No other process wants the model.
process.on('disconnect', () => process.exit(0));
tell({ kind: 'ready' });

async function learn({ kernel, wasm, seed }: Extract<ToLearner, { kind: 'learn' }>): Promise<void> {
  try {
    const onProgress = (share: number): void => tell({ kind: 'progress', share });
    // The engine has already told the user.
    const learning = await LearningKernel.load(kernel, { wasm, onNotice: () => undefined });
    const { model, pairs } = await learnModel(passages, learning, { seed, onProgress });
    tell({ kind: 'learned', model: encodeStaticModel(model), pairs });
  } catch (error) {
    tell({ kind: 'failed', reason: messageOf(error) });
  }
}

function tell(message: FromLearner): void {
  process.send?.(message);
}
