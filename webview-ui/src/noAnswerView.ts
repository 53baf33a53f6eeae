/** Derives what is shown when no answer was found: the closest passages, and what can be tried. Pure. */
import type { PanelState } from '../../src/protocol/panel.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { bestPassages } from '../../src/trace/bestPassages.ts';
import { modelAdvice, otherMethod, usesBuiltinModels } from '../../src/trace/otherMethod.ts';
import type { SourceTarget } from './evidenceView.ts';

export interface NoAnswerView {
  readonly best: readonly BestView[];
  /** In the order in which they are offered. */
  readonly ways: readonly Way[];
}

interface BestView {
  readonly quote: string;
  /** `report.md:12–14` with its folders, or a page. */
  readonly place: string;
  readonly target: SourceTarget;
}

export interface Way {
  readonly kind: 'method' | 'model' | 'rephrase';
  readonly label: string;
  readonly why: string;
  /** The method's pipeline. */
  readonly pipeline?: string;
}

/** The parts of the panel's state that this depends on. */
export type Around = Pick<PanelState, 'runs' | 'pipelines'>;

const mostPassages = 3;

export function noAnswerView(trace: Trace, { runs, pipelines }: Around): NoAnswerView {
  const method = otherMethod(trace, runs);
  const info = pipelines.find(({ id }) => id === method?.pipeline);
  const ways: Way[] = [
    ...(method && info ? [{ kind: 'method' as const, label: `Try ${info.title}`, why: method.why, pipeline: info.id }] : []),
    ...(usesBuiltinModels(trace.models) ? [{ kind: 'model' as const, label: 'Choose a language model', why: modelAdvice }] : []),
    { kind: 'rephrase', label: 'Rephrase the question', why: 'Use names and words from your documents.' },
  ];
  const best = bestPassages(trace, mostPassages).map(({ passage: { path, documentHash }, quote, range, page }) => {
    const { startLine, endLine, startOffset, endOffset } = range;
    const lines = endLine - startLine <= 1 ? `${startLine + 1}` : `${startLine + 1}–${endLine}`;
    const place = page === undefined ? `${path}:${lines}` : `${path}, page ${page}`;
    return { quote, place, target: { path, documentHash, startOffset, endOffset } };
  });
  return { best, ways };
}
