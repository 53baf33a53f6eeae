/** A finished run beside the conversation of a client: its answer, its steps, and the evidence of the selected one. */
import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import { useEffect, useMemo, useState } from 'react';
import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { answerView } from '../answerView.ts';
import type { AppHost, Asked, AppView } from '../appHost.ts';
import { openedPlace, placeText, placeUrl } from '../appPlaces.ts';
import { markedDag } from '../cardMarks.ts';
import { dagView } from '../../../src/trace/dag/viewModel.ts';
import { AnswerBlock } from './answerBlock.tsx';
import { Icon, PostContext } from './controls.tsx';
import { StepsView } from './runSteps.tsx';

export function RunApp({ host }: { readonly host: AppHost }) {
  const [shown, setShown] = useState<AppView>({ kind: 'waiting' });
  useEffect(() => host.listen(setShown), [host]);
  return (
    <div className="page">
      <header className="visually-hidden">
        <h1>{t('Ariadne')}</h1>
      </header>
      {shown.kind === 'run' ? <Run trace={shown.trace} host={host} /> : null}
      {shown.kind === 'answer' ? <Answer {...shown} /> : null}
      {shown.kind === 'none' ? <p role="status">{shown.why}</p> : null}
      {shown.kind === 'waiting' ? (
        <p role="status" className="quiet">
          <Icon name="loading codicon-modifier-spin" />{' '}
          {shown.question === undefined ? t('Answering…') : t('Answering: {0}', shown.question)}
        </p>
      ) : null}
    </div>
  );
}

function Run({ trace, host }: { readonly trace: Trace; readonly host: AppHost }) {
  const [view, setView] = useState<'graph' | 'list'>('graph');
  const [chosen, select] = useState<string | undefined>(undefined);
  const [place, setPlace] = useState('');
  const marked = useMemo(() => markedDag(dagView(trace), trace, [], undefined), [trace]);
  const answer = useMemo(() => answerView(trace), [trace]);
  const post = (message: FromPanel): void => {
    const to = openedPlace(trace, message);
    if (!to) return;
    void host.openLink(placeUrl(trace.folder, to)).then((isOpen) => setPlace(isOpen ? '' : placeText(to)));
  };
  return (
    <PostContext value={post}>
      <AnswerBlock
        answer={answer}
        writing={undefined}
        isComposing={false}
        isPinned={false}
        pause={undefined}
        asked={trace.question}
        runId={trace.runId}
        onSelect={select}
      />
      <p role="status" className={place === '' ? 'visually-hidden' : 'app-place'}>
        {place === '' ? '' : <>{rich(t('This client does not open documents. The place is {0}'), <bdi dir="ltr">{place}</bdi>)}</>}
      </p>
      <StepsView trace={trace} dag={marked} chosen={chosen} view={view} onView={setView} onSelect={select} />
    </PostContext>
  );
}

/** The answer without its steps. */
function Answer({ question, asked, why }: { readonly question?: string; readonly asked: Asked; readonly why: string }) {
  return (
    <main className="answer" aria-label={t('Answer')} tabIndex={-1} data-home="main">
      {question === undefined ? null : <p className="answer-asked quiet small">{rich(t('Answer to {0}'), <q dir="auto">{question}</q>)}</p>}
      <p className="app-answer" dir="auto">
        {asked.answer ?? asked.why ?? (asked.quotes.length > 0 ? t('From your documents:') : t('Nothing was found in the documents.'))}
      </p>
      <ol className="app-quotes">
        {asked.quotes.map(({ n, text, link }) => (
          <li key={link}>
            <b className="number">{n}</b> <q dir="auto">{text}</q> <bdi dir="ltr">{link}</bdi>
          </li>
        ))}
      </ol>
      <p className="answer-aside" role="status">
        {why}
      </p>
    </main>
  );
}
