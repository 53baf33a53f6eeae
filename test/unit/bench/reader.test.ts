import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempFolder } from '../../../bench/harness.ts';
import { reader } from '../../../bench/reader.ts';

const options = { quick: true, signal: new AbortController().signal, log: () => undefined };

test('the reader bench shows for each data set what every part is worth', async () => {
  await withTempFolder(async (folder) => {
    const dataset = join(folder, 'lighthouses');
    mkdirSync(dataset);
    const passages = [
      { id: 'a', title: 'Skell Head', text: 'Skell Head is a lighthouse. It was designed by Ines Tarrow.' },
      { id: 'b', title: 'Ines Tarrow', text: 'Ines Tarrow was an engineer. She was born in Kelmouth.' },
      { id: 'c', title: 'Osric Vane', text: 'Osric Vane was an engineer, born in Lorrimouth.' },
    ];
    const decomposition = [
      { question: 'Skell Head >> designer', answer: 'Ines Tarrow', supporting: ['a'] },
      { question: 'Where was #1 born?', answer: 'Kelmouth', supporting: ['b'] },
    ];
    const question = {
      id: 'q',
      question: 'Where was the designer of Skell Head born?',
      answers: ['Kelmouth'],
      supporting: ['a', 'b'],
      decomposition,
    };
    writeFileSync(join(dataset, 'corpus.jsonl'), passages.map((passage) => JSON.stringify(passage)).join('\n'));
    writeFileSync(join(dataset, 'questions.jsonl'), JSON.stringify(question));
    const { rows } = await reader.run({ ...options, dataset: folder });
    const [whole] = rows;
    assert.deepEqual(whole, ['lighthouses', 1, 'questions', 'all parts', '100.0', '100.0', '100.0', '100.0', '20.7–100.0', '0.0']);
    assert.deepEqual(
      rows.map(([, count, kind, parts, exactMatch]) => [count, kind, parts, exactMatch]),
      [
        [1, 'questions', 'all parts', '100.0'],
        [1, 'questions', 'without decomposition', '0.0'],
        [1, 'questions', 'without relations', '0.0'],
        [1, 'questions', 'without placement', '100.0'],
        [2, 'gold sub-questions', 'all parts', '100.0'],
        [2, 'gold sub-questions', 'without decomposition', '100.0'],
        [2, 'gold sub-questions', 'without relations', '50.0'],
        [2, 'gold sub-questions', 'without placement', '100.0'],
      ],
    );
  });
});

test('a folder without data sets is named', async () => {
  await withTempFolder(async (folder) => {
    await assert.rejects(reader.run({ ...options, dataset: folder }), new RegExp(`${folder} has no data set: questions\\.jsonl`));
  });
});
