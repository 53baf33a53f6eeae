import { extractJson } from '../../src/reasoning/extractJson.ts';
import { behaviors } from './behaviors/behaviors.ts';
import type { Reply, Said } from './behaviors/behavior.ts';
import type { GoldQuestion } from './dataset.ts';
import type { Character } from './draws.ts';
import { Mind } from './mind.ts';
import type { SimulatedPrompt } from './readRequest.ts';

/** Simulates a language model that knows how a dataset's questions decompose, but knows most facts only from passages in the prompt. */
export class SimulatedModel {
  readonly #mind: Mind;

  constructor(dataset: readonly GoldQuestion[], character: Partial<Character> = {}) {
    this.#mind = new Mind(dataset, {
      seed: 0,
      error: 0,
      knows: 0,
      distraction: 0,
      invents: 0,
      misquotes: 0,
      strays: 0,
      sloppy: 0,
      slips: {},
      ...character,
    });
  }

  /** @param sample 0-based; samples of one prompt differ where the model is unsure */
  say(prompt: SimulatedPrompt, sample = 0): Said {
    if (prompt.role === 'repair') return { reply: repair(prompt.faulty) };
    if (prompt.role === null) return { reply: 'I do not know.' };
    const question = prompt.question === '' ? (this.#mind.knowledge.question([], prompt.text)?.question ?? '') : prompt.question;
    const said = behaviors[prompt.role](this.#mind, { ...prompt, question, sample });
    return typeof said.reply === 'string' ? said : { ...said, reply: inForm(said.reply, prompt.fields) };
  }
}

/** The requested fields in the requested order; all if none are named. */
function inForm(reply: Reply, fields: readonly string[]): Reply {
  return fields.length === 0 ? reply : Object.fromEntries(fields.flatMap((name) => (name in reply ? [[name, reply[name]]] : [])));
}

/** Completes truncated JSON and removes a wrapper object; changes nothing else. */
function repair(faulty: string): Reply {
  for (const end of ['', '}', '"}', ']}', '}]}']) {
    const found = extractJson(faulty + end);
    if (!found.ok) continue;
    const inner = extractJson(JSON.stringify(found.value['result'] ?? null));
    return inner.ok ? inner.value : found.value;
  }
  return {};
}
