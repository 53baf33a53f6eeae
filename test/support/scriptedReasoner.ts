import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from '../../src/reasoning/reasoner.ts';

/** What each role answers, in order of asking; the last one is repeated. */
export type Script = { readonly [R in RoleId]?: readonly Roles[R]['output'][] };

const silent: { readonly [R in RoleId]: Roles[R]['output'] } = {
  read: { answer: null, citations: [], quote: null },
  'sunar.step': { action: 'finish', answer: null },
  'sunar.read': { answer: null, citations: [], quote: null },
  'sunar.finish': { answer: null },
  'sunar.mer': { answer: null, citations: [], quote: null },
};

/** A reasoner that plays a script and remembers what it was asked. */
export class ScriptedReasoner implements Reasoner {
  readonly id = 'scripted';
  readonly can = { sample: false, plan: true, logprobs: false, stateConfidence: false };
  readonly asked: { readonly role: RoleId; readonly input: unknown; readonly node: string }[] = [];
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], { node, signal }: ReasonerCall): Promise<Performed<R>> {
    signal.throwIfAborted();
    const before = this.asked.filter((one) => one.role === role).length;
    this.asked.push({ role, input, node });
    const lines: readonly Roles[R]['output'][] = this.#script[role] ?? [];
    return { output: lines[Math.min(before, lines.length - 1)] ?? silent[role], flags: [] };
  }
}
