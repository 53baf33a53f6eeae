import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { staleWords } from '../../../src/protocol/staleReason.ts';
import { announcement, type Announced } from '../announce.ts';
import { noScopeNames } from '../../../src/protocol/scopeCompletion.ts';
import { scopeOfTrace, typedQuestion } from '../scoped.ts';
import { answerView, isComposing } from '../answerView.ts';
import { markedDag } from '../cardMarks.ts';
import { aheadKey } from '../collected.ts';
import { earlierOf, laterOf } from '../comparison.ts';
import { meterView } from '../costView.ts';
import { evidenceViews } from '../evidenceView.ts';
import { threadView } from '../followUps.ts';
import type { Host } from '../host.ts';
import {
  boxText,
  changesOf,
  dismissProblem,
  dropUnsent,
  finalWriting,
  pauseOf,
  select,
  shownTrace,
  takeUnsent,
  unsentDraft,
  write,
  type Problem,
} from '../session.ts';
import { dagView, followedCard } from '../viewModel.ts';
import { aboutView } from '../aboutView.ts';
import { AboutDocuments } from './aboutDocuments.tsx';
import { AnswerBlock } from './answerBlock.tsx';
import { EmptyState, IndexingBar } from './emptyState.tsx';
import { FollowUpBox } from './followUpBox.tsx';
import { GestureContext } from './gestures.ts';
import { KeysHelp } from './keysHelp.tsx';
import { Meter } from './meter.tsx';
import { QuestionBar } from './questionBar.tsx';
import { ScopeChips } from './scopeChips.tsx';
import { RunMap } from './runMap.tsx';
import { RunChanges } from './runChanges.tsx';
import { RunLineage } from './runLineage.tsx';
import { StaleNotice } from './staleNotice.tsx';
import { Side, type SideHandle } from './side.tsx';
import { ThreadBar } from './threadBar.tsx';
import { usePageKeys } from './usePageKeys.ts';
import { useRunGestures } from './useRunGestures.ts';
import { useScopeNames } from './useScopeNames.ts';
import { useArranged, useSession } from './useSession.ts';
import { WritingContext } from './writing.ts';

export function App({ host }: { readonly host: Host }) {
  const { session, setSession } = useSession(host);
  const [view, setView] = useState<'graph' | 'list'>(() => host.arranged().view ?? 'graph');
  const [showsKeys, setShowsKeys] = useState(false);
  const questionRef = useRef<HTMLTextAreaElement>(null);
  const followUpRef = useRef<HTMLTextAreaElement>(null);
  const sideRef = useRef<SideHandle>(null);
  const { state, runId, problem } = session;
  const trace = useMemo(() => shownTrace(session), [session.run, session.state, runId]);
  const post = host.post;

  const dag = useMemo(() => dagView(trace), [trace]);
  const answer = useMemo(() => answerView(trace, state), [trace, state]);
  const changes = changesOf(session);
  const ahead = session.ahead?.key === aheadKey(runId, changes) ? session.ahead : undefined;
  const marked = useMemo(() => markedDag(dag, trace, changes, ahead?.preview), [dag, trace, changes, ahead]);
  const gestures = useRunGestures(session, trace, setSession);
  const selectedId = dag.cards.some((card) => card.id === session.selected) ? session.selected : followedCard(dag);
  const selectedNode = trace.nodes.find((node) => node.id === selectedId);
  const selectedCard = dag.cards.find((card) => card.id === selectedId);
  const said = useAnnouncement(runId, { dag, answer }, runId !== undefined && runId === state?.runningId ? trace.question : '');

  const isMapDue = useAfterPaint(session.isLoaded);
  useArranged(host, session, view);
  useEffect(() => {
    if (session.focusRequests > 0) questionRef.current?.focus();
  }, [session.focusRequests]);
  const onQuestionFocus = useScopeNames(state, post);
  const showRun = (id: string | undefined): void => {
    if (id !== undefined) post({ kind: 'show-run', runId: id });
  };
  usePageKeys({
    '/': () => questionRef.current?.focus(),
    f: () => followUpRef.current?.focus(),
    '?': () => setShowsKeys(!showsKeys),
    R: () => {
      if (runId !== undefined && trace.finished) post({ kind: 'other-method', runId });
    },
    u: () => showRun(earlierOf(state?.runs ?? [], runId)),
    U: () => showRun(laterOf(state?.runs ?? [], runId)),
  });

  const onSelect = useCallback((id: string) => setSession((now) => select(now, id)), [setSession]);
  const onLook = useCallback(() => sideRef.current?.look(), []);
  const onOpen = (): void => {
    const best = selectedNode ? evidenceViews(trace, selectedNode)[0] : undefined;
    if (best?.target) post({ kind: 'open-source', ...best.target, beside: false });
    else onLook();
  };

  if (!state)
    return (
      <main className="loading">
        <h1 className="visually-hidden">Ariadne</h1>
        <p role="status">
          <span className="codicon codicon-loading codicon-modifier-spin" aria-hidden /> Starting Ariadne…
        </p>
      </main>
    );
  const isLoading = runId !== undefined && !session.isLoaded;
  const shownRun = state.runs.find((run) => run.runId === runId);
  const scope = scopeOfTrace(trace);
  const about = aboutView(trace);
  const thread = threadView(trace, state);
  const ask = (question: string): void => {
    setSession((now) => write(now, question));
    post({ kind: 'ask', question });
  };
  const rephrase = (): void => {
    questionRef.current?.focus();
    questionRef.current?.select();
  };
  return (
    <div className="page">
      <QuestionBar
        state={state}
        title={trace.question === '' ? 'Ariadne' : trace.question}
        text={boxText(session)}
        shownText={typedQuestion(trace)}
        unsent={unsentDraft(session)}
        inputRef={questionRef}
        names={session.scopeNames ?? noScopeNames}
        onFocus={onQuestionFocus}
        onWrite={(text) => setSession((now) => write(now, text))}
        onAsk={ask}
        onTake={(key) => setSession((now) => takeUnsent(now, key))}
        onDrop={(key) => setSession((now) => dropUnsent(now, key))}
        onKeys={() => setShowsKeys(true)}
        post={post}
      />
      {problem === undefined ? null : (
        <ProblemBar
          problem={problem}
          onWay={(n) => post({ kind: 'take-way', n })}
          onDismiss={() => {
            setSession(dismissProblem);
            post({ kind: 'dismiss-problem' });
          }}
        />
      )}
      {runId === undefined || isLoading ? (
        <EmptyState
          state={state}
          isLoading={isLoading}
          onExample={(text) => {
            setSession((now) => write(now, text));
            questionRef.current?.focus();
          }}
          post={post}
        />
      ) : (
        <>
          {state.readiness === 'indexing' ? <IndexingBar state={state} /> : null}
          {shownRun?.isPinned ? (
            <StaleNotice
              reasons={shownRun.standing?.reasons.map(staleWords) ?? []}
              canAsk
              about="Search again, ask only what is affected, and show both answers (Alt+R)"
              onRefresh={() => post({ kind: 'refresh', runId })}
            />
          ) : (
            <StaleNotice
              reasons={state.changedSources?.runId === runId ? state.changedSources.reasons.map(staleWords) : []}
              canAsk
              label="Ask Again"
              about="Ask the same question from the start, with the same method"
              onRefresh={() => post({ kind: 'ask-again', runId })}
            />
          )}
          <RunLineage
            runId={runId}
            trace={trace}
            dag={dag}
            changes={changes}
            comparison={session.comparison}
            state={state}
            setSession={setSession}
            post={post}
          >
            {thread === undefined ? null : <ThreadBar view={thread} onShow={showRun} />}
            {scope === undefined ? null : <ScopeChips view={scope} label="Answered only from" />}
            {about === undefined ? null : <AboutDocuments key={`about ${runId}`} view={about} runId={runId} post={post} />}
            <AnswerBlock
              answer={answer}
              writing={finalWriting(session)}
              isComposing={isComposing(trace)}
              isPinned={shownRun?.isPinned ?? false}
              pause={pauseOf(session)}
              asked={boxText(session) === typedQuestion(trace) ? undefined : trace.question}
              runId={runId}
              onSelect={onSelect}
              onRephrase={rephrase}
              post={post}
            />
          </RunLineage>
          {trace.finished ? (
            <FollowUpBox
              key={`follow ${runId}`}
              runId={runId}
              trace={trace}
              session={session}
              inputRef={followUpRef}
              onFocus={onQuestionFocus}
              setSession={setSession}
              post={post}
            />
          ) : null}
          <RunChanges
            runId={runId}
            trace={trace}
            dag={dag}
            changes={changes}
            ahead={ahead}
            state={state}
            setSession={setSession}
            post={post}
          />
          <GestureContext value={gestures}>
            <WritingContext value={session.writings}>
              <main className="main">
                {isMapDue ? (
                  <RunMap
                    key={runId}
                    dag={marked}
                    view={view}
                    onView={setView}
                    selected={selectedId}
                    onSelect={onSelect}
                    onOpen={onOpen}
                    onLook={onLook}
                  />
                ) : (
                  <section className="map" aria-label="Sub-questions" aria-busy />
                )}
                <Side ref={sideRef} trace={trace} node={selectedNode} card={selectedCard} post={post} />
              </main>
            </WritingContext>
          </GestureContext>
        </>
      )}
      <Meter
        meter={meterView(
          runId === undefined || isLoading ? undefined : trace,
          state.bytesSent,
          state.pipelines.find(({ id }) => id === trace.pipeline),
        )}
        onLedger={() => post({ kind: 'show-ledger' })}
      />
      {showsKeys ? <KeysHelp onClose={() => setShowsKeys(false)} /> : null}
      <div className="visually-hidden" aria-live="polite">
        {said}
      </div>
    </div>
  );
}

interface ProblemBarProps {
  readonly problem: Problem;
  readonly onWay: (n: number) => void;
  readonly onDismiss: () => void;
}

function ProblemBar({ problem: { message, ways }, onWay, onDismiss }: ProblemBarProps) {
  return (
    <div className="problem" role="alert">
      <span className="codicon codicon-error" aria-hidden />
      <span className="problem-text" dir="auto">
        {message}
      </span>
      {ways.map((label, n) => (
        <button key={label} type="button" className="link" onClick={() => onWay(n)}>
          {label}
        </button>
      ))}
      <button type="button" className="icon-button" aria-label="Dismiss" title="Dismiss" onClick={onDismiss}>
        <span className="codicon codicon-close" aria-hidden />
      </button>
    </div>
  );
}

/** True once the page has been painted with what `isThere`, so that the answer can be read while the map is laid out. */
function useAfterPaint(isThere: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (!isThere) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(true))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isThere]);
  return isPainted;
}

/** @param answering the question of the shown run while it runs, otherwise empty */
function useAnnouncement(runId: string | undefined, now: Announced, answering: string): string {
  const before = useRef<{ readonly runId: string | undefined; readonly announced: Announced } | undefined>(undefined);
  const [said, say] = useState('');
  useEffect(() => {
    const last = before.current;
    before.current = { runId, announced: now };
    // A stored run arrives as a whole, so its steps are not announced.
    if (!last || last.runId !== runId || last.announced.dag.cards.length === 0) return;
    const sentence = announcement(last.announced, now);
    if (sentence !== '') say(sentence);
  }, [runId, now.dag, now.answer]);
  useEffect(() => {
    if (answering !== '') say(`Answering: ${answering}`);
  }, [runId, answering]);
  return said;
}
