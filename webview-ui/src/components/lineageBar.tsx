/** Shows the run that this one is based on and runs based on this one: the changes, the differences, and links in both directions. */
import { useState } from 'react';
import type { ShownQuote } from '../../../src/trace/quoteChanges.ts';
import type { Change } from '../changes.ts';
import type { StandingItem } from '../changesView.ts';
import type { CompareView } from '../compareView.ts';
import { Differences } from './differences.tsx';
import { count } from '../../../src/base/amounts.ts';
import { Icon, LinkButton } from './controls.tsx';

interface LineageBarProps {
  /** Undefined when no other run is compared. */
  readonly view: CompareView | undefined;
  /** The sentence shown in that case. */
  readonly sentence: string;
  readonly standing: readonly StandingItem[];
  readonly onTakeBack: (back: Extract<Change, { kind: 'back' }>) => void;
  readonly actions: readonly LineageAction[];
}

export interface LineageAction {
  readonly label: string;
  readonly about: string;
  readonly do: () => void;
}

export function LineageBar({ view, sentence, standing, onTakeBack, actions }: LineageBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { noMore = [], first = [] } = view?.quotes ?? {};
  const hasMore = (view?.steps.length ?? 0) + noMore.length + first.length + standing.length > 0;
  return (
    <section className="lineage stack" aria-label="Origin of this answer">
      <div className="row">
        <p role="status">
          <Icon name="git-compare" /> {view === undefined ? sentence : words(view)}
        </p>
        <span className="spacer" />
        {hasMore ? (
          <LinkButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Show less' : 'What changed'}
          </LinkButton>
        ) : null}
        {actions.map(({ label, about, do: act }) => (
          <LinkButton key={label} title={about} onClick={act}>
            {label}
          </LinkButton>
        ))}
      </div>
      {isOpen ? <Quotes label="No longer quoted" quotes={noMore} /> : null}
      {isOpen ? <Quotes label="Quoted now" quotes={first} /> : null}
      {isOpen && view !== undefined && view.steps.length > 0 ? <Differences steps={view.steps} /> : null}
      {isOpen && standing.length > 0 ? <Standing items={standing} onTakeBack={onTakeBack} /> : null}
    </section>
  );
}

function words({ made, outcome, steps, sameSteps }: CompareView): string {
  const all = steps.length + sameSteps;
  const differ =
    steps.length === 0
      ? 'All steps are the same.'
      : `${steps.length} of ${count(all, 'step')} ${steps.length === 1 ? 'differs' : 'differ'}.`;
  return [made, outcome, ...(all === 0 ? [] : [differ])].join(' ');
}

function Quotes({ label, quotes }: { readonly label: string; readonly quotes: readonly ShownQuote[] }) {
  if (quotes.length === 0) return null;
  return (
    <section className="quote-changes" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {quotes.map(({ path, quote }) => (
          <li key={`${path}\n${quote}`}>
            <bdi className="quiet">{path}</bdi> <q dir="auto">{quote}</q>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Standing({ items, onTakeBack }: { readonly items: readonly StandingItem[]; readonly onTakeBack: LineageBarProps['onTakeBack'] }) {
  return (
    <ul className="change-list row" aria-label="Changes in this answer">
      {items.map(({ key, icon, words: said, about, back }) => (
        <li key={key} className="change standing" title={about}>
          <Icon name={icon} />
          <span className="cut" dir="auto">
            {said}
          </span>
          <LinkButton onClick={() => onTakeBack(back)}>
            Take back<span className="visually-hidden">: {said}</span>
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}
