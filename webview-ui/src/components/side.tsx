/** What stands behind the selected card: its evidence, why it is that, and what it cost. */
import VscodeTabHeader from '@vscode-elements/react-elements/dist/components/VscodeTabHeader.js';
import VscodeTabPanel from '@vscode-elements/react-elements/dist/components/VscodeTabPanel.js';
import VscodeTabs from '@vscode-elements/react-elements/dist/components/VscodeTabs.js';
import { useMemo, useState, type Ref } from 'react';
import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { nodeCostView } from '../costView.ts';
import { evidenceViews } from '../evidenceView.ts';
import { nodeFacts } from '../nodeFacts.ts';
import { roundViews } from '../roundsView.ts';
import { turnViews } from '../turnsView.ts';
import type { CardView } from '../viewModel.ts';
import { CostTable } from './costTable.tsx';
import { EvidenceList } from './evidenceList.tsx';
import { Replaced, StateIcon } from './nodeCard.tsx';
import { WhyThese } from './whyThese.tsx';

interface SideProps {
  readonly trace: Trace;
  readonly node: TraceNode | undefined;
  readonly card: CardView | undefined;
  readonly ref: Ref<HTMLElement>;
  readonly post: (message: FromPanel) => void;
}

export function Side({ trace, node, card, ref, post }: SideProps) {
  const [tab, setTab] = useState(0);
  const evidence = useMemo(() => (node ? evidenceViews(trace, node) : []), [trace, node]);
  const turns = useMemo(() => (node ? turnViews(trace, node) : []), [trace, node]);
  const rounds = useMemo(() => (node ? roundViews(trace, node) : []), [trace, node]);
  if (!node || !card) {
    return (
      <section className="side" ref={ref} tabIndex={-1} aria-label="Evidence">
        <p className="quiet">Evidence appears here as soon as the first step has some.</p>
      </section>
    );
  }
  return (
    <section className="side" ref={ref} tabIndex={-1} aria-label={`Evidence of ${card.isStep ? 'sub-question ' : ''}${card.label}`}>
      <h2>
        <StateIcon tone={card.state.tone} /> {card.isStep ? `${card.label} · ${card.question}` : card.label}
      </h2>
      <p className="side-facts">
        <span className={`words tone-${card.state.tone}`}>{card.state.words}</span>
        {card.answer === undefined ? null : (
          <span>
            {card.replacedAnswer === undefined ? null : <Replaced answer={card.replacedAnswer} />}
            <b>{card.answer}</b>
          </span>
        )}
      </p>
      {card.isStep || card.isQuestion || card.question === '' ? null : <p className="side-about">{card.question}</p>}
      {card.plannedQuestion === undefined ? null : <p className="side-about">Planned as “{card.plannedQuestion}”</p>}
      {nodeFacts(trace, node).map((sentence) => (
        <p key={sentence} className="side-about">
          {sentence}
        </p>
      ))}
      {card.failure === undefined ? null : <p className="side-failure">{card.failure}</p>}
      <VscodeTabs selectedIndex={tab} onVscTabsSelect={(event) => setTab(event.detail.selectedIndex)}>
        <VscodeTabHeader slot="header">{evidence.length === 0 ? 'Evidence' : `Evidence ${evidence.length}`}</VscodeTabHeader>
        <VscodeTabPanel>
          <EvidenceList key={node.id} node={node.id} evidence={evidence} emptyWords={noEvidenceWords(card)} post={post} />
        </VscodeTabPanel>
        <VscodeTabHeader slot="header">Why these</VscodeTabHeader>
        <VscodeTabPanel>
          <WhyThese node={node} turns={turns} rounds={rounds} />
        </VscodeTabPanel>
        <VscodeTabHeader slot="header">Cost</VscodeTabHeader>
        <VscodeTabPanel>
          <CostTable cost={nodeCostView(trace, node)} />
        </VscodeTabPanel>
      </VscodeTabs>
    </section>
  );
}

function noEvidenceWords({ state, isStep, isGhost, isRejected, isReached, isSearched }: CardView): string {
  if (isRejected) return 'Nothing was looked up for it.';
  if (isGhost && isStep) return 'It was given up before anything was found.';
  if (state.tone === 'waiting') return 'Evidence is looked for when the steps before this one are done.';
  if (state.tone === 'running') return 'Looking for evidence…';
  if (!isStep) return 'This card has no evidence.';
  if (!isReached) return `Nothing was looked up for this step: ${state.words}.`;
  if (state.words === 'stopped') return 'The run was stopped before this step had evidence.';
  return isSearched ? 'This step found no evidence.' : 'Nothing was looked up for this step.';
}
