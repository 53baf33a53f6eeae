import { Fragment, useState, type ReactNode } from 'react';
import type { FromPanel } from '../../../src/protocol/panel.ts';
import { moreWords, type DigestDocument, type DigestView, type QuotePartView, type QuoteView } from '../digestView.ts';

interface DigestProps {
  readonly view: DigestView;
  /** Whether it is opened by a click, since what is above says more. */
  readonly isClosed?: boolean;
  /** What is said of the quotes where they take the place of an answer. */
  readonly children?: ReactNode;
  readonly onSelect: (node: string) => void;
  readonly post: (message: FromPanel) => void;
}

/** What the documents say: below an answer, or in its place. */
export function Digest({ view: { heading, about, groups, more }, isClosed = false, children, onSelect, post }: DigestProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [isOpen, setIsOpen] = useState(!isClosed);
  const isShown = ({ isFurther }: QuoteView): boolean => isWhole || !isFurther;
  return (
    <section className={children ? 'digest leading' : 'digest'} aria-label={heading}>
      <div className="digest-head">
        <h2 className="answer-heading">
          {isClosed ? (
            <button type="button" className="link digest-toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              <span className={`codicon codicon-chevron-${isOpen ? 'down' : 'right'}`} aria-hidden /> {heading}
            </button>
          ) : (
            heading
          )}
        </h2>
        {about === undefined || !isOpen ? null : <span className="digest-about">{about}</span>}
        {more === 0 || !isOpen ? null : (
          <button type="button" className="link digest-more" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show only what the answer cites' : moreWords(more)}
          </button>
        )}
      </div>
      {children}
      {groups
        .filter(({ documents }) => isOpen && documents.some(({ quotes }) => quotes.some(isShown)))
        .map(({ id, heading: asked, answer, documents }) => (
          <div key={id} className="digest-group">
            {asked === undefined ? null : (
              <h3 className="digest-asked">
                <button type="button" className="link" dir="auto" title="Show this step and its evidence" onClick={() => onSelect(id)}>
                  {asked}
                </button>{' '}
                {answer === undefined ? null : answer === null ? (
                  <span className="digest-none">no answer found</span>
                ) : (
                  <bdi className="digest-step">{answer}</bdi>
                )}
              </h3>
            )}
            {documents
              .filter(({ quotes }) => quotes.some(isShown))
              .map((document) => (
                <Document key={document.quotes[0]?.n} document={document} isShown={isShown} post={post} />
              ))}
          </div>
        ))}
    </section>
  );
}

interface DocumentProps {
  readonly document: DigestDocument;
  readonly isShown: (quote: QuoteView) => boolean;
  readonly post: (message: FromPanel) => void;
}

function Document({ document: { path, title, quotes }, isShown, post }: DocumentProps) {
  return (
    <div className="digest-document">
      <p className="digest-source">
        <bdi className="digest-title">{title}</bdi> <bdi dir="ltr">{title === path ? '' : path}</bdi>
      </p>
      <ul className="digest-quotes" dir="auto">
        {quotes.filter(isShown).map((quote) => (
          <Quote key={quote.n} quote={quote} post={post} />
        ))}
      </ul>
    </div>
  );
}

function Quote({ quote, post }: { readonly quote: QuoteView; readonly post: (message: FromPanel) => void }) {
  const { n, lead, parts, isCutBefore, isCutAfter, also } = quote;
  // Code is a block, so the place is beside the words above it.
  const lastProse = parts.findLastIndex(({ isCode }) => !isCode);
  return (
    <li className="digest-quote">
      <span className="digest-number" aria-hidden>
        {n}
      </span>
      <div className="digest-body">
        <div className="digest-words">
          {lead === undefined ? null : <span className="digest-lead">{lead} </span>}
          {isCutBefore ? '… ' : null}
          {parts.map((part, i) => (
            <Fragment key={i}>
              <QuotePart part={part} />
              {isCutAfter && i === parts.length - 1 ? ' …' : null}
              {i === Math.max(lastProse, 0) ? <Place quote={quote} post={post} /> : null}
            </Fragment>
          ))}
        </div>
        {also.length === 0 ? null : (
          <p className="digest-also" dir="ltr">
            Also in{' '}
            {also.map((one, i) => (
              <Fragment key={one.place}>
                {i === 0 ? '' : ', '}
                <button type="button" className="link" title={`Open ${one.place}`} onClick={() => post(one.open)}>
                  <bdi dir="ltr">{one.place}</bdi>
                </button>
              </Fragment>
            ))}
          </p>
        )}
      </div>
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

function Place({
  quote: { n, section, place, placeInFull, open },
  post,
}: {
  readonly quote: QuoteView;
  readonly post: (message: FromPanel) => void;
}) {
  return (
    <>
      {' '}
      <button type="button" className="link digest-place" title={`Open ${placeInFull}`} onClick={() => post(open)}>
        <span className="visually-hidden">Quote {n}, </span>
        {place}
      </button>
      {section === undefined ? null : <bdi className="digest-section"> {section}</bdi>}
    </>
  );
}
