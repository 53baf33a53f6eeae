/** SUNAR over four passages and a reasoner that plays. */
import assert from 'node:assert/strict';
import { AriadneError } from '../../../src/base/errors.ts';
import type { Entailment, Reranker } from '../../../src/models/models.ts';
import { pipelineById } from '../../../src/pipelines/registry.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import type { Backend, Performed, ReasonerCall } from '../../../src/reasoning/reasoner.ts';
import type { BatchInput, StepInput, StepOutput } from '../../../src/reasoning/roles/sunarRoles.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory, type MemoryRun } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';
import { StandIn } from '../../support/standIn.ts';
import type { Role } from '../../../src/reasoning/role.ts';
import type { RoleId, Roles } from '../../../lab/simulation/allRoles.ts';

export const question = 'Where was the director of The Salt Choir born?';
const index = new MemoryIndex(
  [
    passageOf('film', 'The Salt Choir is a film directed by Ilse Brandvik'),
    passageOf('ilse', 'Ilse Brandvik was born in Tarnholm'),
    passageOf('town', 'Tarnholm is a harbor town'),
    passageOf('museum', 'glass museum'),
  ],
  { film: ['ilse', 'museum'], ilse: ['town', 'film'], town: ['museum'], museum: [] },
);

export interface Play {
  readonly steps?: readonly StepOutput[];
  readonly sample?: (input: BatchInput, sample: number) => Roles['sunar.asu']['output'];
  readonly read?: (question: string) => string | null;
  readonly mer?: string | null;
  readonly canSample?: boolean;
  /** Before each call. */
  readonly pause?: (role: RoleId) => Promise<void>;
  /** Calls that may be made besides the last one. */
  readonly budget?: number;
}

interface Asked {
  readonly role: RoleId;
  readonly input: unknown;
  readonly call: ReasonerCall;
}

export const hops: readonly StepOutput[] = [
  { action: 'ask', subQuestion: 'Who directed The Salt Choir?' },
  { action: 'ask', subQuestion: 'Where was Ilse Brandvik born?' },
  { action: 'finish', answer: 'Tarnholm' },
];

/** A first step whose first stage finds three passages. */
export const wide: readonly StepOutput[] = [
  { action: 'ask', subQuestion: 'Is Ilse Brandvik, director of The Salt Choir, from a harbor town?' },
];

/** Answers every call as a pure function of its input, so that the order of concurrent calls does not matter. */
class PlayedReasoner extends StandIn {
  readonly id = 'played';
  readonly can: Backend['can'];
  readonly asked: Asked[] = [];
  readonly #play: Play;
  #left: number;

  constructor(play: Play) {
    super();
    this.#play = play;
    this.#left = play.budget ?? Infinity;
    this.can = { sample: play.canSample ?? true, logprobs: false, stateConfidence: false };
  }

  override async perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>> {
    call.signal.throwIfAborted();
    if (call.isFinal !== true && this.#left-- <= 0) throw new AriadneError('budget-exhausted', 'The budget is spent.');
    const id = role.id as RoleId;
    this.asked.push({ role: id, input, call });
    await this.#play.pause?.(id);
    call.signal.throwIfAborted();
    const answers: { readonly [Q in RoleId]?: (input: Roles[Q]['input']) => Roles[Q]['output'] } = {
      'sunar.step': (given: StepInput) => this.#step(given),
      'sunar.asu': (given: BatchInput) => (this.#play.sample ?? said)(given, call.sample ?? 0),
      'sunar.read': (given) => ({ answer: (this.#play.read ?? (() => 'Tarnholm'))(given.question), citations: [0], quote: null }),
      'sunar.finish': () => ({ answer: 'from the path' }),
      'sunar.mer': () => ({ answer: this.#play.mer === undefined ? 'Tarnholm' : this.#play.mer, citations: [0], quote: null }),
    };
    const answer = answers[id] as ((given: I) => O) | undefined;
    assert.ok(answer, `${id} is not played`);
    return { output: answer(input), flags: [] };
  }

  #step({ path }: StepInput): StepOutput {
    const steps = this.#play.steps ?? hops;
    return steps[Math.min(path.length, steps.length - 1)] ?? { action: 'finish', answer: null };
  }
}

const said = (): { readonly answer: string | null } => ({ answer: 'Tarnholm' });

export async function run(play: Play = {}, params: Readonly<Record<string, unknown>> = {}, more: Partial<MemoryRun> = {}) {
  const reasoner = new PlayedReasoner(play);
  const { trace } = await runInMemory({
    pipeline: pipelineById('sunar'),
    question,
    params: more.pipeline ? params : { m: 3, ...params },
    index,
    reasoner,
    ...more,
  });
  return { trace, asked: reasoner.asked, samples: reasoner.asked.filter(({ role }) => role === 'sunar.asu') };
}

export function turnsOf(trace: Trace, node = 's1') {
  return trace.nodes.find(({ id }) => id === node)?.nar?.turns ?? [];
}

export function flagsOf(trace: Trace): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(trace.nodes.flatMap(({ id, flags }) => (flags.length > 0 ? [[id, flags]] : [])));
}

/** Texts without case are the same; others contradict. Words that begin with "no-label" get no label. */
export const caseless: Entailment = {
  id: 'caseless',
  label: async (pairs) =>
    pairs.map(({ premise, hypothesis }) => {
      if (/no-label/.test(premise + hypothesis)) return null;
      const label = premise.toLowerCase() === hypothesis.toLowerCase() ? 'entailment' : 'contradiction';
      return { label, probabilities: { entailment: 0, neutral: 0, contradiction: 0, [label]: 1 } };
    }),
};

/** @param scoreOf throws where the reranker fails */
export function reranker(scoreOf: (id: string) => number | null, scale: Reranker['scale'] = 'probability'): Reranker {
  const idOf = (text: string): string => ['film', 'ilse', 'town', 'museum'].find((id) => textOf(id) === text) ?? '';
  return { id: 'scripted', scale, score: async (_query, passages) => passages.map(({ text }) => scoreOf(idOf(text))) };
}

function textOf(id: string): string {
  return (
    {
      film: 'The Salt Choir is a film directed by Ilse Brandvik',
      ilse: 'Ilse Brandvik was born in Tarnholm',
      town: 'Tarnholm is a harbor town',
    }[id] ?? 'glass museum'
  );
}
