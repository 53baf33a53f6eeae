import { useState } from 'react';
import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { EvidenceView, Movement, Segment } from '../evidenceView.ts';
import { score } from '../words.ts';
import { CitationChip } from './answerText.tsx';

interface EvidenceListProps {
  readonly evidence: readonly EvidenceView[];
  readonly emptyWords: string;
  readonly post: (message: FromPanel) => void;
}

export function EvidenceList({ evidence, emptyWords, post }: EvidenceListProps) {
  if (evidence.length === 0) return <p className="quiet">{emptyWords}</p>;
  return (
    <ol className="evidence-list">
      {evidence.map((item) => (
        <EvidenceCard key={item.docId} item={item} post={post} />
      ))}
    </ol>
  );
}

function EvidenceCard({ item, post }: { readonly item: EvidenceView; readonly post: (message: FromPanel) => void }) {
  const [isWhole, setIsWhole] = useState(false);
  const { rank1, origin, title, place, target, isCut, citations } = item;
  const open = (beside: boolean): void => {
    if (target) post({ kind: 'open-source', ...target, beside });
  };
  return (
    <li
      className={`evidence${origin.kind === 'generated' ? ' generated' : ''}${item.isLeftOut ? ' left-out' : ''}`}
      tabIndex={0}
      aria-label={`Evidence ${rank1}: ${title}, ${origin.words}${item.isLeftOut ? ', not kept for the answer' : ''}`}
      onDoubleClick={() => open(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) open(event.ctrlKey || event.metaKey);
        else walkList(event);
      }}
    >
      <div className="evidence-head">
        <b className="rank">{rank1}</b>
        {item.movement === undefined ? null : <MovementMark movement={item.movement} />}
        {item.score === null ? null : (
          <span className="score" title="Score of the passage for this question">
            <span className="score-bar" aria-hidden>
              <span style={{ width: `${Math.round(item.bar * 100)}%` }} />
            </span>
            {score(item.score)}
          </span>
        )}
        <span className={`tag ${origin.kind}`} title={origin.words}>
          {origin.kind === 'neighbor' ? '◆ ' : ''}
          {origin.kind === 'generated' ? <span className="codicon codicon-sparkle" aria-hidden /> : null} {origin.words}
        </span>
        {item.isLeftOut ? <span className="tag">not kept</span> : null}
        <span className="spacer" />
        {citations.map((citation) => (
          <CitationChip key={citation.n} citation={citation} post={post} />
        ))}
        {target ? (
          <button type="button" className="link" onClick={() => open(false)}>
            Open <span className="visually-hidden">{title}</span>
          </button>
        ) : null}
      </div>
      <div className="place" title={place}>
        {place}
      </div>
      <p className="passage">
        <Text segments={isWhole ? item.text : item.excerpt} />
        {isCut ? (
          <button type="button" className="link more" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'less' : 'more'}
          </button>
        ) : null}
      </p>
    </li>
  );
}

function MovementMark({ movement: { kind, by, words } }: { readonly movement: Movement }) {
  const mark = { up: `▲ ${by}`, down: `▼ ${by}`, same: 'unchanged', new: 'new' }[kind];
  return (
    <span className={`movement ${kind}`} title={words}>
      <span aria-hidden>{mark}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function Text({ segments }: { readonly segments: readonly Segment[] }) {
  return segments.map((segment, i) => (segment.isMarked ? <mark key={i}>{segment.text}</mark> : <span key={i}>{segment.text}</span>));
}

function walkList(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const next = event.key === 'ArrowDown' ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
