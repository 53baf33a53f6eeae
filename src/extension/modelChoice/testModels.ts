import { t } from '@vscode/l10n';
import { commands } from 'vscode';
import type { ChosenModels, TestedModel } from '../../protocol/modelLibrary.ts';
import type { EngineRequests } from '../engineProcess/engineClient.ts';
import type { CommandId } from '../contributions.ts';
import { showDialog, showMessage } from '../messages.ts';
import { report } from '../report.ts';
import { requireTrust } from '../requireTrust.ts';
import { withSignal } from '../withSignal.ts';
import { chosenSentence, isFreeToTest, testedNames, otherModels, testedSentence, testedText, verdictOf } from './testWords.ts';
import type { Uses } from '../parts.ts';

type TestApp = Uses<'settings' | 'logger' | 'engine'>;

/** `ariadne.testModels`: asks one question of each chosen model, and shows what works. */
export async function testModelsCommand({ engine, settings }: Pick<TestApp, 'engine' | 'settings'>): Promise<void> {
  requireTrust();
  const tested = await tryModels(engine, settings().models, t('Testing the models…'));
  if (tested.length === 0) return void (await showMessage('information', t('Ariadne uses its built-in models, which need no test.')));
  const verdict = verdictOf(tested);
  await showDialog(verdict.isGood ? 'information' : 'warning', verdict.sentence, testedText(tested));
}

/** @param title of the notification that can stop it @throws AbortError */
export async function tryModels(engine: EngineRequests, models: ChosenModels, title: string): Promise<readonly TestedModel[]> {
  return withSignal(title, (signal) => engine.request('testModels', { models }, { signal }));
}

/**
 * Says that models were chosen, and whether they work. A test sends a server one short question and nothing of the documents. Models that
 * cost nothing are tested at once; the user decides for those that may cost money or quota. Returns while the test goes on.
 */
export function tellChosen(app: TestApp, chosen: ChosenModels): void {
  const work = async (): Promise<void> => {
    const { baseUrl, isOffline } = app.settings();
    if (isFreeToTest(chosen, baseUrl)) return test(app, chosen);
    const yes = t('Test');
    // An untested choice is kept.
    const button = await showMessage('information', chosenSentence(chosen, { baseUrl, isOffline }), ...(isOffline ? [] : [yes]));
    if (button === yes) await test(app, chosen);
  };
  work().catch((error: unknown) => report(app.logger, error));
}

async function test({ engine }: TestApp, chosen: ChosenModels): Promise<void> {
  const others = otherModels(chosen);
  if (Object.keys(others).length === 0) return void (await showMessage('information', t('Ariadne uses its built-in models now.')));
  await tellTested(await tryModels(engine, others, t('Testing {0}…', testedNames(others))));
}

/** Says what a test of chosen models has found. */
export async function tellTested(tested: readonly TestedModel[]): Promise<void> {
  const [details, choose] = [t('Details'), t('Choose Models')];
  const { isGood, sentence } = verdictOf(tested);
  const button = await showMessage(isGood ? 'information' : 'warning', testedSentence(tested), details, ...(isGood ? [] : [choose]));
  if (button === details) await showDialog(isGood ? 'information' : 'warning', sentence, testedText(tested));
  if (button === choose) await commands.executeCommand('ariadne.chooseModels' satisfies CommandId);
}
