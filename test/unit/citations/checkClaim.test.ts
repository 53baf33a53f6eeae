import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkedClaims } from '../../../bench/writtenClaims.ts';
import { checkClaim, type CheckedClaim } from '../../../src/citations/checkClaim.ts';
import type { Identified } from '../../../src/citations/identity.ts';
import { languageOf } from '../../../src/language/languages.ts';
import type { DocumentIdentity } from '../../../src/protocol/identity.ts';

function check(claim: string, ...quotes: readonly string[]): string {
  const { support, why } = checkClaim(claim, { quotes, documents: [], asked: '', passages: quotes }, languageOf(claim));
  return why === undefined ? support : `${support}: ${why.kind}`;
}

const cases: readonly (readonly [claim: string, quotes: string | readonly string[], verdict: string])[] = [
  ['The dam was built in 1911.', 'The dam was built in 1911 and had no lamp until 1950.', 'supported'],
  ['The dam was built in 1911.', 'The dam was, in the end, not built in 1911.', 'contradicted: negation'],
  ['Der Mieter zahlt die Miete jeden Monat.', 'Der Mieter zahlt die Miete jeden Monat und darf nicht untervermieten.', 'supported'],
  ['Der Vertrag kann nicht gekündigt werden.', 'Der Vertrag kann mit einer Frist gekündigt werden.', 'contradicted: negation'],
  ['Le contrat ne peut pas être résilié.', 'Le contrat peut être résilié avec un préavis.', 'contradicted: negation'],
  ['Rauchen ist hier nicht erlaubt.', 'Rauchen ist hier verboten.', 'not-checked'],
  ['It is roughly 1.2 km long.', 'The dam is 1,240 metres long.', 'supported'],
  ['It is about 1,200 metres long.', 'The dam is 1,240 metres long.', 'supported'],
  ['It is 1,200 metres long.', 'The dam is 1,240 metres long.', 'contradicted: number'],
  ['It is about 1,500 metres long.', 'The dam is 1,240 metres long.', 'contradicted: number'],
  ['About 3 million people live there.', 'The city has 2,987,000 people.', 'not-checked'],
  ['It took less than twenty minutes.', 'The gate was raised in eighteen minutes.', 'not-checked'],
  ['It took less than twenty minutes.', 'The gate was raised in eighty minutes.', 'contradicted: number'],
  ['The gate opened within thirty minutes.', 'The gate opened after half an hour.', 'supported'],
  ['Birds fell by 67 %.', 'The birds fell by two thirds.', 'supported'],
  ['Birds fell by 76 %.', 'The birds fell by two thirds.', 'contradicted: number'],
  ['The gates have been open for fifty years.', 'The gates have been open for half a century.', 'supported'],
  ['Some 40 % of the 50 sheep were lost.', ['The farm had 50 sheep.', 'It lost 20 sheep.'], 'not-checked'],
  ['The firm has over 1,830 trucks.', 'The firm has over 1,800 trucks.', 'unsupported: number'],
  ['The firm has over 1,500 trucks.', 'The firm has 1,840 trucks.', 'supported'],
  ['The dam holds up to 25,030 boats.', 'The dam holds up to 25,000 boats.', 'unsupported: number'],
  ['The dam is 4,030 km (2,500 mi) away.', 'The dam is 4,000 km (2,500 mi) away.', 'contradicted: number'],
  ['It was 30 in May and 154 in June.', 'It was 30 in May and 124 in June.', 'unsupported: number'],
  ['It lies on Route 434 and on Route 30.', 'It lies on Route 404 and on Route 30.', 'unsupported: number'],
  ['Both firms have 154 bells.', 'The firm has 30 bells, and Holm has 124 bells.', 'not-checked'],
  ['The engine VT530 burned.', 'The engine VT500 burned.', 'unsupported: number'],
  ['He was born c.1940 in Hallan.', 'He was born c.1640 in Hallan.', 'unsupported: number'],
  ['He was born c.1640 in Hallan.', 'He was born c.1640 in Hallan.', 'supported'],
  ['Gains fell by 5 %.', 'Gains | change: -5 %', 'not-checked'],
  ['The low was 5 °C.', 'The low was −5 °C.', 'contradicted: number'],
  ['Other income was -1,234.', 'Other income | 2022: (1,234) | 2021: 12', 'supported'],
  ['Other income was a loss of 1,234.', 'Other income | 2022: (1,234) | 2021: 12', 'not-checked'],
  ['It cost $6.7 billion.', 'Research | 2023: $6,659 | 2022: $5,010 | in millions', 'not-checked'],
  ['It cost $6.6 billion.', 'Research | 2023: $6,659 | 2022: $5,010 | in millions', 'contradicted: number'],
  ['It cost $6,659 million.', 'Research | 2023: $6,659 | 2022: $5,010 | in millions', 'not-checked'],
  ['It cost $6.7 million.', 'Research | 2023: $6,659 | 2022: $5,010 | $’000', 'not-checked'],
  ['It cost $6.7 billion.', 'Research | 2023: $6,659 | 2022: $5,010 | $’000', 'contradicted: number'],
  ['Nine men were lost.', 'Seven men were lost.', 'contradicted: number'],
  ['Three gates are stuck.', 'All sixteen gates are there, and thirteen gates move.', 'not-checked'],
  ['It changes from one day to the next.', 'It changes every day by fifty minutes.', 'not-checked'],
  ['The ship left on May 3rd, 1926.', 'The ship left on 3 May 1926.', 'supported'],
  ['The ship left on 9 Aug 1902.', 'The ship left on 9 August 1902.', 'supported'],
  ['The ship left before 1930.', 'The ship left in 1926.', 'supported'],
  ['The ship left before 1920.', 'The ship left in 1926.', 'contradicted: date'],
  ['The cable was laid in the winter of 1955.', 'The cable was laid in the summer of 1955.', 'contradicted: date'],
  ['The film opened on November 2, 2004.', ['(19 October 2004)', 'The film opens on November 2.'], 'not-checked'],
  ['The film opened on November 3, 2004.', ['(19 October 2004)', 'The film opens on November 2.'], 'contradicted: date'],
  ['It was paid for by Mrs Holm.', 'It was paid for by Rosalind Holm.', 'not-checked'],
  ['It was paid for by Mrs Carter.', 'It was paid for by Rosalind Holm.', 'unsupported: name'],
  ['He led the IEB for years.', 'He led the Isles Electricity Board for years.', 'not-checked'],
  ['The bell has a Norwegian maker.', 'The bell was made in Norway.', 'not-checked'],
  // Too short to be surely in a language, and its words are in the quote in other forms that are no name.
  ['This is the essence of Sporting News.', 'The newest sports are the essence of Ada Holm.', 'unsupported: name'],
  ['He met Union Minister.', 'He met a minister of Holm in the credit union.', 'unsupported: name'],
  ['He opened the Orrin Barrage.', 'He opened the barrage at Orrin.', 'not-checked'],
  ['It is a British firm.', 'It is a firm from the U.K. and others.', 'not-checked'],
  ['He sailed to South Korea.', 'He sailed to the South Pacific.', 'unsupported: name'],
  ['Her 8-year-old dog was lost.', 'Her 8-year-old dog was lost.', 'supported'],
  ['Rusty gates were closed.', 'The gates were closed.', 'not-checked'],
  ['The Holm Prize Bell was cast.', 'The Holm Tower Bell was cast.', 'not-checked'],
  ['According to Holm, the gates were closed.', 'The gates were closed by Holm.', 'not-checked'],
  ['Several of Holm’s bells were sold.', 'Ada Holm sold three of the bells.', 'not-checked'],
  ['The bell carried a light for years.', 'It has never carried a light.', 'contradicted: negation'],
  ['The bell has never carried a light.', 'The bell has carried a light since 1961.', 'contradicted: negation'],
  ['The bell was not for sale.', 'The bell has carried a light since 1961.', 'not-checked'],
  ['The bells have never recovered.', ['The bells fell silent.', 'They have not come back.'], 'not-checked'],
  [
    'Das Werk wurde am 3. Mai 1926 eröffnet und ist 1.240 Meter lang.',
    'It was opened on 3 May 1926 and is 1,240 metres long.',
    'not-checked',
  ],
  ['Das Werk ist 1.420 Meter lang.', 'The plant is 1,240 metres long.', 'contradicted: number'],
  ['De las 31 personas, catorce murieron.', 'Of thirty-one aboard, fourteen were lost.', 'not-checked'],
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
    const { support, why } = checkClaim(
      claim,
      { quotes: [quote], documents: [], asked: '', passages },
      languageOf(claim, languageOf(after)),
    );
    assert.deepEqual([support, why?.kind], ['contradicted', 'negation']);
  });
}

test('a denial in a clause that says nothing else denies nothing', () => {
  assert.equal(check('To be prime (or not) is called primality.', 'To be prime, or not, is called the primality of it.'), 'supported');
  assert.equal(
    check('La propiedad de ser primo (o no) se llama primalidad.', 'Se llama primalidad a la propiedad de ser primo.'),
    'not-checked',
  );
});

test('of sentences in other words than the samples, hardly a true one is marked, and most false ones are', () => {
  const claims = checkedClaims();
  const wrong = (isFalse: boolean): readonly string[] =>
    claims.filter(({ fault, isMarked }) => (fault !== undefined) === isFalse && isMarked !== isFalse).map(({ claim }) => claim);
  assert.ok(wrong(false).length <= 0.05 * 60, wrong(false).join('\n'));
  assert.ok(wrong(true).length <= 0.2 * 60, wrong(true).join('\n'));
});

const edition = {
  path: 'standards/3085-edition-2021.md',
  title: 'RFC 3085: Wake-up calls for gates',
  headings: ['Timers'],
};

function checkWith(claim: string, quote: string, document: Identified): CheckedClaim {
  return checkClaim(claim, { quotes: [quote], documents: [document], asked: '', passages: [quote] }, languageOf(claim));
}

test('what a document is known by shows numbers, dates and names of a sentence, and that is said', () => {
  const quote = 'A gate wakes the next one within four seconds.';
  const claim = 'In RFC 3085, a gate wakes the next one within four seconds.';
  const { path } = edition;
  assert.deepEqual(checkWith(claim, quote, edition), { support: 'supported', shown: [{ words: 'RFC 3085', from: 'title', path }] });
  const untitled = { ...edition, title: 'Wake-up calls for gates' };
  assert.deepEqual(checkWith(claim, quote, untitled).shown, [{ words: 'RFC 3085', from: 'fileName', path }]);
  assert.deepEqual(checkWith('The edition of 2021 wakes the next gate.', quote, untitled).shown, [
    { words: '2021', from: 'fileName', path },
  ]);
  assert.equal(checkWith('In RFC 3086, a gate wakes the next one within four seconds.', quote, edition).why?.words, '3086');
  const identity: DocumentIdentity = {
    title: 'Gates',
    titleFrom: 'title',
    parts: [{ kind: 'version', value: '2.14', from: 'firstPage' }],
  };
  assert.deepEqual(checkWith('Version 2.14 wakes the next gate.', quote, { ...untitled, identity }).shown, [
    { words: 'Version 2.14', from: 'firstPage', path },
  ]);
});

test('a sentence that says more than its quote is not checked, nor are the words of a quote in another order', () => {
  const quote = 'The barrage is located at the mouth of the Orrin, which Ada Holm surveyed before the flood.';
  for (const [claim, support] of [
    ['The barrage was a fraud.', 'not-checked'],
    ['The barrage is located at the mouth of the Orrin.', 'supported'],
    ['At the mouth of the Orrin, the barrage is located.', 'supported'],
    ['The mouth located the barrage of the Orrin.', 'not-checked'],
    ['The Orrin surveyed Ada Holm before the flood.', 'not-checked'],
    ['Ada Holm surveyed the barrage.', 'not-checked'],
    ['Ada Holm may have surveyed the Orrin.', 'not-checked'],
    ['The barrage is only located at the mouth of the Orrin.', 'not-checked'],
  ] as const)
    assert.equal(check(claim, quote), support, claim);
  assert.equal(check('Holm bought the gate.', 'Holm sold the bells, and Tarrow bought the gate.'), 'not-checked');
  assert.equal(check('The gate burned.', 'The gate closed and the lamp burned.'), 'not-checked');
  assert.equal(check('The gate is closed in winter.', 'The gate may be closed in winter.'), 'not-checked');
  assert.equal(check('The dam was built before 1911.', 'The dam was built in 1911.'), 'not-checked');
  assert.equal(check('工程于1968年开始打桩。', 'Piling began in 1968.'), 'not-checked');
  assert.equal(check('灯塔建于1908年。', '灯塔建于1908年，由霍尔姆设计。'), 'supported');
  assert.equal(check('Die Brücke wurde 1911 im Hafen gebaut.', 'Die alte Brücke wurde 1911 im Hafen gebaut.'), 'supported');
});

test('a denial of something else, what may be, and a denied change contradict nothing', () => {
  for (const [claim, quote] of [
    ['The gate of Orrin was opened in May.', 'The gate of Orrin, which no boat may pass at night, was opened in May.'],
    ['Existing code does not break.', 'Existing code keeps its meaning with the new rule.'],
    ['The new rule does not change existing code.', 'The new rule leaves existing code as it is.'],
    ['The gate may fail in winter.', 'The gate does not fail in winter.'],
    ['The gate could be opened by hand.', 'The gate is not opened by hand.'],
  ] as const)
    assert.equal(check(claim, quote).split(':')[0] === 'contradicted', false, claim);
  assert.equal(check('The gate may be opened by hand.', 'The gate may not be opened by hand.'), 'contradicted: negation');
  assert.equal(check('Existing code does not keep its meaning.', 'Existing code keeps its meaning.'), 'contradicted: negation');
});

test('a sentence that says the same in another build is supported, and its twin with the roles exchanged is not', () => {
  for (const [claim, quote, support] of [
    ['The dam was built by Ada Holm.', 'Ada Holm built the dam.', 'supported'],
    ['Ada Holm was built by the dam.', 'Ada Holm built the dam.', 'not-checked'],
    ['The bells were sold.', 'Holm sold the bells.', 'supported'],
    ['The firm was sold.', 'The firm sold the bells.', 'not-checked'],
    ['The lamp was driven by Ada Holm’s clockwork.', 'The clockwork of Ada Holm drove the lamp.', 'supported'],
    ['Holm died in May.', 'The father of Holm died in May.', 'not-checked'],
    ['Holm closed the yard in May.', 'In May, Holm sold the bells and closed the yard.', 'not-checked'],
    ['Holm died in 1871.', 'Holm was born in 1871 and died in 1944.', 'not-checked'],
    ['The yard built engines by 1910.', 'By 1900 the yard built engines, by 1910 cranes.', 'not-checked'],
    ['The yard built cranes by 1910.', 'By 1900 the yard built engines, by 1910 cranes.', 'supported'],
    ['All gates were closed.', 'The gates were closed.', 'not-checked'],
    ['Some gates were closed.', 'The gates were closed.', 'not-checked'],
    ['Only Holm sold the bells.', 'Holm sold only the bells.', 'not-checked'],
    ['All 16 gates were closed.', 'All 16 gates were closed in May.', 'supported'],
  ] as const)
    assert.equal(check(claim, quote), support, `${claim} <= ${quote}`);
});

test('what nothing shows is named', () => {
  const quote = 'The gate closes in four minutes.';
  const source = { quotes: [quote], documents: [], asked: '', passages: [quote] };
  assert.deepEqual(checkClaim('The new gate closes faster in storms.', source, languageOf(quote)).unshown, ['new', 'faster', 'storms']);
});

test('of sentences in other words than the samples, most true ones that repeat what is said are supported, and no false twin is', () => {
  const supported = checkedClaims('paraphrases').filter(({ isSupported }) => isSupported);
  assert.deepEqual(
    supported.filter(({ fault }) => fault !== undefined).map(({ claim }) => claim),
    [],
  );
  assert.ok(supported.length >= 22, `${supported.length}`);
});

test('of the words of a sentence in any other order, none is supported by it', () => {
  const words = ['Holm', 'sold', 'seven', 'bells', 'near', 'Orrin', 'after', 'the', 'winter', 'storm', 'broke', 'every', 'lamp'];
  const quote = `${words.join(' ')}.`;
  const content = (text: string): string =>
    text
      .replace(/\b(?:the|near|after|every)\b|[^\p{L} ]/giu, ' ')
      .trim()
      .split(/\s+/)
      .join(' ');
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: words.length, maxLength: words.length }), (shuffled) => {
      const claim = `${shuffled.join(' ')}.`;
      if (content(claim) !== content(quote)) assert.notEqual(check(claim, quote), 'supported', claim);
    }),
  );
});

test('what a sentence repeats of the question is not its own, and supports nothing', () => {
  const asked = 'Was the dam of Hallan not open for 50 days?\nHallan';
  const quote = 'The dam of Hallan was open for 40 days.';
  const said = (claim: string): string => {
    const { support, why } = checkClaim(claim, { quotes: [quote], documents: [], asked, passages: [quote] }, languageOf(claim));
    return why === undefined ? support : `${support}: ${why.kind}`;
  };
  assert.equal(said('The answer to "Was the dam of Hallan not open for 50 days" is no.'), 'not-checked');
  assert.equal(said('The answer to “Was the dam of Hallan not open for 50 days?” is yes.'), 'not-checked');
  assert.equal(said('The answer to "Was the dam of Hallan open for 60 days" is no.'), 'contradicted: number');
  assert.equal(said('The answer to "Was the dam of Hallan not open for 50 days" is 30.'), 'unsupported: number');
  assert.equal(said('The dam of Hallan was open for 50 days.'), 'contradicted: number');
});
