import { isObject } from '../../base/isObject.ts';
import { languageBesidesEnglish } from '../../language/terms/detect.ts';
import { languageNotRead } from '../../protocol/noAnswer.ts';
import type { Reader } from '../../models/models.ts';
import type { Backend, ReasonerCall, Samples } from '../reasoner.ts';
import type { Role, RoleFacts } from '../role.ts';
import { drrRoles } from '../roles/drrRoles.ts';
import { nextThoughtRole } from '../roles/ircotRole.ts';
import { leapRoles } from '../roles/leapRoles.ts';
import { readRole, type ReadInput, type ReadOutput } from '../roles/readRoles.ts';
import { selfAskRoles } from '../roles/selfAskRoles.ts';
import { selfDcRoles } from '../roles/selfDcRoles.ts';
import { sunarRoles } from '../roles/sunarRoles.ts';
import { cellRole, type CellOutput, unknownCell } from '../roles/tableRoles.ts';
import { rewriteRole } from '../roles/threadRoles.ts';
import { carryNames } from './carryNames.ts';
import { confirmAnswer } from './confirmAnswer.ts';
import { finishFrom, nextStep } from './plan.ts';
import { checkAnswer, classifyQuestion, integrateAnswers, planAtOnce } from './planAtOnce.ts';
import { findGaps, finishFollowUps, isAligned, nextFollowUp, nextThought } from './readAndAsk.ts';
import { createParts, type PartOptions, type Parts } from './parts.ts';
import { standaloneQuestion } from './standaloneQuestion.ts';
import { readQuestion } from './walkPlan.ts';

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
    // Ids are unique, and `serving` takes a role with what serves it.
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

/** Gives every role the same form of the question. */
function standalone<I>(input: I): I {
  if (typeof input !== 'object' || input === null || !('question' in input) || typeof input.question !== 'string') return input;
  return { ...input, question: standaloneQuestion(input.question) };
}

type Served = ReadonlyMap<string, (input: never) => unknown>;

function serving<I, O>(role: Role<I, O>, serve: (input: I) => O | Promise<O>): readonly [id: string, serve: (input: I) => O | Promise<O>] {
  return [role.id, serve];
}

/** Roles missing here need a memory, a stated confidence or free wording; they fall back (pipelines.md 1.11). */
function servedBy(parts: Parts): Served {
  const read = ({ question, passages }: Pick<ReadInput, 'question' | 'passages'>): Promise<ReadOutput> =>
    readQuestion(parts, question, passages);
  return new Map<string, (input: never) => unknown>([
    serving(readRole, read),
    serving(sunarRoles.read, read),
    serving(sunarRoles.step, (input) => nextStep(parts, input)),
    serving(sunarRoles.finish, (input) => ({ answer: finishFrom(parts, input) })),
    serving(sunarRoles.mer, (input) => confirmAnswer(parts, input)),
    serving(leapRoles.gaps, (input) => findGaps(parts, input)),
    serving(leapRoles.verify, isAligned),
    serving(leapRoles.answer, read),
    serving(selfDcRoles.read, read),
    serving(drrRoles.classify, (input) => classifyQuestion(parts, input)),
    serving(drrRoles.decompose, (input) => planAtOnce(parts, input)),
    serving(drrRoles.answer, parts.read),
    serving(drrRoles.refine, (input) => checkAnswer(parts, input)),
    serving(drrRoles.integrate, (input) => integrateAnswers(parts, input)),
    serving(selfAskRoles.step, (input) => nextFollowUp(parts, input)),
    serving(selfAskRoles.finish, (input) => finishFollowUps(parts, input)),
    serving(nextThoughtRole, (input) => nextThought(parts, input)),
    serving(cellRole, async (input) => cellOf(await read(input))),
    serving(rewriteRole, carryNames),
  ]);
}

/** That no answer is sure enough does not mean that the document states none. */
function cellOf({ answer, quote }: ReadOutput): CellOutput {
  return answer === null || quote === null ? unknownCell : { verdict: 'stated', answers: [{ answer, quote }] };
}
