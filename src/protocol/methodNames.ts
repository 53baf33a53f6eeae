/** Names of pipelines for people, who call them methods. Pure. */
import { valueAt } from '../base/valueAt.ts';
import type { PipelineInfo } from './pipelineInfo.ts';
import { t } from '@vscode/l10n';

/** Those that are offered first, by pipeline id. */
export const presetNames = { 'retrieve-read': t('Quick'), 'sunar-nar': t('Balanced'), sunar: t('Thorough') } as const;
export type PresetId = keyof typeof presetNames;

/** What the others are for, by pipeline id; their published names say nothing to people who do not know the papers. */
const uses: Readonly<Record<string, string>> = {
  'drr-rag': t('Questions with many parts'),
  'bridge-rag': t('Questions with a step in between'),
  leapquery: t('Questions that need many facts'),
  ircot: t('Questions that unfold while reading'),
  'self-ask': t('Chains of simple facts'),
  'self-dc': t('General knowledge with gaps'),
};

/** What a method is for, else its published name, and the id for a pipeline that is not known. */
export function methodName(id: string, known: readonly Pick<PipelineInfo, 'id' | 'title'>[]): string {
  return isPreset(id) ? presetNames[id] : (valueAt(uses, id) ?? known.find((pipeline) => pipeline.id === id)?.title ?? id);
}

/** A pipeline as people see it: its name instead of the title, which a tooltip keeps. */
export function asMethod(pipeline: PipelineInfo): PipelineInfo {
  const { id, title, description } = pipeline;
  return { ...pipeline, title: methodName(id, [pipeline]), description: t('{0} ({1}, id {2})', description, title, id) };
}

export function isPreset(id: string): id is PresetId {
  return Object.hasOwn(presetNames, id);
}
