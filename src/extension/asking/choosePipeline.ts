import { answerFormSetting } from '../declaredSettings.ts';
import { QuickPickItemKind, window } from 'vscode';
import { builtinModels } from '../../protocol/runSpec.ts';
import { presetNames } from '../../protocol/methodNames.ts';
import { answerForm, askedFormOf } from '../../protocol/writtenAnswer.ts';
import { formLabels } from '../../protocol/writtenWords.ts';
import { formWords } from '../answerForms.ts';
import { otherMethods, pipelinePresets, presetCost } from './pipelineChoices.ts';
import { readSettings, writeSetting } from '../settings.ts';
import type { Uses } from '../parts.ts';

type ChooseApp = Uses<'settings' | 'folder' | 'logger' | 'engine' | 'index'>;

/** `ariadne.choosePipeline`: offers three methods with their usual cost, then the others. */
export async function choosePipeline(app: ChooseApp): Promise<void> {
  const current = app.settings().pipeline;
  const chosen = await pickPipeline(app, current, { title: 'Choose Method', placeHolder: 'Select how questions are answered' });
  if (chosen !== undefined && chosen !== current) await writeSetting('ariadne.pipeline', chosen);
}

/** Offers how an answer can be written, for this and later questions. */
export async function chooseForm({ settings }: Pick<ChooseApp, 'settings'>): Promise<void> {
  const current = askedFormOf(settings().answer);
  const items = answerForm.options
    .toSorted((a, b) => Number(b === 'auto') - Number(a === 'auto'))
    .map((choice) => ({
      ...{ choice, label: formLabels[choice], detail: formWords[choice] },
      ...(choice === current ? { description: 'current' } : {}),
    }));
  const chosen = await window.showQuickPick(items, {
    title: 'Choose Form',
    placeHolder: 'Select how answers are written',
    matchOnDetail: true,
  });
  if (chosen && chosen.choice !== current) await writeSetting(answerFormSetting, chosen.choice);
}

interface Words {
  readonly title: string;
  readonly placeHolder: string;
}

/** The id of the chosen pipeline; undefined when the user chose none. */
export async function pickPipeline(app: ChooseApp, current: string, words: Words): Promise<string | undefined> {
  const others = otherMethods(app.index.known.pipelines).map(({ id, title, description }) => ({
    ...{ id, label: title, detail: description },
    description: id === current ? 'current' : '',
  }));
  const separator = { id: '', label: 'Other published methods', kind: QuickPickItemKind.Separator };
  const items = [...(await presetItems(app, current)), separator, ...others];
  return (await window.showQuickPick(items, { ...words, matchOnDescription: true, matchOnDetail: true }))?.id;
}

async function presetItems({ engine, folder, logger }: ChooseApp, current: string) {
  return Promise.all(
    pipelinePresets.map(async (preset) => {
      const { id, detail } = preset;
      const { params, models } = readSettings(folder()?.uri, logger, id);
      const estimate = await engine.request('estimate', { pipeline: id, params, models });
      const cost = presetCost(preset, estimate, models.chat !== builtinModels.chat);
      return { id, label: presetNames[id], description: id === current ? `${cost} · current` : cost, detail };
    }),
  );
}
