import type { ChosenModels, TestedModel } from '../../protocol/modelLibrary.ts';
import type { App } from '../app.ts';
import { requireTrust } from '../requireTrust.ts';
import { showDialog, showMessage } from '../messages.ts';
import { testedText } from './modelWords.ts';
import { withSignal } from '../withSignal.ts';

/** Asks one question of each chosen model, and shows what works. */
export async function testModels({ engine, settings }: Pick<App, 'engine' | 'settings'>): Promise<void> {
  requireTrust();
  const tested = await tryModels(engine, settings().models, 'Testing the models…');
  if (tested.length === 0) return void (await showMessage('information', 'All roles use built-in models, which need no test.'));
  const allWork = tested.every(({ works, isRight = true }) => works && isRight);
  const sentence = allWork
    ? 'The models work.'
    : tested.every(({ works }) => works)
      ? 'Some models answer wrongly.'
      : 'Not all models work.';
  await showDialog(allWork ? 'information' : 'warning', sentence, testedText(tested));
}

/** @param title of the notification that can stop it @throws AbortError */
export async function tryModels(engine: App['engine'], models: ChosenModels, title: string): Promise<readonly TestedModel[]> {
  return withSignal(title, (signal) => engine.request('testModels', { models }, { signal }));
}
