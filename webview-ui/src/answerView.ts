/** Derives the first block of the panel from the trace: the answer, or why there is none. Pure. */
import { t } from '@vscode/l10n';
import { askedText, isInPlace, leftOpen, stepNotFound, whatIsMissing, whyMissing } from '../../src/protocol/noAnswer.ts';
import { otherLanguageSentence } from '../../src/protocol/otherLanguage.ts';
import type { AnswerRange, Citation, Trace } from '../../src/protocol/trace.ts';
import { settingNamed } from '../../src/protocol/settingNamed.ts';
import { chosenSentences } from '../../src/protocol/writtenWords.ts';
import { isWithoutChat } from '../../src/trace/otherMethod.ts';
import { unconfirmedSentences } from '../../src/protocol/unconfirmed.ts';
import { unsearchedSentence } from '../../src/protocol/unsearched.ts';
import { unindexedSentence, unindexedWords } from '../../src/protocol/unindexed.ts';
import { capital, flagSentence, toldFlags } from '../../src/trace/dag/flagWords.ts';
import { digestView, type DigestView } from './digestView.ts';
import { dagView, type CardView, type DagView } from '../../src/trace/dag/viewModel.ts';
import { type Around, waysOn, type WayOn } from './waysOn.ts';
import { conflictViews, formsFor, writtenView, type ConflictView, type FormChoice, type WrittenView } from './writtenView.ts';
import { count } from '../../src/base/amounts.ts';

export interface AnswerView {
  /**
   * `partial`: there is an answer, but a limit was reached or calls failed before everything was done. `unconfirmed`: everything was done,
   * but nothing confirms the answer.
   */
  readonly kind: 'running' | 'answered' | 'unconfirmed' | 'partial' | 'abstained' | 'failed' | 'stopped';
  /** One sentence in place of an answer, or beside a partial one. */
  readonly sentence?: string;
  /** A sentence that says why nothing confirms the answer; also for a partial answer and for the answer of a stopped run. */
  readonly unconfirmed?: string;
  /** What the user can do about it. */
  readonly advice?: string;
  /** True when another model, address or key may help. */
  readonly isAboutModel?: boolean;
  /** Id of the setting that the failure names, for a button that shows it. */
  readonly setting?: string;
  /**
   * How to continue without repeating a call: `resume` for a run that was interrupted, stopped or failed; `go-on` for a new run based on
   * it.
   */
  readonly wayOn?: 'resume' | 'go-on';
  /** What can be tried, when nothing failed but there is no answer. */
  readonly ways?: readonly WayOn[];
  /** The step whose question found no answer, so that the question has none. */
  readonly notFound?: { readonly id: string; readonly question: string };
  /** What the question asks for and was not found, beside an answer or in its place. */
  readonly missing?: string;
  /** What the documents say; absent while the run goes on, and when there is nothing to quote. */
  readonly digest?: DigestView;
  readonly markdown?: string;
  /** The answer as it was written out, below the short one or in its place. */
  readonly written?: WrittenView;
  /** How passages disagree, where no written answer says it. */
  readonly conflicts: readonly ConflictView[];
  /** What the answer of an ended run can be written as; empty where there is nothing to write. */
  readonly forms: readonly FormChoice[];
  /** What the steps say together, one part per step. */
  readonly citations: readonly Citation[];
  /** Citations whose numbers are not in the text, nor in what is written below it; they are shown after it. */
  readonly unplaced: readonly Citation[];
  /** Sentences of the text that no citation supports. */
  readonly unsupported: readonly AnswerRange[];
  /** The number of answered sub-questions, including unconfirmed answers. */
  readonly answeredSteps: number;
  readonly unconfirmedSteps: number;
  readonly unansweredSteps: number;
  /** The number of steps answered from text that the model wrote instead of documents. */
  readonly stepsFromMemory: number;
  /** Changes in the folder that the answer does not know, in a few words. */
  readonly unindexed?: string;
  /** Differences from the published method. */
  readonly notes: readonly string[];
}

const nothingAround: Around = { runs: [], pipelines: [] };

/** @param around the panel's state, used to advise what to try next */
export function answerView(trace: Trace, around: Around = nothingAround, dag: DagView = dagView(trace)): AnswerView {
  const steps = dag.cards.filter((card) => card.isStep && !card.isGhost);
  const answered = steps.filter((card) => card.answer !== undefined);
  const isDoubtful = ({ state: { tone } }: CardView): boolean => tone === 'warn' || tone === 'bad';
  const unanswered = steps.filter((card) => card.answer === undefined && (isDoubtful(card) || card.state.tone === 'none'));
  const written = writtenView(trace);
  const missing = leftOpen(trace);
  const placed = new Set(citationNumbers(trace.answer ?? ''));
  const isCitedBelow = written !== undefined && (trace.written?.citations.length ?? 0) > 0;
  const common = {
    citations: trace.citations,
    unplaced: isCitedBelow ? [] : trace.citations.filter((citation) => !placed.has(citation.n)),
    // Without any citations, a single sentence says so.
    unsupported: trace.citations.length === 0 || isInPlace(trace) ? [] : trace.unsupported,
    answeredSteps: answered.length,
    unconfirmedSteps: answered.filter((card) => isDoubtful(card) && card.restsOn !== 'memory').length,
    unansweredSteps: unanswered.length,
    stepsFromMemory: answered.filter((card) => card.restsOn === 'memory').length,
    notes: notesOf(trace, steps),
    ...(trace.unindexed === undefined ? {} : { unindexed: unindexedWords(trace.unindexed) }),
    ...(written && { written }),
    conflicts: conflictViews(trace),
    forms: canBeWritten(trace) ? formsFor(trace) : [],
    ...(trace.unconfirmed === undefined ? {} : { unconfirmed: unconfirmedSentences[trace.unconfirmed] }),
    ...(missing === undefined ? {} : { missing }),
    ...withDigest(trace),
  };
  if (!trace.finished) {
    // The pipeline has ended, and its answer is only written out.
    const found = isComposing(trace) ? trace.nodes.find(({ kind }) => kind === 'root')?.answer : undefined;
    return { kind: 'running', sentence: whatGoesOn(trace, dag), ...(found == null ? {} : { markdown: found }), ...common };
  }
  const markdown = trace.answer === null || trace.abstained || isInPlace(trace) ? {} : { markdown: trace.answer };
  const failed = { kind: 'failed', sentence: trace.failure ?? t('The run failed.'), ...settingOf(trace.failure) } as const;
  switch (trace.status) {
    case 'failed':
      return {
        ...failed,
        advice: t('Fix the cause, then resume. Completed calls aren’t repeated.'),
        isAboutModel: /^(?:(?:chat|door|model)-|offline$)/.test(trace.stopReason),
        wayOn: 'resume',
        ...common,
      };
    case 'cancelled':
      return {
        kind: 'stopped',
        sentence: stoppedSentence(trace, answered.length),
        advice: t('Resume to continue from here. Completed calls aren’t repeated. Or ask again to start over.'),
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
      if (written && written.blocks.length > 0) {
        if (trace.failure !== undefined) return { kind: 'partial', ...whyPartial(trace, trace.failure), wayOn: 'go-on', ...common };
        // Quotes alone do not answer, so what else can be tried is still said.
        const isOfQuotes = written.heading !== undefined;
        return {
          kind: isOfQuotes ? 'abstained' : 'answered',
          ...(isInPlace(trace) ? {} : { sentence: t('No short answer was found.') }),
          ...(isOfQuotes ? { ways: waysOn(trace, around) } : {}),
          ...common,
        };
      }
      if (trace.failure !== undefined && isLimited(trace)) {
        return {
          kind: 'stopped',
          sentence: t('{0} No answer had been found.', trace.failure),
          advice: goOnAdvice,
          wayOn: 'go-on',
          ...common,
        };
      }
      // Steps continue without the model only if its calls failed. A missing answer then says nothing about the documents.
      if (trace.failure !== undefined)
        return {
          ...failed,
          advice: t('Fix the cause, then continue. Only the failed calls are repeated.'),
          isAboutModel: true,
          wayOn: 'go-on',
          ...common,
        };
      const step = stepNotFound(trace);
      const why = whyMissing(trace).join(' ');
      return {
        kind: 'abstained',
        sentence: whatIsMissing(trace),
        ...(why === '' ? {} : { advice: why }),
        ...(step === undefined ? {} : { notFound: { id: step.id, question: askedText(step) } }),
        ways: waysOn(trace, around),
        ...common,
      };
    }
  }
}

/** Whether a model writes the answer out now. */
export function isComposing({ nodes, finished }: Trace): boolean {
  return !finished && nodes.some(({ kind }) => kind === 'compose');
}

/** After a run that has come to its end and found passages. */
function canBeWritten({ finished, status, nodes }: Trace): boolean {
  return finished && (status === 'ok' || status === 'degraded') && nodes.some(({ evidence }) => evidence.length > 0);
}

const goOnAdvice = t('Continue with the same limit again. Completed calls aren’t repeated.');

function isLimited({ flags }: Trace): boolean {
  return flags.includes('budget_exhausted');
}

function whyPartial(trace: Trace, failure: string): Pick<AnswerView, 'sentence' | 'advice' | 'setting'> {
  const failed = trace.nodes.filter((node) => node.failure !== undefined);
  const isOnlyUnwritten = failed.length > 0 && failed.every(({ kind }) => kind === 'compose');
  const what = isOnlyUnwritten ? t('The answer is complete, but it could not be written out.') : t('This is the best answer found so far.');
  if (isLimited(trace)) return { sentence: `${failure} ${what}`, advice: goOnAdvice };
  return { sentence: isOnlyUnwritten ? `${failure} ${what}` : failure, ...settingOf(failure) };
}

function settingOf(failure = ''): Pick<AnswerView, 'setting'> {
  const setting = settingNamed(failure);
  return setting === undefined ? {} : { setting };
}

function withDigest(trace: Trace): Pick<AnswerView, 'digest'> {
  const digest = trace.finished ? digestView(trace) : undefined;
  return digest === undefined ? {} : { digest };
}

function stoppedSentence({ stopReason }: Trace, answered: number): string {
  const isInterrupted = stopReason === 'interrupted';
  if (answered === 0)
    return isInterrupted
      ? t('Interrupted before the first step was answered: VS Code was closed, or Ariadne stopped unexpectedly.')
      : t('Stopped before the first step was answered.');
  const after = count(answered, 'answered step');
  return isInterrupted
    ? t('Interrupted after {0}: VS Code was closed, or Ariadne stopped unexpectedly.', after)
    : t('Stopped after {0}.', after);
}

/** Numbers in an answer's marks, such as `[1]` and `[2, 3]`, in order of appearance. */
export function citationNumbers(text: string): number[] {
  return [...text.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\](?!\()/g)].flatMap((match) => (match[1] ?? '').split(',').map(Number));
}

function whatGoesOn(trace: Trace, { cards }: DagView): string {
  const atWork = cards.filter((card) => card.state.tone === 'running');
  const card = atWork.findLast((candidate) => candidate.isStep) ?? atWork.at(-1);
  if (!card) return trace.nodes.length === 0 ? t('Starting…') : t('Working…');
  return card.isStep ? t('Step {0}: {1}…', card.label, card.state.words) : `${capital(card.state.words)}…`;
}

/**
 * Flags as sentences, each once, the run's flags first. A step's flag names the step; the flags of an abandoned step are only shown with
 * the step.
 */
function notesOf(trace: Trace, steps: readonly CardView[]): string[] {
  const ofNodes = trace.nodes.flatMap((node) => {
    if (node.status === 'superseded' || node.status === 'rejected') return [];
    const step = steps.find((card) => card.id === node.id);
    return toldFlags(node.flags).map((flag) => {
      const said = flagSentence(flag, node.answer != null);
      return step === undefined ? said : t('Step {0}: {1}', step.label, said);
    });
  });
  // Flags that the text beside the answer already explains.
  const told = [
    ...(trace.unconfirmed === undefined ? [] : [unconfirmedSentences[trace.unconfirmed]]),
    // That the check gave no answer either says nothing more where there is none.
    ...(trace.unconfirmed === 'check-gave-none' || trace.answer === null ? [flagSentence('mer_fallback')] : []),
    ...(trace.failure === undefined ? [] : [flagSentence('budget_exhausted')]),
  ];
  // Where there is no answer, this is said with that.
  const other = trace.otherLanguage && trace.answer !== null ? [otherLanguageSentence(trace.otherLanguage)] : [];
  const missed = (trace.unsearched ?? []).map(unsearchedSentence);
  const behind = trace.unindexed === undefined ? [] : [unindexedSentence(trace.unindexed)];
  const { chosenForm, written, models } = trace;
  const chosen = chosenForm === undefined || written === undefined || isWithoutChat(models) ? [] : [chosenSentences[chosenForm]];
  const ofRun = toldFlags(trace.flags).map((flag) => flagSentence(flag, trace.answer !== null));
  return [...new Set([...missed, ...behind, ...other, ...chosen, ...ofRun, ...ofNodes])].filter((note) => !told.includes(note));
}
