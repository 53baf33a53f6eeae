import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import { Fragment, useState } from 'react';
import type { EvidenceView, Movement, TextSegment } from '../evidenceView.ts';
import { scoreWords } from '../../../src/protocol/scoreWords.ts';
import { CitationChip } from './answerText.tsx';
import { ChoiceTag, choiceWords, EvidenceTools } from './evidenceTools.tsx';
import { menuContext, useGestures } from './gestures.ts';
import { Icon, LinkButton, usePost } from './controls.tsx';

interface EvidenceListProps {
  /** The node with this evidence. */
  readonly node: string;
  readonly evidence: readonly EvidenceView[];
  readonly emptyWords: string;
}

export function EvidenceList({ node, evidence, emptyWords }: EvidenceListProps) {
  if (evidence.length === 0) return <p className="quiet">{emptyWords}</p>;
  return (
    <ol className="evidence-list stack">
      {evidence.map((item) => (
        <EvidenceCard key={item.passageId} node={node} item={item} />
      ))}
    </ol>
  );
}

interface EvidenceCardProps {
  readonly node: string;
  readonly item: EvidenceView;
}

function EvidenceCard({ node, item }: EvidenceCardProps) {
  const post = usePost();
  const [isWhole, setIsWhole] = useState(false);
  const { areOpen, choiceOf, make } = useGestures();
  const { passageId, rank1, origin, mention, title, place, target, isCut, citations } = item;
  // A passage written by a model is in no index.
  const choice = target ? choiceOf(passageId, node) : undefined;
  const open = (beside: boolean): void => {
    if (target) post({ kind: 'open-source', ...target, beside });
  };
  return (
    <li
      className={classOf(item, choice?.kind)}
      tabIndex={0}
      data-passage={passageId}
      aria-label={[
        t('Evidence {0}: {1}', rank1, title),
        origin.words,
        ...(item.isLeftOut ? [t('not kept for the answer')] : []),
        ...(choice === undefined ? [] : [choiceWords(choice)]),
      ].join(', ')}
      {...(target && areOpen
        ? { 'data-vscode-context': menuContext('evidence', { node, passageId, choice: choice?.kind ?? 'none' }) }
        : {})}
      onDoubleClick={() => open(false)}
      onKeyDown={(event) => {
        const isOwn = event.target === event.currentTarget && !event.altKey;
        const hasControl = event.ctrlKey || event.metaKey;
        if (event.key === 'Enter' && isOwn) open(hasControl);
        else if (event.key === 'p' && isOwn && !hasControl && target) make({ kind: 'pin', node, passageId });
        else if (event.key === 'b' && isOwn && !hasControl && target) make({ kind: 'ban', passageId });
        else walkList(event);
      }}
    >
      <div className="evidence-head">
        <div className="evidence-facts row">
          <b className="number">{rank1}</b>
          {item.movement === undefined ? null : <MovementMark movement={item.movement} />}
          {item.score === null ? null : (
            <span className="score quiet number" title={item.scoreAbout}>
              {item.bar === undefined ? null : (
                <span className="score-bar" aria-hidden>
                  <span style={{ width: `${Math.round(item.bar * 100)}%` }} />
                </span>
              )}
              <span className="visually-hidden">{t('Score')} </span>
              {scoreWords(item.score)}
            </span>
          )}
          {mention ? null : (
            <span className={`tag ${origin.kind}`} title={origin.words}>
              {origin.kind === 'neighbor' ? '◆ ' : ''}
              {origin.kind === 'generated' ? <Icon name="sparkle" /> : null} {origin.words}
            </span>
          )}
          {item.isLeftOut ? <span className="tag">{t('not kept')}</span> : null}
          <ChoiceTag choice={choice} />
        </div>
        <div className="evidence-actions">
          {target ? <EvidenceTools node={node} passageId={passageId} title={title} /> : null}
          {citations.map((citation) => (
            <CitationChip key={citation.n} citation={citation} />
          ))}
          {target ? (
            <LinkButton onClick={() => open(false)}>{rich(t('Open {0}'), <span className="visually-hidden">{title}</span>)}</LinkButton>
          ) : null}
        </div>
      </div>
      <div className="place quiet small">
        {place.map((part, i) => (
          <Fragment key={i}>
            {i === 0 ? '' : ' › '}
            <bdi {...(i === 0 ? { dir: 'ltr' } : {})}>{part}</bdi>
          </Fragment>
        ))}
      </div>
      {mention ? (
        <LinkButton
          className="mention cut"
          title={t('Open the place: {0}', origin.words)}
          onClick={() => post({ kind: 'open-source', ...mention, beside: false })}
        >
          <Icon name="link" /> <bdi>{origin.words}</bdi>
        </LinkButton>
      ) : null}
      <p className="passage" dir="auto">
        <Text segments={isWhole ? item.text : item.excerpt} />
        {isCut ? (
          <>
            {' '}
            <LinkButton className="more small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? t('less') : t('more')}
            </LinkButton>
          </>
        ) : null}
      </p>
    </li>
  );
}

function classOf({ origin, isLeftOut }: EvidenceView, choice: string | undefined): string {
  const facts = [origin.kind === 'generated' && 'generated', isLeftOut && 'left-out', choice !== undefined && `choice-${choice}`];
  return ['evidence', ...facts].filter((name) => name !== false).join(' ');
}

function MovementMark({ movement: { kind, by, words } }: { readonly movement: Movement }) {
  const mark = { up: `▲ ${by}`, down: `▼ ${by}`, same: '=', new: '+' }[kind];
  return (
    <span className={`movement number ${kind}`} title={words}>
      <span aria-hidden>{mark}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

function Text({ segments }: { readonly segments: readonly TextSegment[] }) {
  return segments.map((segment, i) => (segment.isMarked ? <mark key={i}>{segment.text}</mark> : <span key={i}>{segment.text}</span>));
}

function walkList(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.target !== event.currentTarget || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
  const next = event.key === 'ArrowDown' ? event.currentTarget.nextElementSibling : event.currentTarget.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
