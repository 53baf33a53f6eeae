/** A made-up run that is large, as events come while it runs. */
import type { RunEvent } from '../src/protocol/events.ts';
import { DemoLog, passage, type Found } from '../test/panel/demo/log.ts';

/** Sub-questions of a layer are asked together, and follow two of the layer before. */
const perLayer = 12;
const passagesPerStep = 10;

/** With root and final answer, `nodes` cards; a step has about 17 events. @param seconds from the first event to the last */
export function longRun(nodes: number, seconds: number): readonly RunEvent[] {
  const log = new DemoLog();
  log.start('Which of the gauges along the coast were moved, by whom, and which of them are still read?', 'builtin');
  const steps = Array.from({ length: nodes - 2 }, (_, i) => `s${i + 1}`);
  for (let first = 0; first < steps.length; first += perLayer) {
    const layer = steps.slice(first, first + perLayer);
    for (const [i, id] of layer.entries()) {
      log.node(id, 'sub_question', `Who moved the gauge at place ${first + i + 1} from its old pier, and in which year was it read again?`);
      for (const from of first === 0 ? [] : [i, (i + 1) % perLayer])
        log.add(0, { kind: 'edge-added', from: `s${first - perLayer + from + 1}`, to: id, edge: 'depends_on' });
    }
    for (const [i, id] of layer.entries()) {
      const found = passagesOf(first + i);
      log.retrieve(id, `moved gauge place ${first + i + 1}`, found);
      log.call(id, 'answer', 900, 40, 200);
      log.add(5, { kind: 'node-changed', node: id, status: 'answered', set: { answer: `Marta Quell, ${1880 + ((first + i) % 90)}` } });
    }
  }
  log.node('final', 'final', 'Which gauges were moved?');
  log.retrieve('final', 'gauges moved', passagesOf(steps.length));
  log.add(5, { kind: 'node-changed', node: 'final', status: 'answered', set: { answer: 'Marta Quell' } });
  log.add(5, { kind: 'node-changed', node: 'root', status: 'answered', set: { answer: 'Marta Quell' } });
  log.add(5, { kind: 'run-finished', status: 'ok', answer: 'Marta Quell', abstained: false, stopReason: 'finished', bytesSent: 0 });
  const { events } = log;
  const end = events.at(-1)?.at ?? 0;
  return events.map((event) => ({ ...event, at: (event.at / end) * seconds * 1000 }));
}

function passagesOf(step: number): Found[] {
  return Array.from({ length: passagesPerStep }, (_, i) => {
    const path = `gauges/${step}-${i}.md`;
    const words = `The gauge at place ${step + 1} was moved by Marta Quell in ${1880 + (step % 90)}, as page ${i} of the harbor’s book says. `;
    return { passage: passage(path, `Gauge ${step + 1}`, ['Moves'], 10 * i, 600 * i, words.repeat(6)), score: 0.9 - i / 20, t: 0 };
  });
}
