import { selfDc } from '../../../src/pipelines/selfDc.ts';
import type { Trace, TraceNode } from '../../../src/protocol/trace.ts';
import type { FromSteps } from '../../../src/reasoning/prompts/finish.ts';
import { type Play, PlayingReasoner, type PlayOptions } from '../../support/playingReasoner.ts';
import { runScripted, type ScriptedRun } from '../../support/scriptedRun.ts';

export const question = 'Which country hosted X and won Y?';

export interface Script {
  readonly question?: string;
  /** By question; null or absent is missing. */
  readonly confidence: Readonly<Record<string, number | null>>;
  readonly decompose?: Readonly<Record<string, readonly string[]>>;
  readonly found?: Readonly<Record<string, readonly string[]>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly play?: Play;
  readonly options?: PlayOptions;
}

/** Unless said otherwise every question finds `d1`, is remembered, and is answered with "A(question)". */
export async function run(
  { confidence, decompose = {}, found, params = {}, play, options, ...script }: Script,
  more: Partial<ScriptedRun> = {},
) {
  const combined: FromSteps[] = [];
  const reasoner = new PlayingReasoner(
    {
      'selfdc.confidence': ({ question: asked }) => ({ confidence: confidence[asked] ?? null, answer: 'a guess' }),
      'selfdc.decompose': ({ question: asked }) => ({ subQuestions: decompose[asked] ?? [] }),
      'selfdc.background': ({ question: asked }) => ({ passage: `All about ${asked}` }),
      'selfdc.read': ({ question: asked, passages }) => ({
        answer: passages.length === 0 ? null : `A(${asked})`,
        citations: passages.length === 0 ? [] : [0],
        quote: passages[0]?.text ?? null,
      }),
      'selfdc.combine': (input) => {
        combined.push(input);
        return { answer: input.path.map(({ answer }) => answer ?? 'unknown').join(' + ') };
      },
      ...play,
    },
    options,
  );
  const trace = await runScripted({
    pipeline: selfDc,
    question: script.question ?? question,
    params: { method: 'verb', ...params },
    reasoner,
    retrieval: (query) => (found ? (found[query] ?? []) : ['d1']),
    docs: ['d1', 'd2', 'd3', 'd4'],
    ...more,
  });
  return { trace, reasoner, combined, roles: reasoner.asked.map(({ role }) => role.replace('selfdc.', '')) };
}

export function questionsOf(trace: Trace): readonly TraceNode[] {
  return trace.nodes.filter(({ kind }) => kind === 'root' || kind === 'sub_question').toSorted((a, b) => a.order - b.order);
}

export const twoParts: Script = {
  confidence: { [question]: 0.6, 'Who hosted X?': 0.9, 'Who won Y?': 0.2 },
  decompose: { [question]: ['Who hosted X?', 'Who won Y?'] },
};
