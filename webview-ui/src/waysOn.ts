/** Derives what can be tried when no answer was found. Pure. */
import { t } from '@vscode/l10n';
import type { PanelState, WriterOffer } from '../../src/protocol/panel.ts';
import { methodName } from '../../src/protocol/methodNames.ts';
import type { PipelineInfo } from '../../src/protocol/pipelineInfo.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { modelAdvice, otherMethod } from '../../src/trace/otherMethod.ts';

export interface WayOn {
  readonly kind: 'writer' | 'model' | 'method' | 'rephrase';
  readonly label: string;
  readonly why: string;
  /** The method's pipeline. */
  readonly pipeline?: string;
}

/** The parts of the panel's state that this depends on. */
export type Around = Pick<PanelState, 'runs' | 'pipelines'> & { readonly writer?: WriterOffer | undefined };

/** In the order in which they are offered. */
export function waysOn(trace: Trace, { runs, pipelines, writer }: Around): readonly WayOn[] {
  const method = otherMethod(trace, runs);
  const why = modelAdvice(trace.models);
  const info = pipelines.find(({ id }) => id === method?.pipeline);
  const model = { kind: 'model' as const, label: writer ? t('Other models…') : t('Choose a language model'), why: why ?? '' };
  return [
    ...(why === undefined ? [] : [...(writer ? [{ kind: 'writer' as const, label: writer.label, why: writer.cost }] : []), model]),
    ...(method && info ? [{ kind: 'method' as const, label: labelOf(info), why: method.why, pipeline: info.id }] : []),
    { kind: 'rephrase', label: t('Rephrase the question'), why: t('Use names and words from your documents.') },
  ];
}

function labelOf(info: PipelineInfo): string {
  const use = methodName(info.id, [info]);
  return use === info.title ? t('Try {0}', info.title) : t('Try a method: {0}', use);
}
