import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempFolder } from '../../../bench/harness.ts';
import { reader } from '../../../bench/reader.ts';

const options = { quick: true, signal: new AbortController().signal, log: () => undefined };

test('the reader bench shows for each data set what every part is worth, and plots it', async () => {
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
    const { rows } = await reader.run({ ...options, dataset: folder, out: join(folder, 'plot.svg') });
    const [whole] = rows;
    assert.deepEqual(whole?.slice(0, 8), ['lighthouses', 'questions', 'all parts', 1, 1, '100.0', '100.0', '20.7–100.0']);
    assert.deepEqual(
      rows.map(([, kind, parts, , given]) => [kind, parts, given]),
      [
        ['questions', 'all parts', 1],
        ['questions', 'without decomposition', 0],
        ['questions', 'without abstention', 1],
        ['gold sub-questions', 'all parts', 2],
        ['gold sub-questions', 'without decomposition', 2],
        ['gold sub-questions', 'without abstention', 2],
        ['steps of own plans', 'all parts', 2],
        ['steps of own plans', 'without decomposition', 2],
        ['steps of own plans', 'without abstention', 2],
      ],
    );
    assert.match(readFileSync(join(folder, 'plot.svg'), 'utf8'), /^<svg[^]*lighthouses, gold sub-questions[^]*<\/svg>\n$/);
  });
});

test('a folder without data sets is named', async () => {
  await withTempFolder(async (folder) => {
    await assert.rejects(reader.run({ ...options, dataset: folder }), new RegExp(`${folder} has no data set: questions\\.jsonl`));
  });
});
