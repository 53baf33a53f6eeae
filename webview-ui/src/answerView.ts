/** From the trace to the block that comes first: the answer, or why there is none. Pure. */
import type { AnswerRange, Citation, Trace } from '../../src/protocol/trace.ts';
import { unconfirmedSentences } from '../../src/protocol/unconfirmed.ts';
import { capital, flagSentence } from './flagWords.ts';
import { type Around, noAnswerView, type NoAnswerView } from './noAnswerView.ts';
import { dagView, type CardView } from './viewModel.ts';
import { plural } from './words.ts';

export interface AnswerView {
  /**
   * `partial`: there is an answer, but not all was done that leads to it: a limit was reached, or calls failed. `unconfirmed`: all was done, and still nothing
   * confirms the answer.
   */
  readonly kind: 'running' | 'answered' | 'unconfirmed' | 'partial' | 'abstained' | 'failed' | 'stopped';
  /** One plain sentence where there is no answer, or beside a partial one. */
  readonly sentence?: string;
  /** Why nothing confirms the answer, as a sentence; also of a partial answer and of an answer when the run was stopped. */
  readonly unconfirmed?: string;
  /** What the user can do about it. */
  readonly advice?: string;
  /** True where another model, address or key may be the way on. */
  readonly isAboutModel?: boolean;
  /** How it goes further without making any call twice: the run itself was cut short, stopped or failed; or a new one is made from it. */
  readonly wayOn?: 'resume' | 'go-on';
  /** Where nothing went wrong and there is still no answer. */
  readonly noAnswer?: NoAnswerView;
  readonly markdown?: string;
  readonly citations: readonly Citation[];
  /** Citations whose number the text does not carry: shown behind it. */
  readonly unplaced: readonly Citation[];
  /** Sentences of the text that no citation supports. */
  readonly unsupported: readonly AnswerRange[];
  /** Sub-questions so far with their answers. */
  readonly path: readonly PathItem[];
  /** Those that nothing has confirmed are among them. */
  readonly answeredSteps: number;
  readonly unconfirmedSteps: number;
  readonly unansweredSteps: number;
  /** Of the answered ones, those answered from what the model wrote, not from documents. */
  readonly stepsFromMemory: number;
  /** What was not as the published method has it. */
  readonly notes: readonly string[];
}

const nothingAround: Around = { runs: [], pipelines: [] };

interface PathItem {
  readonly id: string;
  readonly label: string;
  readonly question: string;
  readonly words: string;
  readonly isAnswered: boolean;
}

/** @param around what surrounds the run, to advise on what to try next */
export function answerView(trace: Trace, around: Around = nothingAround): AnswerView {
  const steps = dagView(trace).cards.filter((card) => card.isStep && !card.isGhost);
  const answered = steps.filter((card) => card.answer !== undefined);
  const isDoubtful = ({ state: { tone } }: CardView): boolean => tone === 'warn' || tone === 'bad';
  const unanswered = steps.filter((card) => card.answer === undefined && isDoubtful(card));
  const placed = new Set(citationNumbers(trace.answer ?? ''));
  const common = {
    citations: trace.citations,
    unplaced: trace.citations.filter((citation) => !placed.has(citation.n)),
    // Where nothing is cited at all, one sentence says so.
    unsupported: trace.citations.length === 0 ? [] : trace.unsupported,
    path: steps.map(pathItem),
    answeredSteps: answered.length,
    unconfirmedSteps: answered.filter((card) => isDoubtful(card) && card.restsOn !== 'memory').length,
    unansweredSteps: unanswered.length,
    stepsFromMemory: answered.filter((card) => card.restsOn === 'memory').length,
    notes: notesOf(trace, steps),
    ...(trace.unconfirmed === undefined ? {} : { unconfirmed: unconfirmedSentences[trace.unconfirmed] }),
  };
  if (!trace.finished) return { kind: 'running', sentence: whatGoesOn(trace), ...common };
  const markdown = trace.answer === null || trace.abstained ? {} : { markdown: trace.answer };
  const failed = { kind: 'failed', sentence: trace.failure ?? 'The run failed.' } as const;
  switch (trace.status) {
    case 'failed':
      return {
        ...failed,
        advice: 'Fix the cause, then resume. Completed calls aren’t repeated.',
        isAboutModel: /^(chat|door|model)-/.test(trace.stopReason),
        wayOn: 'resume',
        ...common,
      };
    case 'cancelled':
      return {
        kind: 'stopped',
        sentence: stoppedSentence(trace, answered.length),
        advice: 'Resume to continue from here. Completed calls aren’t repeated. Or ask again to start over.',
        wayOn: 'resume',
        ...markdown,
        ...common,
      };
    case 'ok':
    case 'degraded': {
      if (trace.answer !== null && !trace.abstained) {
        if (trace.failure !== undefined)
          return { kind: 'partial', ...whyPartial(trace, trace.failure), wayOn: 'go-on', ...markdown, ...common };
        return { kind: trace.unconfirmed === undefined ? 'answered' : 'unconfirmed', ...markdown, ...common };
      }
      if (trace.failure !== undefined && isLimited(trace)) {
        return {
          kind: 'stopped',
          sentence: `${trace.failure} No answer had been found.`,
          advice: goOnAdvice,
          wayOn: 'go-on',
          ...common,
        };
      }
      // Steps go on without the model only when its calls failed: that there is no answer then says nothing of the documents.
      if (trace.failure !== undefined)
        return {
          ...failed,
          advice: 'Fix the cause, then continue. Only the failed calls are repeated.',
          isAboutModel: true,
          wayOn: 'go-on',
          ...common,
        };
      const [lacking] = unanswered;
      if (!isFromDocuments(trace)) {
        return {
          kind: 'abstained',
          sentence: 'The model does not know the answer. No document was read.',
          noAnswer: noAnswerView(trace, around),
          ...common,
        };
      }
      return {
        kind: 'abstained',
        sentence: 'No answer found.',
        ...(lacking === undefined ? {} : { advice: `Step ${lacking.label}, “${lacking.question}”, found none.` }),
        noAnswer: noAnswerView(trace, around),
        ...common,
      };
    }
  }
}

const goOnAdvice = 'Continue with the same budget again. Completed calls aren’t repeated.';

function isLimited({ flags }: Trace): boolean {
  return flags.includes('budget_exhausted');
}

function whyPartial(trace: Trace, failure: string): Pick<AnswerView, 'sentence' | 'advice'> {
  return isLimited(trace) ? { sentence: `${failure} This is the best answer found so far.`, advice: goOnAdvice } : { sentence: failure };
}

/** False where no passage of a document was looked at; a search that finds nothing is a look. */
function isFromDocuments({ retrievals, nodes }: Trace): boolean {
  return retrievals.length > 0 || nodes.some((node) => node.evidence.some((item) => item.source !== 'generated'));
}

function stoppedSentence({ stopReason }: Trace, answered: number): string {
  const when = answered === 0 ? 'before the first step was answered' : `after ${plural(answered, 'answered step')}`;
  return stopReason === 'interrupted' ? `Interrupted ${when}: Ariadne’s engine was closed or stopped unexpectedly.` : `Stopped ${when}.`;
}

/** Numbers of `[1]`, `[2, 3]` in an answer's text, in order of appearance. */
export function citationNumbers(text: string): number[] {
  return [...text.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\](?!\()/g)].flatMap((match) => (match[1] ?? '').split(',').map(Number));
}

function pathItem(card: CardView): PathItem {
  const { id, label, question, answer, state } = card;
  return { id, label, question, words: answer ?? state.words, isAnswered: answer !== undefined };
}

function whatGoesOn(trace: Trace): string {
  const atWork = dagView(trace).cards.filter((card) => card.state.tone === 'running');
  const card = atWork.findLast((candidate) => candidate.isStep) ?? atWork.at(-1);
  if (!card) return trace.nodes.length === 0 ? 'Starting…' : 'Working…';
  return card.isStep ? `Step ${card.label}: ${card.state.words}…` : `${capital(card.state.words)}…`;
}

/** Flags as sentences, each once, those of the run first. Those of a step say which one; of a step that was given up they are shown with it alone. */
function notesOf(trace: Trace, steps: readonly CardView[]): string[] {
  const ofNodes = trace.nodes.flatMap((node) => {
    if (node.status === 'superseded' || node.status === 'rejected') return [];
    const step = steps.find((card) => card.id === node.id);
    return node.flags.map((flag) => `${step === undefined ? '' : `Step ${step.label}: `}${flagSentence(flag)}`);
  });
  // What is said beside the answer already.
  const told = [
    ...(trace.unconfirmed === undefined ? [] : [unconfirmedSentences[trace.unconfirmed]]),
    ...(trace.failure === undefined ? [] : [flagSentence('budget_exhausted')]),
  ];
  return [...new Set([...trace.flags.map(flagSentence), ...ofNodes])].filter((note) => !told.includes(note));
}
