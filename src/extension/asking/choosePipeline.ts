import { t } from '@vscode/l10n';
import { answerFormSetting } from '../declaredSettings.ts';
import { builtinModels } from '../../protocol/runSpec.ts';
import { methodName, presetNames } from '../../protocol/methodNames.ts';
import { answerForm, askedFormOf, type AnswerForm } from '../../protocol/writtenAnswer.ts';
import { formLabels } from '../../protocol/writtenWords.ts';
import { formWords } from '../answerForms.ts';
import { otherMethods, pipelinePresets, presetCost } from './pipelineChoices.ts';
import { chooseFrom, type Choice } from '../inputs.ts';
import { readSettings, writeSetting } from '../settings.ts';
import type { Uses } from '../parts.ts';

type ChooseApp = Uses<'settings' | 'folder' | 'logger' | 'engine' | 'index'>;

/** `ariadne.choosePipeline`: offers three methods with their usual cost, then the others. */
export async function choosePipeline(app: ChooseApp): Promise<void> {
  const current = app.settings().pipeline;
  const chosen = await pickPipeline(app, current, { title: t('Choose Method'), placeHolder: t('Select how questions are answered') });
  if (chosen !== undefined && chosen !== current) await writeSetting('ariadne.pipeline', chosen);
}

/** Offers how an answer can be written, for this and later questions. */
export async function chooseForm({ settings }: Pick<ChooseApp, 'settings'>): Promise<void> {
  const current = askedFormOf(settings().answer);
  const choices = answerForm.options
    .toSorted((a, b) => Number(b === 'auto') - Number(a === 'auto'))
    .map((wanted): Choice<AnswerForm> => ({
      label: formLabels[wanted],
      facts: wanted === current ? [t('current')] : [],
      detail: formWords[wanted],
      choose: () => wanted,
    }));
  const chosen = await chooseFrom(choices, { title: t('Choose Form'), placeHolder: t('Select how answers are written') });
  if (chosen !== undefined && chosen !== current) await writeSetting(answerFormSetting, chosen);
}

interface Words {
  readonly title: string;
  readonly placeHolder: string;
}

/** The id of the chosen pipeline; undefined when the user chose none. */
export async function pickPipeline(app: ChooseApp, current: string, words: Words): Promise<string | undefined> {
  const others = otherMethods(app.index.known.pipelines).map(({ id, title, description }): Choice<string> => ({
    label: methodName(id, [{ id, title }]),
    facts: [...(methodName(id, [{ id, title }]) === title ? [] : [title]), ...(id === current ? [t('current')] : [])],
    detail: description,
    choose: () => id,
  }));
  return chooseFrom([...(await presets(app, current)), t('For special questions'), ...others], words);
}

async function presets({ engine, folder, logger }: ChooseApp, current: string): Promise<readonly Choice<string>[]> {
  return Promise.all(
    pipelinePresets.map(async (preset) => {
      const { id, detail } = preset;
      const { params, models } = readSettings(folder()?.uri, logger, id);
      const estimate = await engine.request('estimate', { pipeline: id, params, models });
      const cost = presetCost(preset, estimate, models.chat !== builtinModels.chat);
      return { label: presetNames[id], facts: [cost, id === current ? t('current') : ''], detail, choose: () => id };
    }),
  );
}
