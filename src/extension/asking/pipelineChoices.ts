/** Three ways to answer, for people who do not know the published methods by name. Pure. */
import { t } from '@vscode/l10n';
import { count, tenths } from '../../base/amounts.ts';
import type { Estimate } from '../../protocol/estimate.ts';
import type { PresetId } from '../../protocol/methodNames.ts';
import type { PipelineInfo } from '../../protocol/pipelineInfo.ts';

export interface PipelinePreset {
  readonly id: PresetId;
  readonly detail: string;
  /** Model calls for a question of two or three steps: the means in bench/RESULTS.md, used until the user's runs give a better number. */
  readonly usualCalls: number;
}

export const pipelinePresets: readonly PipelinePreset[] = [
  { id: 'retrieve-read', detail: t('For questions that one passage answers. One search, one answer.'), usualCalls: 1 },
  {
    id: 'sunar-nar',
    detail: t('For most questions. Splits the question, follows related passages, and checks the answer.'),
    usualCalls: 7,
  },
  {
    id: 'sunar',
    detail: t('For answers that matter. Repeats each step and prefers evidence the answers agree on.'),
    usualCalls: 180,
  },
];

/** The usual cost of a question in a few words. Without earlier runs, the preset's number. */
export function presetCost({ usualCalls }: PipelinePreset, { expected }: Pick<Estimate, 'expected'>, usesChatModel: boolean): string {
  const time = expected === undefined ? [] : [t('{0} s', expected.seconds < 10 ? tenths(expected.seconds) : Math.round(expected.seconds))];
  if (!usesChatModel) return [t('no model calls'), ...time].join(' · ');
  const calls = count(Math.round(expected?.llmCalls ?? usualCalls), 'model call');
  return [expected === undefined ? t('about {0}', calls) : t('usually {0}', calls), ...time].join(' · ');
}

/** The methods that are no preset, in the given order, each with the first sentence of what it does. */
export function otherMethods(pipelines: readonly PipelineInfo[]): readonly Pick<PipelineInfo, 'id' | 'title' | 'description'>[] {
  const others = pipelines.filter(({ id }) => !pipelinePresets.some((preset) => preset.id === id));
  return others.map(({ id, title, description }) => ({ id, title, description: /^.*?[.](?= |$)/.exec(description)?.[0] ?? description }));
}
