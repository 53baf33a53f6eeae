/** Everything about the run that is shown: its answer, what it was made from, its steps and their evidence. */
import { t } from '@vscode/l10n';
import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import type { PanelState } from '../../../src/protocol/panel.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { announcement, type Announced } from '../announce.ts';
import { answerView, isComposing } from '../answerView.ts';
import { aheadKey } from '../collected.ts';
import { scopeOfTrace, typedQuestion } from '../scoped.ts';
import { boxText, collectedChanges, finalWriting, pauseOf, select, type Session } from '../session.ts';
import { dagView } from '../../../src/trace/dag/viewModel.ts';
import { PreferredDocuments } from './aboutDocuments.tsx';
import { AnswerBlock, useWriterOffer } from './answerBlock.tsx';
import { IndexingBar } from './emptyState.tsx';
import { FollowUpBox } from './followUpBox.tsx';
import { ChangesBar } from './runChanges.tsx';
import { RunLineage } from './runLineage.tsx';
import { RunSteps, type SeenSteps } from './runSteps.tsx';
import { ScopeChips } from './scopeChips.tsx';
import { StaleRun } from './staleNotice.tsx';
import { ThreadBar } from './threadBar.tsx';
import type { ShownRun } from './useRunGestures.ts';

interface RunPageProps {
  readonly runId: string;
  readonly trace: Trace;
  readonly session: Session;
  readonly state: PanelState;
  readonly seen: SeenSteps;
  readonly onSeen: (seen: SeenSteps) => void;
  readonly followUpRef: RefObject<HTMLTextAreaElement | null>;
  readonly onFollowUpFocus: () => void;
  readonly onRephrase: () => void;
  readonly onShowRun: (runId: string) => void;
  /** Announces a sentence to screen readers. */
  readonly say: (sentence: string) => void;
  readonly setSession: (change: (now: Session) => Session) => void;
}

export function RunPage(props: RunPageProps) {
  const { runId, trace, session, state, setSession } = props;
  const dag = useMemo(() => dagView(trace), [trace]);
  const answer = useMemo(() => answerView(trace, { ...state, writer: session.writer }, dag), [trace, state, session.writer, dag]);
  useWriterOffer(runId, answer, state.chatModel);
  const changes = collectedChanges(session);
  const ahead = session.ahead?.key === aheadKey(runId, changes) ? session.ahead : undefined;
  useAnnouncement(runId, { dag, answer }, runId === state.runningId ? trace.question : '', props.say);
  const onSelect = useCallback((id: string) => setSession((now) => select(now, id)), [setSession]);
  const scope = scopeOfTrace(trace);
  const shown: ShownRun = { runId, trace, dag, changes, session, state, setSession };
  return (
    <>
      {state.readiness === 'indexing' ? <IndexingBar state={state} /> : null}
      <StaleRun runId={runId} state={state} />
      <RunLineage {...shown}>
        <ThreadBar trace={trace} state={state} onShow={props.onShowRun} />
        {scope === undefined ? null : <ScopeChips view={scope} label={t('Answered only from')} />}
        <PreferredDocuments key={`about ${runId}`} trace={trace} runId={runId} />
        <AnswerBlock
          answer={answer}
          writing={finalWriting(session)}
          isComposing={isComposing(trace)}
          isPinned={state.runs.some((run) => run.runId === runId && run.isPinned === true)}
          pause={pauseOf(session)}
          asked={boxText(session) === typedQuestion(trace) ? undefined : trace.question}
          runId={runId}
          onSelect={onSelect}
          onRephrase={props.onRephrase}
        />
      </RunLineage>
      {trace.finished ? (
        <FollowUpBox {...shown} key={`follow ${runId}`} inputRef={props.followUpRef} onFocus={props.onFollowUpFocus} />
      ) : null}
      <ChangesBar {...shown} ahead={ahead} />
      <RunSteps {...shown} key={`steps ${runId}`} preview={ahead?.preview} seen={props.seen} onSeen={props.onSeen} onSelect={onSelect} />
    </>
  );
}

/** @param answering the question of the shown run while it runs, otherwise empty */
function useAnnouncement(runId: string, now: Announced, answering: string, say: (sentence: string) => void): void {
  const before = useRef<{ readonly runId: string; readonly announced: Announced } | undefined>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = { runId, announced: now };
    // A stored run arrives as a whole, so its steps are not announced.
    if (!last || last.runId !== runId || last.announced.dag.cards.length === 0) return;
    const sentence = announcement(last.announced, now);
    if (sentence !== '') say(sentence);
  }, [runId, now.dag, now.answer]);
  useEffect(() => {
    if (answering !== '') say(t('Answering: {0}', answering));
  }, [runId, answering]);
}
