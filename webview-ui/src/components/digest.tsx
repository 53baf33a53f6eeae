import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import { Fragment, useState, type ReactNode } from 'react';
import { count, plural } from '../../../src/base/amounts.ts';
import { numbersIn, type DigestGroup, type DigestView, type QuotePartView, type QuoteView } from '../digestView.ts';
import { Icon, IconButton, LinkButton, usePost } from './controls.tsx';

interface DigestProps {
  readonly view: DigestView;
  /** Default: its heading. */
  readonly name?: string;
  readonly runId: string;
  readonly shown: ShownQuotes;
  /** Whether there is something above that can be shown, and inserted, without the quotes. */
  readonly canClose: boolean;
  /** Whether single quotes can be inserted and copied. */
  readonly canTake: boolean;
  /** Absent where its steps are not shown. */
  readonly onSelect?: ((node: string) => void) | undefined;
}

/** Which quotes are shown: what is inserted and copied are these. */
export interface ShownQuotes {
  readonly isOpen: boolean;
  readonly isWhole: boolean;
  readonly numbers: readonly number[];
  readonly change: (change: Partial<Pick<ShownQuotes, 'isOpen' | 'isWhole'>>) => void;
}

/**
 * @param runId another run begins as it is by default
 * @param isClosed whether the quotes are opened by a click, since what is above says more
 */
export function useShownQuotes(runId: string, view: DigestView | undefined, isClosed: boolean): ShownQuotes {
  const [changed, setChanged] = useState<{ readonly runId: string; readonly isOpen: boolean; readonly isWhole: boolean }>();
  const now = changed?.runId === runId ? changed : { runId, isOpen: !isClosed, isWhole: false };
  const { groups = [], further = [] } = now.isOpen ? (view ?? {}) : {};
  return {
    isOpen: now.isOpen,
    isWhole: now.isWhole,
    numbers: numbersIn(now.isWhole ? [...groups, ...further] : groups),
    change: (change) => setChanged({ ...now, ...change }),
  };
}

/** What the documents say: below an answer, or in its place. */
export function Digest({ view, name, runId, shown, canClose, canTake, onSelect }: DigestProps) {
  const { heading, from, about, groups, further } = view;
  const { isOpen, isWhole, change } = shown;
  const more = numbersIn(further).length;
  const shownGroups = (some: readonly DigestGroup[]): ReactNode =>
    some.map((group) => (
      <Group key={group.id} group={group} isNamed={from?.others === 0} runId={runId} canTake={canTake} onSelect={onSelect} />
    ));
  return (
    <section className={from === undefined ? 'digest' : 'digest leading'} aria-label={name ?? heading}>
      <div className="digest-head row">
        <h2 className="answer-heading">
          {canClose ? (
            <LinkButton aria-expanded={isOpen} onClick={() => change({ isOpen: !isOpen })}>
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} /> {heading}
            </LinkButton>
          ) : from === undefined ? (
            heading
          ) : (
            <From {...from} />
          )}
        </h2>
        {about === undefined || !isOpen ? null : <span className="quiet small">{about}</span>}
      </div>
      {isOpen ? shownGroups(groups) : null}
      {more === 0 || !isOpen ? null : (
        <LinkButton className="digest-more small" aria-expanded={isWhole} onClick={() => change({ isWhole: !isWhole })}>
          {isWhole ? t('Show fewer quotes') : plural(more, t('Show {0} more quote'), t('Show {0} more quotes'))}
        </LinkButton>
      )}
      {isOpen && isWhole ? shownGroups(further) : null}
    </section>
  );
}

function From({ name, path, others }: NonNullable<DigestView['from']>) {
  return (
    <>
      {others > 0
        ? rich(t('From {0} and {1}'), <bdi>{name}</bdi>, count(others, 'other document'))
        : rich(t('From {0}'), <bdi>{name}</bdi>)}
      {others > 0 || path === undefined ? null : <bdi className="digest-path quiet small">{path}</bdi>}
    </>
  );
}

interface GroupProps extends Pick<DigestProps, 'runId' | 'canTake' | 'onSelect'> {
  readonly group: DigestGroup;
  /** Whether the heading above names the only document. */
  readonly isNamed: boolean;
}

function Group({ group: { id, heading: asked, answer, documents }, isNamed, onSelect, ...taking }: GroupProps) {
  return (
    <div className="digest-group">
      {asked === undefined ? null : (
        <h3 className="digest-asked">
          {onSelect === undefined ? (
            <bdi>{asked}</bdi>
          ) : (
            <LinkButton dir="auto" title={t('Show this step and its evidence')} onClick={() => onSelect(id)}>
              {asked}
            </LinkButton>
          )}{' '}
          {answer === undefined ? null : answer === null ? (
            <span className="digest-step quiet small">{t('no answer found')}</span>
          ) : (
            <bdi className="digest-step">{answer}</bdi>
          )}
        </h3>
      )}
      {documents.map(({ path, title, quotes }) => (
        <div className="digest-document" key={quotes[0]?.n}>
          {isNamed ? null : (
            <p className="digest-source row quiet small">
              {title === undefined ? null : <bdi className="digest-title">{title}</bdi>}{' '}
              <bdi className={title === undefined ? 'digest-title' : undefined} dir="ltr">
                {path}
              </bdi>
            </p>
          )}
          <ul className="digest-quotes" dir="auto" aria-label={title ?? path}>
            {quotes.map((quote) => (
              <Quote key={quote.n} quote={quote} {...taking} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface QuoteProps extends Pick<DigestProps, 'runId' | 'canTake'> {
  readonly quote: QuoteView;
}

function Quote({ quote, runId, canTake }: QuoteProps) {
  const post = usePost();
  const { n, lead, parts, isCutBefore, isCutAfter, also } = quote;
  // Code is a block, so the place is beside the words above it.
  const lastProse = parts.findLastIndex(({ isCode }) => !isCode);
  return (
    <li className="digest-quote">
      <span className="digest-number number" aria-hidden>
        {n}
      </span>
      <div className="grow">
        <div className="digest-words">
          {lead === undefined ? null : <span className="quiet">{lead} </span>}
          {isCutBefore ? '… ' : null}
          {parts.map((part, i) => (
            <Fragment key={i}>
              <QuotePart part={part} />
              {isCutAfter && i === parts.length - 1 ? ' …' : null}
              {i === Math.max(lastProse, 0) ? <Place quote={quote} /> : null}
            </Fragment>
          ))}
        </div>
        {also.length === 0 ? null : (
          <p className="digest-also quiet small" dir="ltr">
            {rich(
              t('Also in {0}'),
              also.map((one, i) => (
                <Fragment key={one.place}>
                  {i === 0 ? '' : ', '}
                  <LinkButton title={t('Open {0}', one.place)} onClick={() => post(one.open)}>
                    <bdi dir="ltr">{one.place}</bdi>
                  </LinkButton>
                </Fragment>
              )),
            )}
          </p>
        )}
      </div>
      {canTake ? (
        <span className="digest-tools">
          <IconButton
            icon="insert"
            title={t('Insert quote {0} with its citation', n)}
            onClick={() => post({ kind: 'insert-quote', runId, n })}
          />
          <IconButton icon="copy" title={t('Copy quote {0} with its citation', n)} onClick={() => post({ kind: 'copy-quote', runId, n })} />
        </span>
      ) : null}
    </li>
  );
}

function QuotePart({ part: { isCode, text } }: { readonly part: QuotePartView }) {
  const words = text.map((segment, i) =>
    segment.isMarked ? (
      <b key={i} className="asked">
        {segment.text}
      </b>
    ) : (
      <Fragment key={i}>{segment.text}</Fragment>
    ),
  );
  if (!isCode) return <q>{words}</q>;
  return (
    <pre className="digest-code" dir="ltr" tabIndex={0}>
      <code>{words}</code>
    </pre>
  );
}

function Place({ quote: { n, section, place, placeInFull, open } }: { readonly quote: QuoteView }) {
  const post = usePost();
  return (
    <>
      {' '}
      <LinkButton className="digest-place small" title={t('Open {0}', placeInFull)} onClick={() => post(open)}>
        <span className="visually-hidden">{t('Quote {0},', n)} </span>
        {place}
      </LinkButton>{' '}
      {section === undefined ? null : <bdi className="quiet small">{section}</bdi>}
    </>
  );
}
