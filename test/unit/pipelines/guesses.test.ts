/** Without a model, a step that is too unsure of its answer still leads to the passages of the next one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pipelineOf } from '../../support/allPipelines.ts';
import { ExtractiveReasoner } from '../../../src/reasoning/extractive/extractiveReasoner.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';

// The engineer is only said to have been around, which no reader takes for the designer.
const index = new MemoryIndex([
  passageOf('barrage', 'The Orrin barrage was much discussed. Ines Tarrow was an engineer of the Orrin barrage.'),
  passageOf('ines', 'Ines Tarrow was born in Kelmouth on 4 March 1871.'),
  passageOf('ferry', 'A ferry crosses the estuary.'),
]);
const question = 'Where was the engineer who designed the Orrin barrage born?';

for (const pipeline of ['sunar-nar', 'self-ask']) {
  test(`${pipeline}: a guess leads to further evidence, is marked, and nothing is answered from it`, async () => {
    const { trace } = await runInMemory({ index, question, pipeline: pipelineOf(pipeline), reasoner: new ExtractiveReasoner() });
    const [first, second] = trace.nodes.filter(({ kind }) => kind === 'sub_question');
    assert.deepEqual([first?.text, first?.answer, first?.guessed], ['Which engineer designed the Orrin barrage?', null, undefined]);
    assert.deepEqual([second?.text, second?.answer, second?.guessed], ['Where was Ines Tarrow born?', 'Kelmouth', ['Ines Tarrow']]);
    assert.equal(second?.unconfirmed, 'guessed');
    assert.ok(second.evidence.some(({ passageId }) => passageId === 'ines'));
    assert.equal(trace.answer, null);
  });
}
