import { t } from '@vscode/l10n';
import { Fragment, useEffect, useId, useState } from 'react';
import { count } from '../../../src/base/amounts.ts';
import {
  disagreementVerdict,
  verdictNames,
  walkWords,
  type FolderDisagreement,
  type StatedPlace,
  type WalkProgress,
} from '../../../src/protocol/disagreements.ts';
import type { FromDisagreementView, ToDisagreementView } from '../../../src/protocol/disagreementView.ts';
import { placeWords } from '../../../src/protocol/placeWords.ts';
import { Icon, LinkButton } from './controls.tsx';

export interface DisagreementHost {
  readonly post: (message: FromDisagreementView) => void;
  /** Calls back with every message, until the returned function is called. */
  readonly listen: (onMessage: (message: ToDisagreementView) => void) => () => void;
}

type Post = DisagreementHost['post'];

/** Where documents disagree. */
export function DisagreementList({ host: { post, listen } }: { readonly host: DisagreementHost }) {
  const [shown, setShown] = useState<ToDisagreementView>({ kind: 'walking', progress: null });
  // One that is judged stays where it is, with the focus on its button, until the documents are looked through again.
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () =>
      listen((message) => {
        setShown(message);
        if (message.kind === 'walking') setOpenIds(new Set());
        else if (message.kind === 'found')
          setOpenIds((before) => new Set([...before, ...withoutVerdict(message.found).map(({ id }) => id)]));
      }),
    [listen],
  );
  const found = shown.kind === 'found' ? shown.found : [];
  const open = found.filter(({ id }) => openIds.has(id));
  const settled = found.filter(({ id }) => !openIds.has(id));
  return (
    <main className="page disagreements">
      <header className="row">
        <h1 className="grow">{t('Where Your Documents Disagree')}</h1>
        {shown.kind !== 'walking' && (
          <button type="button" className="button" onClick={() => post({ kind: 'walk' })}>
            {t('Look Again')}
          </button>
        )}
      </header>
      <div className="summary" role="status">
        {shown.kind === 'found' ? summaryOf(found) : shown.kind === 'problem' ? shown.message : null}
      </div>
      {shown.kind === 'walking' && <Walking progress={shown.progress} post={post} />}
      {open.map((one) => (
        <Disagreement key={one.id} one={one} post={post} />
      ))}
      {settled.length > 0 && (
        <details className="settled">
          <summary>{t('{0} with a verdict', count(settled.length, 'disagreement'))}</summary>
          {settled.map((one) => (
            <Disagreement key={one.id} one={one} post={post} />
          ))}
        </details>
      )}
    </main>
  );
}

function withoutVerdict(found: readonly FolderDisagreement[]): readonly FolderDisagreement[] {
  return found.filter(({ verdict }) => verdict === undefined);
}

function summaryOf(found: readonly FolderDisagreement[]): string {
  const open = withoutVerdict(found);
  if (found.length > 0 && open.length === 0) return t('All disagreements that were found have a verdict.');
  const updates = open.filter(({ kind }) => kind === 'update').length;
  const parts = [
    ...(open.length > updates ? [count(open.length - updates, 'conflict')] : []),
    ...(updates > 0 ? [t('{0}, where a later document says otherwise', count(updates, 'update'))] : []),
  ];
  return parts.length === 0
    ? t(
        'No two documents were found to give different numbers, dates or names for the same thing. Only what is certain from the words is listed.',
      )
    : t('{0}. Only what is certain from the words is listed.', parts.join('; '));
}

function Walking({ progress, post }: { readonly progress: WalkProgress | null; readonly post: Post }) {
  return (
    <div className="row">
      <progress aria-label={t('Looking through the documents')} max={progress?.all ?? 1} {...(progress ? { value: progress.done } : {})} />
      <span className="quiet">{progress ? walkWords(progress) : t('Looking through the documents')}…</span>
      <button type="button" className="button" onClick={() => post({ kind: 'stop' })}>
        {t('Stop')}
      </button>
    </div>
  );
}

function Disagreement({ one: { id, kind, sides, verdict }, post }: { readonly one: FolderDisagreement; readonly post: Post }) {
  const titleId = useId();
  const isUpdate = kind === 'update';
  return (
    <article className="disagreement" aria-labelledby={titleId}>
      <div className="row">
        <h2 id={titleId} className="grow">
          {sides.map(({ value }, i) => (
            <Fragment key={value}>
              {i > 0 && (isUpdate ? ' → ' : ` ${t('or')} `)}
              <bdi>{value}</bdi>
            </Fragment>
          ))}
        </h2>
        <span className={`kind ${kind}`}>
          <Icon name={isUpdate ? 'history' : 'warning'} /> {isUpdate ? t('Update') : t('Conflict')}
        </span>
      </div>
      <ul className="sides">
        {sides.map(({ value, places: [first, ...others] }) => (
          <li key={value}>
            {first && <Place place={first} post={post} />}
            {first && (
              <blockquote dir="auto">
                {first.quote.slice(0, first.start)}
                <mark>{first.quote.slice(first.start, first.end)}</mark>
                {first.quote.slice(first.end)}
              </blockquote>
            )}
            {others.length > 0 && (
              <details>
                <summary>{count(others.length, 'more place')}</summary>
                {others.map((place) => (
                  <div key={`${place.passageId} ${place.startLine}`}>
                    <Place place={place} post={post} />
                  </div>
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
      <div className="row" role="group" aria-label={t('Verdict')}>
        {disagreementVerdict.options.map((option) => (
          <button
            key={option}
            type="button"
            className="button"
            aria-pressed={verdict === option}
            onClick={() => post({ kind: 'settle', id, verdict: verdict === option ? null : option })}
          >
            {verdictNames[option]}
          </button>
        ))}
        {verdict !== undefined && <LinkButton onClick={() => post({ kind: 'settle', id, verdict: null })}>{t('Undo')}</LinkButton>}
      </div>
    </article>
  );
}

function Place({ place, post }: { readonly place: StatedPlace; readonly post: Post }) {
  const { title, date, path } = place;
  return (
    <span className="place">
      <LinkButton dir="auto" title={path} onClick={() => post({ kind: 'open', place })}>
        {title}
      </LinkButton>
      <span className="quiet small">
        {placeWords(place)}
        {date === undefined ? '' : ` · ${date}`}
      </span>
    </span>
  );
}
