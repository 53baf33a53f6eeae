import assert from 'node:assert/strict';
import { test } from 'node:test';
import { english } from '../../../src/language/english.ts';
import { asksWhether, requestedForm, withoutRequest } from '../../../src/language/requests.ts';
import type { WrittenForm } from '../../../src/protocol/writtenAnswer.ts';

const forms: readonly (readonly [form: WrittenForm | undefined, questions: readonly string[]])[] = [
  [
    'table',
    [
      'Compare the two drafts of the treaty.',
      'How do the old and the new turbine differ?',
      'For each island, what is the highest point?',
      'Vergleiche die beiden Angebote.',
      'Worin unterscheiden sich die Entwürfe?',
      '¿Cuál es la diferencia entre las dos versiones?',
      '比较这两份合同的价格。',
      '東京と大阪の違いは何ですか。',
      '두 계약의 차이점은 무엇입니까?',
      'قارن بين العقدين.',
      'Сравните два отчёта.',
    ],
  ],
  [
    'list',
    [
      'Which bridges did the company repair?',
      'What side effects were reported in the second trial?',
      'Who are the authors of the annexes?',
      'Name three people who opposed the merger.',
      'Which documents mention the north pier?',
      'Nenne alle Beteiligten des Verfahrens.',
      'Quelles mesures ont été prises ?',
      '请列出所有的供应商。',
      '이 문서에 나오는 회사 목록을 알려 주세요.',
    ],
  ],
  [
    'explained',
    [
      'Why do the two lengths differ?',
      'How does the sluice keep its level?',
      'Explain why the survey was repeated.',
      'In the report of 1952, how does the company pay for the bridge?',
      'Did the rates rise over the years? If so, what are the causes?',
      'For the annual report, analyze the costs of the sluice.',
      'Did the mine close, and what are the consequences?',
      'Warum wurde der Vertrag gekündigt?',
      'Wie funktioniert die Schleuse?',
      '¿Por qué se cerró la mina?',
      '¿Cómo se financió el puente?',
      'Pourquoi le port a-t-il fermé ?',
      'Waarom werd de brug gesloten?',
      'Почему закрыли шахту?',
      'Γιατί έκλεισε το λιμάνι;',
      'Köprü neden kapatıldı?',
      'पुल क्यों बंद किया गया?',
      'لماذا أغلق الميناء؟',
      '为什么项目推迟了？',
      'なぜ橋は閉鎖されたのですか。',
      '다리는 왜 폐쇄되었습니까?',
      'ทำไมสะพานถึงปิด',
      'Tại sao cây cầu bị đóng?',
    ],
  ],
  [
    undefined,
    [
      'How many arches has the bridge?',
      'How was the keeper’s brother killed?',
      'Wie alt ist die Mühle?',
      'Wie wird der Turm auch genannt?',
      '¿Cómo se llama el puente?',
      'Nennen Sie ein Beispiel.',
      'Ποια ομάδα κέρδισε;',
      '函数问题可以重新表述为什么？',
      'Köprünün yıkılmasına neden olan nedir?',
      'เรือลำใดอธิบายไว้ในบันทึก',
      'Who founded the museum?',
      'Which river flows past the mill?',
      'In which year did sales peak?',
      'Which process does the analysis describe?',
      'What causes the whistling noise?',
      'متى بدأ المشروع؟',
      '',
    ],
  ],
];

for (const [form, questions] of forms) {
  for (const question of questions)
    test(`“${question}” calls for ${form ?? 'no other form'}`, () => assert.equal(requestedForm(question), form));
}

test('a question to answer with yes or no begins with its verb', () => {
  const asked = ['Was Varn Hall a farm?', 'Did it burn down?', 'Who was the builder?', 'Which of them is older?', '?', ''];
  assert.deepEqual(
    asked.map((question) => asksWhether(question, english)),
    [true, true, false, false, false, false],
  );
});

test('the verb of what somebody says is no word of what is asked for; where it is what is done, it is', () => {
  const asked = [
    ['Which risks does NVIDIA name about its suppliers?', 'Which risks does NVIDIA  about its suppliers?'],
    ['What does the board say of the bells?', 'What does the board  of the bells?'],
    ['What does a lock report mean?', 'What does a lock report mean?'],
    ['How does cargo list its dependencies?', 'How does cargo list its dependencies?'],
  ] as const;
  for (const [question, rest] of asked) assert.equal(withoutRequest(question, english), rest);
});
