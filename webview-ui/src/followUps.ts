/** Follow-ups to the shown run: as typed, while they are made to stand alone, and as they are asked. Pure. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { translated } from '../../src/base/userLanguage.ts';
import type { FollowedRun, StandAlone } from '../../src/protocol/followUp.ts';
import type { FromPanel, PanelState, ToPanel } from '../../src/protocol/panel.ts';
import { parseScope, scopeOfQuestion, type ScopeTerm } from '../../src/protocol/scopeSyntax.ts';
import type { Trace } from '../../src/protocol/trace.ts';

/** What survives hiding the panel. */
export const followUpDraft = z.object({
  text: z.string(),
  /** Terms of the run's scope that are not carried over. */
  without: z.array(z.string()).optional(),
});

export type FollowUp = Readonly<z.infer<typeof followUpDraft>> & { readonly stage?: Stage };

type Stage =
  | { readonly kind: 'rewriting'; readonly key: string }
  /** `edited` is the text in the box for the question that stands alone. */
  | { readonly kind: 'shown'; readonly made: StandAlone; readonly edited: string }
  /** Kept until its run is there, because it may be refused. */
  | { readonly kind: 'asked'; readonly typed: string };

/** By the run that they follow, the most recent last. */
export type FollowUps = Readonly<Record<string, FollowUp>>;

export const noFollowUps: FollowUps = {};
const none: FollowUp = { text: '' };
/** More than anyone returns to. They are stored with the panel. */
const kept = 12;

/** As it is stored: what is on its way is typed again. */
export function stored(all: FollowUps): Readonly<Record<string, z.infer<typeof followUpDraft>>> {
  return Object.fromEntries(Object.entries(all).map(([id, { text, without }]) => [id, { text, without }]));
}

export function followUpOf(all: FollowUps, runId: string): FollowUp {
  return all[runId] ?? none;
}

export function putFollowUp(all: FollowUps, runId: string, next: FollowUp): FollowUps {
  const { [runId]: _before, ...others } = all;
  if (next.text === '' && (next.without ?? []).length === 0) return others;
  return { ...Object.fromEntries(Object.entries(others).slice(1 - kept)), [runId]: next };
}

/** Without what is shown of it. */
export function asTyped({ stage: _stage, ...draft }: FollowUp): FollowUp {
  return draft;
}

interface CarriedTerm {
  readonly text: string;
  /** Otherwise the user left it out, or typed another of its name. */
  readonly isKept: boolean;
  readonly isReplaced: boolean;
}

/**
 * The terms of the run's scope, and whether they are carried over. Terms of one name are alternatives, so a typed one takes the place of
 * those before.
 */
export function carriedTerms({ scope }: Trace, { without = [], text: typed }: FollowUp): readonly CarriedTerm[] {
  if (scope === undefined) return [];
  const { terms } = parseScope(scope.text);
  const fields = terms.flatMap((term) => (term.kind === 'field' ? [term.field] : []));
  const names = new Set(scopeOfQuestion(typed, fields).terms.flatMap((term) => (term.isExcluded ? [] : [nameOf(term)])));
  return terms.map((term) => {
    const isReplaced = !term.isExcluded && names.has(nameOf(term));
    return { text: term.text, isKept: !isReplaced && !without.includes(term.text), isReplaced };
  });
}

function nameOf(term: ScopeTerm): string {
  return term.kind === 'field' ? `field ${term.field}` : term.kind;
}

type Asking = Extract<FromPanel, { kind: 'ask' }>;

/**
 * The question as it is asked.
 * @param text what the user wants to ask, which may differ from what was made
 */
export function askingOf(trace: Trace, followUp: FollowUp, made: StandAlone, text: string): Asking {
  const question = text.trim();
  const scope = [...carriedTerms(trace, followUp).flatMap(({ text: term, isKept }) => (isKept ? [term] : [])), made.scope ?? ''];
  return { kind: 'ask', question, scope: scope.filter((term) => term !== '').join(' '), follows: followsOf(made, question) };
}

function followsOf({ question: proposed, follows }: StandAlone, question: string): FollowedRun {
  if (question === proposed) return follows;
  const { why: _answered, ...rest } = follows;
  return { ...rest, by: question === follows.typed ? 'typed' : 'user' };
}

/** As it was typed, without waiting for more. */
export function askingAsTyped(trace: Trace, runId: string, followUp: FollowUp): Asking {
  const { stage } = followUp;
  const { question, scope } = scopeOfQuestion(followUp.text.trim());
  const made: StandAlone = stage?.kind === 'shown' ? stage.made : { question, follows: { runId, typed: question, by: 'typed' }, scope };
  return askingOf(trace, followUp, made, made.follows.typed);
}

/** Takes what the host made of a follow-up. One that stands alone as it was typed is asked at once. */
export function takeMade(
  all: FollowUps,
  trace: Trace,
  { runId, key, made }: Extract<ToPanel, { kind: 'stand-alone' }>,
): { readonly followUps: FollowUps; readonly reply?: FromPanel } {
  const followUp = followUpOf(all, runId);
  if (followUp.stage?.kind !== 'rewriting' || followUp.stage.key !== key) return { followUps: all };
  if (!made) return { followUps: putFollowUp(all, runId, asTyped(followUp)) };
  const isToBeSeen = made.follows.by !== 'typed' || made.isUnclear === true;
  if (isToBeSeen || trace.runId !== runId) {
    return { followUps: putFollowUp(all, runId, { ...followUp, stage: { kind: 'shown', made, edited: made.question } }) };
  }
  return { followUps: sent(all, runId, made.follows.typed), reply: askingOf(trace, followUp, made, made.question) };
}

/** After it was sent. */
export function sent(all: FollowUps, runId: string, typed: string): FollowUps {
  return putFollowUp(all, runId, { ...followUpOf(all, runId), stage: { kind: 'asked', typed } });
}

/** Without those whose runs are there. */
export function withoutBegun(all: FollowUps, { runs }: Pick<PanelState, 'runs'>): FollowUps {
  const left = Object.entries(all).filter(
    ([id, { stage }]) => stage?.kind !== 'asked' || !runs.some(({ followsRunId, typed }) => followsRunId === id && typed === stage.typed),
  );
  return left.length === Object.keys(all).length ? all : Object.fromEntries(left);
}

/** Where a run is in its thread. */
interface ThreadView {
  /** The run that it follows: gone where there is no id. */
  readonly before?: { readonly runId?: string; readonly question: string };
  /** What was typed, where it is not what was asked. */
  readonly typed?: string;
  readonly why?: string;
  readonly after: readonly { readonly runId: string; readonly question: string }[];
}

export function threadView({ follows, question, runId }: Trace, { runs }: Pick<PanelState, 'runs'>): ThreadView | undefined {
  const after = runs.filter(({ followsRunId }) => followsRunId === runId).map((run) => ({ runId: run.runId, question: run.question }));
  const earlier = runs.find((run) => run.runId === follows?.runId);
  if (!follows) return after.length === 0 ? undefined : { after: after.toReversed() };
  return {
    before: earlier ? { runId: earlier.runId, question: earlier.question } : { question: '' },
    ...(follows.typed === question ? {} : { typed: follows.typed }),
    ...(follows.why === undefined
      ? {}
      : {
          why:
            follows.by === 'typed'
              ? t('Asked as typed. {0}', translated(follows.why))
              : t('Names carried over. {0}', translated(follows.why)),
        }),
    after: after.toReversed(),
  };
}
