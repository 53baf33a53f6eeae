import { languageBesidesEnglish } from '../../language/terms/detect.ts';
import { languageNotRead } from '../../protocol/noAnswer.ts';
import type { Reader } from '../../models/models.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from '../reasoner.ts';
import type { ReadInput, ReadOutput } from '../roles/readRoles.ts';
import { type CellOutput, unknownCell } from '../roles/tableRoles.ts';
import { carryNames } from './carryNames.ts';
import { confirmAnswer } from './confirmAnswer.ts';
import { finishFrom, nextStep } from './plan.ts';
import { checkAnswer, classifyQuestion, integrateAnswers, planAtOnce } from './planAtOnce.ts';
import {
  assess,
  findGaps,
  finishFollowUps,
  isAligned,
  labelPassages,
  nextFollowUp,
  nextQuery,
  nextThought,
  nextTurn,
} from './readAndAsk.ts';
import { createParts, type PartOptions, type Parts } from './parts.ts';
import { standaloneQuestion } from './standaloneQuestion.ts';
import { readQuestion } from './walkPlan.ts';

/**
 * Reasons without a model: decomposes a question by its grammar and answers each part with the best-supported words of the passages, or
 * abstains. English; questions in other languages are read as one step and mostly get an abstention. Deterministic, and a pure function of
 * each call's input. With a reader, plans the same, and that model finds the words.
 */
export class ExtractiveReasoner implements Reasoner {
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

  serves(role: RoleId): boolean {
    return this.#servedBy(new AbortController().signal)[role] !== undefined;
  }

  async sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    _n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly Performed<R>[]> {
    return [await this.perform(role, input, call)];
  }

  async perform<R extends RoleId>(role: R, input: Roles[R]['input'], { signal }: ReasonerCall): Promise<Performed<R>> {
    signal.throwIfAborted();
    const serve: Served[R] | undefined = this.#servedBy(signal)[role];
    if (!serve) throw new Error(`the role ${role} is not served`);
    const output = await serve(standalone(input));
    return { output, flags: await this.#flagsOf(input, output) };
  }

  /** Where no answer was found, whether that is because of the question's language, which a reader may know. */
  async #flagsOf(input: object, output: object | null): Promise<readonly string[]> {
    if (this.#hasReader || !('question' in input) || typeof input.question !== 'string') return [];
    if (output === null || !('answer' in output) || output.answer !== null) return [];
    const language = await languageBesidesEnglish(input.question);
    return language === undefined ? [] : [`${languageNotRead}:${language}`];
  }
}

/** Gives every role the same form of the question. */
function standalone<I>(input: I): I {
  if (typeof input !== 'object' || input === null || !('question' in input) || typeof input.question !== 'string') return input;
  return { ...input, question: standaloneQuestion(input.question) };
}

const withoutLikelihood = <T>(output: T): T & { readonly meanLogprob: null } => ({ ...output, meanLogprob: null });

type Served = { readonly [R in RoleId]?: (input: Roles[R]['input']) => Roles[R]['output'] | Promise<Roles[R]['output']> };

/** Roles missing here need a memory, a stated confidence or free wording; they fall back (pipelines.md 1.11). */
function servedBy(parts: Parts): Served {
  const read = ({ question, passages }: Pick<ReadInput, 'question' | 'passages'>): Promise<ReadOutput> =>
    readQuestion(parts, question, passages);
  return {
    read,
    'sunar.read': read,
    'sunar.step': (input) => nextStep(parts, input),
    'sunar.finish': (input) => ({ answer: finishFrom(parts, input) }),
    'sunar.mer': (input) => confirmAnswer(parts, input),
    'leap.gaps': (input) => findGaps(parts, input),
    'leap.verify': isAligned,
    'leap.answer': read,
    'selfdc.read': read,
    'drr.classify': (input) => classifyQuestion(parts, input),
    'drr.decompose': (input) => planAtOnce(parts, input),
    'drr.answer': parts.read,
    'drr.refine': (input) => checkAnswer(parts, input),
    'drr.integrate': (input) => integrateAnswers(parts, input),
    'selfask.step': (input) => nextFollowUp(parts, input),
    'selfask.finish': (input) => finishFollowUps(parts, input),
    'ircot.next': (input) => nextThought(parts, input),
    'refeed.read': async (input) => withoutLikelihood(await read(input)),
    'selfrag.assess': (input) => assess(parts, input),
    'r2ag.read': read,
    'gear.read': read,
    'efficientrag.label': (input) => labelPassages(parts, input),
    'efficientrag.next': (input) => nextQuery(parts, input),
    'autorag.turn': (input) => nextTurn(parts, input),
    'table.cell': async (input) => cellOf(await read(input)),
    'thread.rewrite': carryNames,
  };
}

/** That no answer is sure enough does not mean that the document states none. */
function cellOf({ answer, quote }: ReadOutput): CellOutput {
  return answer === null || quote === null ? unknownCell : { verdict: 'stated', answers: [{ answer, quote }] };
}
