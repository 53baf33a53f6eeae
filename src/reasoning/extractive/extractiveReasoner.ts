import { isObject } from '../../base/isObject.ts';
import { languageBesidesEnglish } from '../../language/terms/detect.ts';
import { languageNotRead } from '../../protocol/noAnswer.ts';
import type { Reader } from '../../models/models.ts';
import type { Backend, ReasonerCall, Samples } from '../reasoner.ts';
import type { Role, RoleFacts } from '../role.ts';
import { createParts, type PartOptions } from './parts.ts';
import { servedBy, type Served } from './servedRoles.ts';
import { standaloneQuestion } from './standaloneQuestion.ts';

/**
 * Reasons without a model: decomposes a question by its grammar and answers each part with the best-supported words of the passages, or
 * abstains. English; questions in other languages are read as one step and mostly get an abstention. Deterministic, and a pure function of
 * each call's input. With a reader, plans the same, and that model finds the words.
 */
export class ExtractiveReasoner implements Backend {
  readonly id: string;
  readonly can = { sample: false, logprobs: false, stateConfidence: false } as const;
  readonly #servedBy: (signal: AbortSignal) => Served;
  readonly #hasReader: boolean;

  /** @param reader answers single-hop questions in place of the rules, and can only quote */
  constructor(options: PartOptions = {}, reader?: Reader) {
    const left = Object.entries(options).flatMap(([part, isUsed]) => (isUsed === false ? [`-without-${part}`] : []));
    this.id = ['extractive', ...left, ...(reader ? [`-with-${reader.id}`] : [])].join('');
    this.#hasReader = reader !== undefined;
    const withoutModel = servedBy(createParts(options));
    this.#servedBy = reader ? (signal) => servedBy(createParts(options, { reader, signal })) : () => withoutModel;
  }

  serves({ id }: RoleFacts): boolean {
    return this.#servedBy(new AbortController().signal).has(id);
  }

  /** One outcome: another sample would be the same. */
  async ask<I, O>(role: Role<I, O>, input: NoInfer<I>, { signal }: ReasonerCall): Promise<Samples<O>> {
    signal.throwIfAborted();
    // Ids are unique, and `servedBy` pairs each role with what serves it.
    const serve = this.#servedBy(signal).get(role.id) as ((input: I) => O | Promise<O>) | undefined;
    if (!serve) throw new Error(`the role ${role.id} is not served`);
    const output = await serve(standalone(input));
    return [{ output, flags: await this.#flagsOf(input, output) }];
  }

  /** Where no answer was found, whether that is because of the question's language, which a reader may know. */
  async #flagsOf(input: unknown, output: unknown): Promise<readonly string[]> {
    if (this.#hasReader || !isObject(input) || typeof input['question'] !== 'string') return [];
    if (!isObject(output) || output['answer'] !== null) return [];
    const language = await languageBesidesEnglish(input['question']);
    return language === undefined ? [] : [`${languageNotRead}:${language}`];
  }
}

/** Gives every role the same wording of the question. */
function standalone<I>(input: I): I {
  if (typeof input !== 'object' || input === null || !('question' in input) || typeof input.question !== 'string') return input;
  return { ...input, question: standaloneQuestion(input.question) };
}
