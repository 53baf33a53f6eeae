/** From the trace to the block that comes first: the answer, or why there is none. Pure. */
import type { Citation, Trace } from '../../src/protocol/trace.ts';
import { dagView, type CardView } from './viewModel.ts';
import { plural } from './words.ts';

export interface AnswerView {
  readonly kind: 'running' | 'answered' | 'abstained' | 'failed' | 'stopped';
  /** One plain sentence where there is no answer, or beside a partial one. */
  readonly sentence?: string;
  /** What the user can do about it. */
  readonly advice?: string;
  /** True where another model, address or key may be the way on. */
  readonly isAboutModel?: boolean;
  readonly markdown?: string;
  readonly citations: readonly Citation[];
  /** Citations whose number the text does not carry: shown behind it. */
  readonly unplaced: readonly Citation[];
  /** Sub-questions so far with their answers. */
  readonly path: readonly PathItem[];
  readonly answeredSteps: number;
  readonly unansweredSteps: number;
  /** What was not as the published method has it. */
  readonly notes: readonly string[];
}

export interface PathItem {
  readonly id: string;
  readonly label: string;
  readonly question: string;
  readonly words: string;
  readonly isAnswered: boolean;
}

export function answerView(trace: Trace): AnswerView {
  const steps = dagView(trace).cards.filter((card) => card.isStep && !card.isGhost);
  const answered = steps.filter((card) => card.answer !== undefined);
  const unanswered = steps.filter((card) => card.state.tone === 'warn' || card.state.tone === 'bad');
  const placed = new Set(citationNumbers(trace.answer ?? ''));
  const common = {
    citations: trace.citations,
    unplaced: trace.citations.filter((citation) => !placed.has(citation.n)),
    path: steps.map(pathItem),
    answeredSteps: answered.length,
    unansweredSteps: unanswered.length,
    notes: notesOf(trace),
  };
  if (!trace.finished) return { kind: 'running', sentence: whatGoesOn(trace), ...common };
  const markdown = trace.answer === null || trace.abstained ? {} : { markdown: trace.answer };
  const failed = {
    kind: 'failed',
    sentence: trace.failure ?? 'The run failed.',
    advice: `Mend the cause and ask again${answered.length > 0 ? '; steps that were answered are kept below' : ''}.`,
  } as const;
  switch (trace.status) {
    case 'failed':
      return { ...failed, isAboutModel: /^(chat|door|model)-/.test(trace.stopReason), ...common };
    case 'cancelled':
      return {
        kind: 'stopped',
        sentence: stoppedSentence(trace, answered.length),
        advice: 'Ask again to go through all steps.',
        ...markdown,
        ...common,
      };
    case 'ok':
    case 'degraded': {
      const failure = trace.failure === undefined ? {} : { sentence: trace.failure };
      if (trace.answer !== null && !trace.abstained) return { kind: 'answered', ...failure, ...markdown, ...common };
      // Steps go on without the model only when its calls failed: that there is no answer then says nothing of the documents.
      if (trace.failure !== undefined) return { ...failed, isAboutModel: true, ...common };
      return {
        kind: 'abstained',
        sentence: 'The documents do not answer this question.',
        advice: abstentionAdvice(unanswered[0]),
        ...common,
      };
    }
  }
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

function abstentionAdvice(failed: CardView | undefined): string {
  if (!failed) return 'Add a document that answers it and index again, or ask in other words.';
  const step = `Step ${failed.label}, “${failed.question}”, found no answer.`;
  return `${step} Add a document that has it and index again, or ask in other words.`;
}

const flagSentences: Readonly<Record<string, string>> = {
  role_unavailable: 'Without a chat model this part of the published method is done more simply',
  role_fallback: 'A model reply could not be used; the documented fallback was taken',
  forced_step: 'The question was asked of the documents as it stands',
  budget_exhausted: 'The budget was used up before the last step',
  rerank_failed: 'Reranking failed; first-stage order was used',
  empty_retrieval: 'Retrieval found nothing for one step',
  mer_fallback: 'The check against all evidence gave no answer; that of the steps stands',
  dropped: 'Passages did not fit the model and were left out',
};

/** Flags of the run as sentences; one that has none is shown as it is. */
function notesOf(trace: Trace): string[] {
  const all = [...trace.flags, ...trace.nodes.flatMap((node) => node.flags)];
  return [...new Set(all)].map((flag) => {
    const [name = flag, detail] = flag.split(':');
    const sentence = flagSentences[name];
    if (sentence === undefined) return flag;
    return detail === undefined ? `${sentence}.` : `${sentence} (${detail}).`;
  });
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
