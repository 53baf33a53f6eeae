/** Details of the selected card: its evidence, the reason for it, and its cost. */
import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import VscodeTabHeader from '@vscode-elements/react-elements/dist/components/VscodeTabHeader.js';
import VscodeTabPanel from '@vscode-elements/react-elements/dist/components/VscodeTabPanel.js';
import VscodeTabs from '@vscode-elements/react-elements/dist/components/VscodeTabs.js';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import type { Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { nodeCostView } from '../costView.ts';
import { evidenceViews, sourceTarget } from '../evidenceView.ts';
import { nodeFacts } from '../../../src/trace/dag/nodeFacts.ts';
import { roundViews } from '../roundsView.ts';
import { turnViews } from '../turnsView.ts';
import type { CardView } from '../../../src/trace/dag/viewModel.ts';
import { Clamped } from './clamped.tsx';
import { CostTable } from './costTable.tsx';
import { EvidenceList } from './evidenceList.tsx';
import { Replaced, StateIcon } from './nodeCard.tsx';
import { WhyThese } from './whyThese.tsx';
import { usePost } from './controls.tsx';

interface SideProps {
  readonly trace: Trace;
  readonly node: TraceNode | undefined;
  readonly card: CardView | undefined;
  readonly ref: Ref<SideHandle>;
}

export interface SideHandle {
  /** Moves to a passage among the evidence, by default to the best; without evidence, to the side panel. */
  readonly look: (passageId?: string) => void;
}

const evidenceTab = 0;

export function Side({ trace, node, card, ref }: SideProps) {
  const post = usePost();
  const [tab, setTab] = useState(evidenceTab);
  const sectionRef = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<{ readonly passageId?: string } | undefined>(undefined);
  const look = (passageId?: string): void => {
    setTab(evidenceTab);
    setWanted(passageId === undefined ? {} : { passageId });
  };
  useImperativeHandle(ref, () => ({ look }), []);
  useEffect(() => {
    if (!wanted) return undefined;
    // The tab's panel is hidden until the next frame, and hidden elements cannot be focused.
    const frame = requestAnimationFrame(() => focusEvidence(sectionRef.current, wanted.passageId));
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  // What is selected in the graph begins at its top, wherever the page was scrolled to.
  useEffect(() => {
    // Before a frame, the page is laid out anyway.
    const frame = requestAnimationFrame(() => {
      const section = sectionRef.current;
      section?.scrollTo(0, 0);
      if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView({ block: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [node?.id]);
  const evidence = useMemo(() => (node ? evidenceViews(trace, node) : []), [trace, node]);
  const turns = useMemo(() => (node ? turnViews(trace, node) : []), [trace, node]);
  const rounds = useMemo(() => (node ? roundViews(trace, node) : []), [trace, node]);
  if (!node || !card) {
    return (
      <section className="side" ref={sectionRef} tabIndex={-1} aria-label={t('Evidence')}>
        <p className="quiet">{t('Evidence appears here when the first step finds some.')}</p>
      </section>
    );
  }
  /** The click action for a passage's title: shows its evidence, or opens its document if it is not evidence. */
  const whereTo = (passageId: string): (() => void) | undefined => {
    if (evidence.some((item) => item.passageId === passageId)) return () => look(passageId);
    const passage = trace.passages[passageId];
    return passage && (() => post({ kind: 'open-source', ...sourceTarget(passage, undefined), beside: false }));
  };
  return (
    <section
      className="side"
      ref={sectionRef}
      tabIndex={-1}
      aria-label={card.isStep ? t('Evidence of sub-question {0}', card.label) : t('Evidence of {0}', card.label)}
    >
      <Clamped key={`question ${card.id} ${card.question}`} as="h2" lines={2}>
        <StateIcon tone={card.state.tone} /> {card.label}
        {card.isStep ? (
          <>
            {' · '}
            <bdi>{card.question}</bdi>
          </>
        ) : null}
      </Clamped>
      <Clamped key={`answer ${card.id} ${card.answer}`} as="p" className="side-about" lines={2}>
        <span className={`words tone-${card.state.tone}`}>{card.state.words}</span>
        {card.answer === undefined ? null : (
          <span className="side-answer">
            {card.replacedAnswer === undefined ? null : <Replaced answer={card.replacedAnswer} />}
            <b>
              <bdi>{card.answer}</bdi>
            </b>
          </span>
        )}
      </Clamped>
      {card.isStep || card.isQuestion || card.question === '' ? null : (
        <p className="side-about" dir="auto">
          {card.question}
        </p>
      )}
      {card.plannedQuestion === undefined ? null : (
        <Clamped key={`planned ${card.id} ${card.plannedQuestion}`} as="p" className="side-about" lines={1}>
          {rich(t('Planned as “{0}”'), <bdi>{card.plannedQuestion}</bdi>)}
        </Clamped>
      )}
      {nodeFacts(trace, node).map((sentence) => (
        <p key={sentence} className="side-about">
          {sentence}
        </p>
      ))}
      {card.failure === undefined ? null : <p className="side-failure">{card.failure}</p>}
      <VscodeTabs selectedIndex={tab} onVscTabsSelect={(event) => setTab(event.detail.selectedIndex)}>
        <VscodeTabHeader slot="header">{evidence.length === 0 ? t('Evidence') : t('Evidence {0}', evidence.length)}</VscodeTabHeader>
        <VscodeTabPanel>
          <EvidenceList key={node.id} node={node.id} evidence={evidence} emptyWords={noEvidenceWords(card)} />
        </VscodeTabPanel>
        <VscodeTabHeader slot="header">{t('Why these')}</VscodeTabHeader>
        <VscodeTabPanel>
          <WhyThese node={node} turns={turns} rounds={rounds} onPassage={whereTo} />
        </VscodeTabPanel>
        <VscodeTabHeader slot="header">{t('Cost')}</VscodeTabHeader>
        <VscodeTabPanel>
          <CostTable cost={nodeCostView(trace, node)} />
        </VscodeTabPanel>
      </VscodeTabs>
    </section>
  );
}

function focusEvidence(side: HTMLElement | null, passageId: string | undefined): void {
  const all = [...(side?.querySelectorAll<HTMLElement>('.evidence') ?? [])];
  const found = all.find((item) => passageId === undefined || item.dataset['passage'] === passageId) ?? side;
  found?.scrollIntoView({ block: 'nearest' });
  found?.focus();
}

function noEvidenceWords({ state, isStep, isGhost, isRejected, isReached, isStopped, isSearched }: CardView): string {
  if (isRejected) return t('It needed no search.');
  if (isGhost && isStep) return t('It was dropped before anything was found.');
  if (state.tone === 'waiting') return t('The search for evidence starts when the steps before this one finish.');
  if (state.tone === 'running') return t('Looking for evidence…');
  if (!isStep) return t('This card has no evidence.');
  if (!isReached) return t('No search was made for this step: {0}.', state.words);
  if (isStopped) return t('The question was stopped before this step had evidence.');
  return isSearched ? t('This step found no evidence.') : t('No search was made for this step.');
}
