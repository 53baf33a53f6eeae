/** The states of the panel, by name, each as an address of the demo page. test/panel looks at all of them, also at those added here. */
import type { RunEvent } from '../../../src/protocol/events.ts';
import { panelState } from '../../../src/protocol/panel.ts';
import { demoDisagreements } from './disagreements.ts';
import { demoRuns } from './runs.ts';
import { demoTables } from './tables.ts';

const beingWritten = `The company was founded in 1896.

| Thing | Who made it |
|---|---|
| Orrin barrage | Varrow Tidal Company |
| Varrow Ti`;

/** Events of any run are fewer. */
const whole = 1_000_000;

export const demoStates: Readonly<Record<string, string>> = {
  ...Object.fromEntries(panelState.shape.readiness.options.map((readiness) => [`empty: ${readiness}`, `readiness=${readiness}`])),
  'empty: indexing, usable': 'readiness=indexing&usable',
  'empty: opening a run': 'loading',
  'empty: starting': 'silent',
  ...Object.fromEntries(Object.keys(demoRuns).map((run) => [run, ended(run)])),
  ...Object.fromEntries(passingLooks(demoRuns).map(({ look, run, until }) => [`card: ${look}`, `run=${run}&until=${until}`])),
  'a step being written': `${whileRunning('sub_question running reading')}&writing=Ines%20Tarr`,
  'a step waiting for a rate limit': `${whileRunning('sub_question running reading')}&writing=&wait=12000`,
  'the answer being written': `${whileRunning('meta running finishing')}&writing=The%20founder%20was%20**Ines%20Tarrow**,%20who`,
  'the answer being written out': `${whileRunning('compose running writing')}&writing=${encodeURIComponent(beingWritten)}`,
  'finished, indexing': `${ended('finished')}&readiness=indexing`,
  'finished, pinned and stale': `${ended('finished')}&stale`,
  'finished, with a problem': `${ended('finished')}&problem`,
  'finished, with a question not asked yet': `${ended('finished')}&unsent`,
  'finished, a question being changed': `${ended('finished')}&edit=s2`,
  'finished, with changes': `${ended('finished')}&changed`,
  'finished, with changes whose effect is not known yet': `${ended('finished')}&changed&ahead=unknown`,
  'finished, with changes that cannot be made': `${ended('finished')}&changed&ahead=problem`,
  ...Object.fromEntries(Object.keys(demoTables).map((name) => [`table: ${name}`, `table=${name}`])),
  ...Object.fromEntries(Object.keys(demoDisagreements).map((name) => [`disagreements: ${name}`, `disagreements=${name}`])),
  'a follow-up being made to stand alone': `${ended('followed')}&follow=wait`,
  'a follow-up as it will be asked': `${ended('followed')}&follow=made`,
  'a follow-up that is not clear': `${ended('finished')}&follow=unclear`,
  'finished, with the cost of the next question': `${ended('finished')}&cost&sent=20481`,
};

/** The address of a run as it is at its end. */
export function ended(run: string): string {
  return `run=${run}&until=${whole}`;
}

/** The address of the first run with a card in this look, as it is then. */
function whileRunning(look: string): string {
  const found = passingLooks(demoRuns).find((one) => one.look === look);
  return `run=${found?.run}&until=${found?.until}`;
}

interface PassingLook {
  readonly look: string;
  readonly run: string;
  readonly until: number;
}

/** Looks of cards (a kind in a status, at a work) that are gone by the end of every run: each where it is first seen. */
function passingLooks(runs: Readonly<Record<string, readonly RunEvent[]>>): readonly PassingLook[] {
  const first = new Map<string, PassingLook>();
  const lasting = new Set<string>();
  for (const [run, events] of Object.entries(runs)) {
    const kinds = new Map<string, string>();
    const looks = new Map<string, string>();
    for (const event of events) {
      if (event.kind === 'node-added') kinds.set(event.node.id, event.node.kind);
      if (event.kind !== 'node-changed' || event.status === undefined) continue;
      const look = [kinds.get(event.node), event.status, event.activity?.kind].filter((part) => part !== undefined).join(' ');
      looks.set(event.node, look);
      if (!first.has(look)) first.set(look, { look, run, until: event.n + 1 });
    }
    for (const look of looks.values()) lasting.add(look);
  }
  return [...first.values()].filter(({ look }) => !lasting.has(look));
}
