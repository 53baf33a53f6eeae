/** Derives what can be tried when no answer was found. Pure. */
import type { PanelState } from '../../src/protocol/panel.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { modelAdvice, otherMethod } from '../../src/trace/otherMethod.ts';

export interface WayOn {
  readonly kind: 'method' | 'model' | 'rephrase';
  readonly label: string;
  readonly why: string;
  /** The method's pipeline. */
  readonly pipeline?: string;
}

/** The parts of the panel's state that this depends on. */
export type Around = Pick<PanelState, 'runs' | 'pipelines'>;

/** In the order in which they are offered. */
export function waysOn(trace: Trace, { runs, pipelines }: Around): readonly WayOn[] {
  const method = otherMethod(trace, runs);
  const why = modelAdvice(trace.models);
  const info = pipelines.find(({ id }) => id === method?.pipeline);
  return [
    ...(method && info ? [{ kind: 'method' as const, label: `Try ${info.title}`, why: method.why, pipeline: info.id }] : []),
    ...(why === undefined ? [] : [{ kind: 'model' as const, label: 'Choose a language model', why }]),
    { kind: 'rephrase', label: 'Rephrase the question', why: 'Use names and words from your documents.' },
  ];
}
