import { t } from '@vscode/l10n';
import { useEffect, useMemo, useRef, useState } from 'react';
import { noScopeNames } from '../../../src/protocol/scopeCompletion.ts';
import { earlierOf, laterOf } from '../comparison.ts';
import { meterView } from '../costView.ts';
import type { Host } from '../host.ts';
import { typedQuestion } from '../scoped.ts';
import { boxText, dismissProblem, shownTrace, write } from '../session.ts';
import { EmptyState } from './emptyState.tsx';
import { KeysHelp, panelHelp, panelKeys } from './keysHelp.tsx';
import { Meter } from './meter.tsx';
import { ProblemBar } from './problemBar.tsx';
import { QuestionBar } from './questionBar.tsx';
import { RunPage } from './runPage.tsx';
import type { SeenSteps } from './runSteps.tsx';
import { usualShare } from './splitter.tsx';
import { usePageKeys } from './usePageKeys.ts';
import { useScopeNames } from './useScopeNames.ts';
import { useArranged, useSession } from './useSession.ts';
import { Icon, PostContext } from './controls.tsx';

export function App({ host }: { readonly host: Host }) {
  const { session, setSession } = useSession(host);
  const [seen, setSeen] = useState<SeenSteps>(() => {
    const { view = 'graph', share = usualShare } = host.arranged();
    return { view, share };
  });
  const [showsKeys, setShowsKeys] = useState(false);
  const [said, say] = useState('');
  const questionRef = useRef<HTMLTextAreaElement>(null);
  const followUpRef = useRef<HTMLTextAreaElement>(null);
  const { state, runId, problem } = session;
  const trace = useMemo(() => shownTrace(session), [session.run, session.state, runId]);
  const { post } = host;
  useArranged(host, session, seen);
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
    'Alt+F1': () => setShowsKeys(!showsKeys),
    R: () => {
      if (runId !== undefined && trace.finished) post({ kind: 'other-method', runId });
    },
    u: () => showRun(earlierOf(state?.runs ?? [], runId)),
    U: () => showRun(laterOf(state?.runs ?? [], runId)),
  });

  if (!state)
    return (
      <main className="loading">
        <h1 className="visually-hidden">{t('Ariadne')}</h1>
        <p role="status">
          <Icon name="loading codicon-modifier-spin" /> {t('Starting Ariadne…')}
        </p>
      </main>
    );
  const isLoading = runId !== undefined && !session.isLoaded;
  const isShown = runId !== undefined && !isLoading;
  const pipeline = state.pipelines.find(({ id }) => id === trace.pipeline);
  return (
    <PostContext value={post}>
      <div className="page">
        <QuestionBar
          state={state}
          title={trace.question === '' ? t('Ariadne') : trace.question}
          text={boxText(session)}
          shownText={typedQuestion(trace)}
          inputRef={questionRef}
          names={session.scopeNames ?? noScopeNames}
          passages={session.passages}
          onFocus={onQuestionFocus}
          onWrite={(text) => setSession((now) => write(now, text))}
          onAsk={(question) => {
            setSession((now) => write(now, question));
            post({ kind: 'ask', question });
          }}
          onKeys={() => setShowsKeys(true)}
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
        {isShown ? (
          <RunPage
            runId={runId}
            trace={trace}
            session={session}
            state={state}
            seen={seen}
            onSeen={setSeen}
            followUpRef={followUpRef}
            onFollowUpFocus={onQuestionFocus}
            onRephrase={() => {
              questionRef.current?.focus();
              questionRef.current?.select();
            }}
            onShowRun={showRun}
            say={say}
            setSession={setSession}
          />
        ) : (
          <EmptyState
            state={state}
            isLoading={isLoading}
            onExample={(text) => {
              setSession((now) => write(now, text));
              questionRef.current?.focus();
            }}
          />
        )}
        <Meter meter={meterView(isShown ? trace : undefined, state.bytesSent, pipeline)} onLedger={() => post({ kind: 'show-ledger' })} />
        {showsKeys ? <KeysHelp keys={panelKeys} about={panelHelp} onClose={() => setShowsKeys(false)} /> : null}
        <div className="visually-hidden" aria-live="polite">
          {said}
        </div>
      </div>
    </PostContext>
  );
}
