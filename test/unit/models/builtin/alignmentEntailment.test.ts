import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../../src/base/abort.ts';
import { english } from '../../../../src/language/english.ts';
import { alignmentEntailment } from '../../../../src/models/builtin/alignmentEntailment.ts';
import type { EntailmentLabel } from '../../../../src/models/models.ts';

const model = alignmentEntailment(english);

async function label(question: string, first: string, second: string): Promise<EntailmentLabel | undefined> {
  const [one] = await model.label([{ premise: `${question} ${first}`, hypothesis: `${question} ${second}` }]);
  return one?.label;
}

const WHO = 'Who directed the film?';
const WHERE = 'Where was she born?';
const WHEN = 'When did the lighthouse open?';
const MANY = 'How many people live there?';
const FAR = 'How far is it?';
const WHAT = 'What is it called?';
const IS = 'Are both directors from the same country?';

/** Two answers to one question that mean the same, so that each entails the other. */
const same: readonly (readonly [string, string, string])[] = [
  [WHO, 'Ilse Brandvik', 'ilse brandvik'],
  [WHO, 'Ilse Brandvik', 'Ilse Brandvik.'],
  [WHO, 'Ilse Brandvik', 'Brandvik, Ilse'],
  [WHO, 'J. R. R. Tolkien', 'John Ronald Reuel Tolkien'],
  [WHO, 'J.R.R. Tolkien', 'J. R. R. Tolkien'],
  [WHO, 'JRR Tolkien', 'John Ronald Reuel Tolkien'],
  [WHO, 'Tolkien', 'J. R. R. Tolkien'],
  [WHO, 'John Kennedy', 'John F. Kennedy'],
  [WHO, 'Robert Oppenheimer', 'J. Robert Oppenheimer'],
  [WHO, 'Ta-Nehisi Coates', 'Ta-Nehisi Paul Coates'],
  [WHO, 'Dr. Ada Lovelace', 'Ada Lovelace'],
  [WHO, 'Fyodor Dostoevsky', 'Fyodor Dostoyevsky'],
  [WHO, 'José Muñoz', 'Jose Munoz'],
  [WHO, 'The film was directed by Ilse Brandvik', 'Ilse Brandvik'],
  [WHO, 'Ada Lovelace (1815–1852)', 'Ada Lovelace'],
  [WHAT, 'the Glass Museum', 'Glass Museum'],
  [WHAT, 'The Trial (novel)', 'The Trial'],
  [WHAT, 'World War II', 'World War 2'],
  [WHAT, 'World War II', 'the Second World War'],
  [WHAT, 'NATO', 'North Atlantic Treaty Organization'],
  [WHAT, 'the United States', 'USA'],
  [WHAT, 'U.S.', 'United States'],
  [WHAT, 'UK', 'United Kingdom'],
  [WHAT, 'LA', 'Los Angeles'],
  [WHAT, 'St. Olaf', 'Saint Olaf'],
  [WHAT, 'Mt. Everest', 'Mount Everest'],
  [WHAT, 'Univ. of Oslo', 'University of Oslo'],
  [WHAT, 'Acme Inc.', 'Acme'],
  [WHAT, 'America', 'the U.S.'],
  [WHAT, 'the Nile', 'Nile River'],
  [WHAT, 'gray harbor', 'grey harbour'],
  [WHAT, 'blue bird', 'bluebird'],
  [WHERE, 'Oslo', 'Oslo, Norway'],
  [WHERE, 'in Oslo', 'Oslo'],
  [WHEN, '12 May 1921', 'May 12, 1921'],
  [WHEN, '12 May 1921', '1921-05-12'],
  [WHEN, '12 May 1921', '12/05/1921'],
  [WHEN, '12 May 1921', '12.5.1921'],
  [WHEN, '12-May-1921', '12-05-1921'],
  [WHEN, '22-Jan-23', '1/22/2023'],
  [WHEN, 'February 1637', '02/1637'],
  [WHEN, '12th of May, 1921', 'on May 12th 1921'],
  [WHEN, 'in 1907', '1907'],
  [WHEN, '1914–1918', 'from 1914 to 1918'],
  [MANY, '1,250', '1250'],
  [MANY, '5.3 million', '5,300,000'],
  [MANY, '42', 'forty-two'],
  [MANY, 'two hundred and six', '206'],
  [MANY, '42 people', '42'],
  [MANY, 'about 1,250', '1,250 inhabitants'],
  [FAR, '5 km', '5 kilometres'],
  [FAR, '5 km', '5000 m'],
  [FAR, '5 km', '3.1 miles'],
  [FAR, '12 per cent', '12%'],
  [FAR, '$20', '20 dollars'],
  [FAR, 'US$20', '20 dollars'],
  [WHAT, 'the third', '3rd'],
  [IS, 'yes', 'Yes.'],
  [IS, 'Yes', 'Yes, both are from Norway'],
  [IS, 'No', 'They are not from the same country'],
];

/** The first says more than the second: it entails it, and not the other way round. */
const oneWay: readonly (readonly [string, string, string])[] = [
  [WHEN, '12 May 1921', '1921'],
  [WHEN, '12 May 1921', 'May 1921'],
  [WHEN, '1924', 'the 1920s'],
  [WHEN, '1924', 'the 20th century'],
  [WHAT, 'Oslo and Bergen', 'Oslo'],
  [WHAT, 'New York Times', 'New York'],
  [WHAT, 'Elizabeth II', 'Elizabeth'],
  [WHAT, 'a red wooden boat', 'a boat'],
  [WHO, 'George H. W. Bush', 'George W. Bush'],
];

/** Two answers that cannot both be right. */
const different: readonly (readonly [string, string, string])[] = [
  [WHO, 'Ilse Brandvik', 'Ada Lovelace'],
  [WHO, 'John Smith', 'John Adams'],
  [WHO, 'J. Smith', 'Mary Smith'],
  [WHO, 'John F. Kennedy', 'Robert F. Kennedy'],
  [WHO, 'Lars Hansen', 'Lars Hanson'],
  [WHO, 'tolkien', 'lewis'],
  [WHERE, 'Oslo', 'Bergen'],
  [WHERE, 'Paris, Texas', 'Paris, France'],
  [WHERE, 'Austria', 'Australia'],
  [WHAT, 'University of Oslo', 'University of Bergen'],
  [WHAT, 'Elizabeth I', 'Elizabeth II'],
  [WHAT, 'World War I', 'World War II'],
  [WHAT, 'red', 'blue'],
  [WHAT, 'the northern harbor', 'the southern harbor'],
  [WHEN, '1921', '1922'],
  [WHEN, '12 May 1921', '13 May 1921'],
  [WHEN, '12 May 1921', '12 June 1921'],
  [WHEN, '1931', 'the 1920s'],
  [WHEN, 'before the war', 'after the war'],
  [MANY, '42', '43'],
  [MANY, '5.3 million', '5.4 million'],
  [MANY, '1,234', '1,240'],
  [FAR, '5 km', '5 miles'],
  [FAR, '1.5', '15'],
  [FAR, '$5', '€5'],
  [FAR, '5', '-5'],
  [FAR, '5 km', '5 hours'],
  [WHAT, 'third', 'fourth'],
  [IS, 'yes', 'no'],
  [IS, 'Yes', 'They are not from the same country'],
  [IS, 'they are from the same country', 'they are not from the same country'],
  ['Which came first, Film A or Film B?', 'Film A', 'Film B'],
  ['Is Oslo or Bergen older?', 'Oslo', 'Bergen'],
  ['Which is older, Drive A Crooked Road or Annam?', 'Drive A Crooked Road', 'Annam'],
];

for (const [question, first, second] of same) {
  test(`"${first}" and "${second}" entail each other`, async () => {
    assert.deepEqual([await label(question, first, second), await label(question, second, first)], ['entailment', 'entailment']);
  });
}

for (const [question, first, second] of oneWay) {
  test(`"${first}" entails "${second}", which leaves it open`, async () => {
    assert.deepEqual([await label(question, first, second), await label(question, second, first)], ['entailment', 'neutral']);
  });
}

for (const [question, first, second] of different) {
  test(`"${first}" and "${second}" contradict each other`, async () => {
    assert.deepEqual([await label(question, first, second), await label(question, second, first)], ['contradiction', 'contradiction']);
  });
}

test('sentences without a question: what is left out is entailed, what is added is open', async () => {
  const [less, more, other] = await model.label([
    { premise: 'The lighthouse was built in 1907 by monks.', hypothesis: 'The lighthouse was built in 1907.' },
    { premise: 'The lighthouse was built in 1907.', hypothesis: 'The lighthouse was built in 1907 by monks.' },
    { premise: 'The lighthouse was built in 1907.', hypothesis: 'The lighthouse was built in 1911.' },
  ]);
  assert.deepEqual([less?.label, more?.label, other?.label], ['entailment', 'neutral', 'contradiction']);
});

test('the label is the most probable, probabilities add up to one, and a text entails itself', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), async (premise, hypothesis) => {
      const [pair, self] = await model.label([
        { premise, hypothesis },
        { premise, hypothesis: premise },
      ]);
      const { entailment = 0, neutral = 0, contradiction = 0 } = pair?.probabilities ?? {};
      assert.ok(Math.abs(entailment + neutral + contradiction - 1) < 1e-9);
      assert.equal(pair?.probabilities[pair.label], Math.max(entailment, neutral, contradiction));
      assert.equal(self?.label, 'entailment');
    }),
  ));

test('a fired signal stops it', async () => {
  const pairs = [{ premise: 'a', hypothesis: 'b' }];
  await assert.rejects(model.label(pairs, { signal: AbortSignal.abort() }), isAbort);
});
