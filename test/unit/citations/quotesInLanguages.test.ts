/** Quotes and the support check in other languages than English. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesAround } from '../../../src/citations/quotable.ts';
import { isUnsupported } from '../../../src/citations/support.ts';
import { english } from '../../../src/language/english.ts';
import { languageOf } from '../../../src/language/languages.ts';
import { alignmentEntailment } from '../../../src/models/builtin/alignmentEntailment.ts';
import { supportingQuote } from '../../../src/reasoning/supportingQuote.ts';
import { askedWords } from '../../../src/run/draftDigest.ts';
import { passageOf } from '../../support/passages.ts';

test('the quote around some words is whole sentences, at their exact place', () => {
  for (const [before, sentence, after, words] of [
    ['灯塔建于1908年。', '灯塔由伊内斯·霍尔姆设计！', '它仍在那里。', '伊内斯·霍尔姆'],
    ['بني المنار عام 1908. ', 'هل صممته إيناس هولم في أورين؟', ' ما زال هناك.', 'إيناس هولم'],
    ['灯台は1908年に建てられた。', '「設計者はイネス・ホルムです。」', '今もある。', 'ホルム'],
    ['दीपघर १९०८ में बना। ', 'इसे इनेस होल्म ने बनाया।', ' वह अब भी है।', 'होल्म'],
  ] as const) {
    const text = `${before}${sentence}${after}`;
    const start = text.indexOf(words);
    const quote = sentencesAround(passageOf('a', text), { start, end: start + words.length }, english);
    assert.equal(text.slice(quote.start, quote.end), sentence);
    assert.equal(supportingQuote({ text, runs: [] }, words, '', languageOf(text)), sentence);
  }
});

test('lines without a common word do not support a claim, in any form or compound they do', () => {
  for (const [claim, other, same] of [
    ['Die Brücke wurde im Hafen gebaut.', 'Der Kaiser reiste nach Rom.', 'Eine alte Hafenmauer ist zu sehen.'],
    ['Мост построен в гавани.', 'Он и кошка спали на диване.', 'У моста стояла лодка.'],
    ['وبني الجسر القديم في المدينة.', 'كان القط ينام على السرير.', 'هذه المدينة كبيرة.'],
    ['大桥建于十九世纪。', '他喜欢吃苹果。', '这座大桥很长。'],
    ['橋は古い石で造られた。', '彼はりんごが好きです。', 'その石は重い。古い石だ。'],
    ['다리는 항구에 세워졌다.', '고양이가 침대에서 잤다.', '항구의 배는 크다.'],
  ] as const) {
    assert.equal(isUnsupported(claim, other, languageOf(claim)), true, claim);
    assert.equal(isUnsupported(claim, same, languageOf(claim)), false, claim);
    assert.equal(isUnsupported(claim, 'The lamp was lit in the harbor.', languageOf(claim)), false, claim);
  }
});

test('dates, numbers and negations contradict each other in every language', async () => {
  const pairs = [
    ['Wann? am 3. Mai 1921', 'Wann? 3.5.1921', 'entailment'],
    ['Wann? am 3. Mai 1921', 'Wann? am 4. Mai 1921', 'contradiction'],
    ['桥是什么时候建的？1921年5月3日', '桥是什么时候建的？1921年5月4日', 'contradiction'],
    ['متى بني الجسر؟ ٣ مايو ١٩٢١', 'متى بني الجسر؟ 3 مايو 1921', 'entailment'],
    ['Он был там', 'Он не был там', 'contradiction'],
    ['La ville est grande', 'La ville n’est pas grande', 'contradiction'],
    ['El puente es largo', 'El puente no es largo', 'contradiction'],
    ['他来了吗？是', '他来了吗？不是', 'contradiction'],
    ['彼は来ましたか？はい', '彼は来ましたか？いいえ', 'contradiction'],
  ] as const;
  const labels = await alignmentEntailment(english).label(pairs.map(([premise, hypothesis]) => ({ premise, hypothesis })));
  assert.deepEqual(
    labels.map((entailed) => entailed?.label),
    pairs.map(([, , label]) => label),
  );
});

test('of a sentence without spaces only the words that were asked for are marked', () => {
  const text = '灯塔的设计师是霍尔姆。';
  const marked = askedWords(text, '谁是设计师？').map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(marked, ['设计师']);
});
