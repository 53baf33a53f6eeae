import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedClaims } from '../../../bench/writtenClaims.ts';
import { checkClaim } from '../../../src/citations/checkClaim.ts';
import { languageOf } from '../../../src/language/languages.ts';

function check(claim: string, ...quotes: readonly string[]): string {
  const { support, why } = checkClaim(claim, { quotes, about: '', passages: quotes }, languageOf(claim));
  return why === undefined ? support : `${support}: ${why.kind}`;
}

const cases: readonly (readonly [claim: string, quotes: string | readonly string[], verdict: string])[] = [
  ['The dam was built in 1911.', 'The dam was built in 1911 and had no lamp until 1950.', 'supported'],
  ['The dam was built in 1911.', 'The dam was, in the end, not built in 1911.', 'contradicted: negation'],
  ['Der Mieter zahlt die Miete jeden Monat.', 'Der Mieter zahlt die Miete jeden Monat und darf nicht untervermieten.', 'supported'],
  ['Der Vertrag kann nicht gekündigt werden.', 'Der Vertrag kann mit einer Frist gekündigt werden.', 'contradicted: negation'],
  ['Le contrat ne peut pas être résilié.', 'Le contrat peut être résilié avec un préavis.', 'contradicted: negation'],
  ['Rauchen ist hier nicht erlaubt.', 'Rauchen ist hier verboten.', 'supported'],
  ['It is roughly 1.2 km long.', 'The dam is 1,240 metres long.', 'supported'],
  ['It is about 1,200 metres long.', 'The dam is 1,240 metres long.', 'supported'],
  ['It is 1,200 metres long.', 'The dam is 1,240 metres long.', 'contradicted: number'],
  ['It is about 1,500 metres long.', 'The dam is 1,240 metres long.', 'contradicted: number'],
  ['About 3 million people live there.', 'The city has 2,987,000 people.', 'supported'],
  ['It took less than twenty minutes.', 'The gate was raised in eighteen minutes.', 'supported'],
  ['It took less than twenty minutes.', 'The gate was raised in eighty minutes.', 'contradicted: number'],
  ['The gate opened within thirty minutes.', 'The gate opened after half an hour.', 'supported'],
  ['Birds fell by 67 %.', 'The birds fell by two thirds.', 'supported'],
  ['Birds fell by 76 %.', 'The birds fell by two thirds.', 'contradicted: number'],
  ['The gates have been open for fifty years.', 'The gates have been open for half a century.', 'supported'],
  ['Some 40 % of the 50 sheep were lost.', ['The farm had 50 sheep.', 'It lost 20 sheep.'], 'supported'],
  ['Nine men were lost.', 'Seven men were lost.', 'contradicted: number'],
  ['Three gates are stuck.', 'All sixteen gates are there, and thirteen gates move.', 'supported'],
  ['It changes from one day to the next.', 'It changes every day by fifty minutes.', 'supported'],
  ['The ship left on May 3rd, 1926.', 'The ship left on 3 May 1926.', 'supported'],
  ['The ship left on 9 Aug 1902.', 'The ship left on 9 August 1902.', 'supported'],
  ['The ship left before 1930.', 'The ship left in 1926.', 'supported'],
  ['The ship left before 1920.', 'The ship left in 1926.', 'contradicted: date'],
  ['The cable was laid in the winter of 1955.', 'The cable was laid in the summer of 1955.', 'contradicted: date'],
  ['The film opened on November 2, 2004.', ['(19 October 2004)', 'The film opens on November 2.'], 'supported'],
  ['The film opened on November 3, 2004.', ['(19 October 2004)', 'The film opens on November 2.'], 'contradicted: date'],
  ['It was paid for by Mrs Holm.', 'It was paid for by Rosalind Holm.', 'supported'],
  ['It was paid for by Mrs Carter.', 'It was paid for by Rosalind Holm.', 'unsupported: name'],
  ['He led the IEB for years.', 'He led the Isles Electricity Board for years.', 'supported'],
  ['The bell has a Norwegian maker.', 'The bell was made in Norway.', 'supported'],
  ['Several of Holm’s bells were sold.', 'Ada Holm sold three of the bells.', 'supported'],
  ['The bell carried a light for years.', 'It has never carried a light.', 'contradicted: negation'],
  ['The bell has never carried a light.', 'The bell has carried a light since 1961.', 'contradicted: negation'],
  ['The bell was not for sale.', 'The bell has carried a light since 1961.', 'unsupported: negation'],
  ['The bells have never recovered.', ['The bells fell silent.', 'They have not come back.'], 'supported'],
  [
    'Das Werk wurde am 3. Mai 1926 eröffnet und ist 1.240 Meter lang.',
    'It was opened on 3 May 1926 and is 1,240 metres long.',
    'supported',
  ],
  ['Das Werk ist 1.420 Meter lang.', 'The plant is 1,240 metres long.', 'contradicted: number'],
  ['De las 31 personas, catorce murieron.', 'Of thirty-one aboard, fourteen were lost.', 'supported'],
];

for (const [claim, quotes, verdict] of cases) {
  test(`${claim} ${verdict}`, () => assert.equal(check(claim, ...[quotes].flat()), verdict));
}

const inLanguages = [
  ['El contrato no puede rescindirse.', 'El contrato puede rescindirse con un preaviso.', 'Las partes lo firmaron en la ciudad.'],
  ['El contrato puede rescindirse.', 'El contrato no puede rescindirse antes de mayo.', 'Las partes lo firmaron en la ciudad.'],
  ['Sözleşme feshedilebilir değil.', 'Sözleşme feshedilebilir.', 'Taraflar bunu bir yıl içinde ve çok çabuk imzaladı.'],
] as const;

for (const [claim, quote, after] of inLanguages) {
  test(`${claim} denies ${quote}`, () => {
    const passages = [`${quote} ${after}`];
    const { support, why } = checkClaim(claim, { quotes: [quote], about: '', passages }, languageOf(claim, languageOf(after)));
    assert.deepEqual([support, why?.kind], ['contradicted', 'negation']);
  });
}

test('a denial in a clause that says nothing else denies nothing', () => {
  assert.equal(check('To be prime (or not) is called primality.', 'To be prime, or not, is called the primality of it.'), 'supported');
  assert.equal(
    check('La propiedad de ser primo (o no) se llama primalidad.', 'Se llama primalidad a la propiedad de ser primo.'),
    'supported',
  );
});

test('of sentences in other words than the samples, hardly a true one is marked, and most false ones are', () => {
  const claims = checkedClaims();
  const wrong = (isFalse: boolean): readonly string[] =>
    claims.filter(({ fault, isMarked }) => (fault !== undefined) === isFalse && isMarked !== isFalse).map(({ claim }) => claim);
  assert.ok(wrong(false).length <= 0.05 * 60, wrong(false).join('\n'));
  assert.ok(wrong(true).length <= 0.2 * 60, wrong(true).join('\n'));
});
