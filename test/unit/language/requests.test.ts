import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedForm } from '../../../src/language/requests.ts';

const forms: readonly (readonly [form: 'table' | 'list' | undefined, questions: readonly string[]])[] = [
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
    undefined,
    [
      'Who founded the museum?',
      'Which river flows past the mill?',
      'In which year did sales peak?',
      'Which process does the analysis describe?',
      'What causes the whistling noise?',
      'Why do the two lengths differ?',
      'Explain why the survey was repeated.',
      'Warum wurde der Vertrag gekündigt?',
      '为什么项目推迟了？',
      'متى بدأ المشروع؟',
      '',
    ],
  ],
];

for (const [form, questions] of forms) {
  for (const question of questions)
    test(`“${question}” calls for ${form ?? 'no other form'}`, () => assert.equal(requestedForm(question), form));
}
