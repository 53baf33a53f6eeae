import type { EngineFeature } from '../engineProcess/register.ts';
import type { Basics } from '../basics.ts';
import { QuickPickItemKind, window } from 'vscode';
import type { QuickPickItem } from 'vscode';
import { builtinModels } from '../../protocol/runSpec.ts';
import { methodName, presetNames } from '../../protocol/methodNames.ts';
import { answerForm } from '../../protocol/writtenAnswer.ts';
import { formLabels } from '../../protocol/writtenWords.ts';
import { formWords } from '../answerForms.ts';
import { pipelineGroups, pipelinePresets, presetCost } from './pipelineChoices.ts';
import { readSettings, writeSetting } from '../settings.ts';

type ChooseApp = Pick<Basics, 'settings' | 'folder' | 'logger'> & Pick<EngineFeature, 'engine' | 'index'>;

interface PipelineItem extends QuickPickItem {
  /** Pipeline id, or the entry that lists all pipelines. */
  readonly id: string;
}

const allMethods = 'all';

/** `ariadne.choosePipeline`: offers three methods with their usual cost, then all of the engine. */
export async function choosePipeline(app: ChooseApp): Promise<void> {
  const current = app.settings().pipeline;
  const chosen = await pickPipeline(app, current, { title: 'Choose Method', placeHolder: 'Select how questions are answered' });
  if (chosen !== undefined && chosen !== current) await writeSetting('ariadne.pipeline', chosen);
}

/** Offers the forms of an answer, for this and later questions. */
export async function chooseForm({ settings }: Pick<ChooseApp, 'settings'>): Promise<void> {
  const current = settings().form;
  const items = answerForm.options
    .toSorted((a, b) => Number(b === 'auto') - Number(a === 'auto'))
    .map((form) => ({ form, label: formLabels[form], detail: formWords[form], ...(form === current ? { description: 'current' } : {}) }));
  const chosen = await window.showQuickPick(items, {
    title: 'Choose Form',
    placeHolder: 'Select how answers are written',
    matchOnDetail: true,
  });
  if (chosen && chosen.form !== current) await writeSetting('ariadne.answer.form', chosen.form);
}

interface Words {
  readonly title: string;
  readonly placeHolder: string;
}

/** The id of the chosen pipeline; undefined when the user chose none. */
export async function pickPipeline(app: ChooseApp, current: string, words: Words): Promise<string | undefined> {
  const preset = await pick(await presetItems(app, current), words);
  return preset === allMethods ? pick(allItems(app, current), words) : preset;
}

async function pick(items: readonly PipelineItem[], words: Words): Promise<string | undefined> {
  const chosen = await window.showQuickPick(items, {
    ...words,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.id;
}

async function presetItems({ engine, folder, logger, index }: ChooseApp, current: string): Promise<PipelineItem[]> {
  const presets = await Promise.all(
    pipelinePresets.map(async (preset) => {
      const { params, models } = readSettings(folder()?.uri, logger, preset.id);
      const estimate = await engine.request('estimate', { pipeline: preset.id, params, models });
      const cost = presetCost(preset, estimate, models.chat !== builtinModels.chat);
      return {
        id: preset.id,
        label: presetNames[preset.id],
        description: preset.id === current ? `${cost} · current` : cost,
        detail: preset.detail,
      };
    }),
  );
  const isPreset = presets.some(({ id }) => id === current);
  return [
    ...presets,
    separator(''),
    {
      id: allMethods,
      label: 'All methods…',
      description: isPreset ? 'by their published names' : `current: ${index.nameOfMethod(current)}`,
    },
  ];
}

function allItems({ index, settings }: ChooseApp, current: string): PipelineItem[] {
  const hasModel = settings().models.chat !== builtinModels.chat;
  return pipelineGroups(index.known.pipelines, current).flatMap(({ label, pipelines }) => [
    separator(label),
    ...pipelines.map(({ id, title, description, isBetterWithModel }) => ({
      id,
      label: title,
      description: [methodName(id, []), ...(isBetterWithModel && !hasModel ? ['$(sparkle) better with a language model'] : [])].join(' · '),
      detail: description,
    })),
  ]);
}

function separator(label: string): PipelineItem {
  return { id: '', label, kind: QuickPickItemKind.Separator };
}
