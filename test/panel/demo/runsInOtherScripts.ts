/** Runs whose words run from right to left, among others that do not, and one whose words are many. */
import type { RunEvent } from '../../../src/protocol/events.ts';
import { DemoLog, passage, type Found } from './log.ts';

const lighthouse = passage(
  'وثائق/منارة-الرأس.md',
  'منارة الرأس (Cape Light)',
  ['البناء', 'المهندس'],
  10,
  320,
  'صمّمت المنارة المهندسة ليلى حدّاد سنة 1902، وبنتها شركة Varrow Tidal Company بين عامي 1904 و1911. توقف العمل خمسة أشهر بعد حادث شباط 1909.',
);
const engineer = passage(
  'אנשים/leila-haddad.md',
  'לילה חדאד: הערה ביוגרפית',
  ['Early life · ילדות'],
  4,
  90,
  'לילה חדאד נולדה בנמל קלמות׳ (Kelmouth) ב־4 במרץ 1871, בת שלישית לתופר מפרשים. את החשבון לימד אותה פקיד הנמל.',
);

const lighthouseFound: readonly Found[] = [
  { passage: lighthouse, score: 0.93, t: 0, firstStageRank: 1 },
  { passage: engineer, score: 0.44, t: 1, via: lighthouse.id },
];
const engineerFound: readonly Found[] = [{ passage: engineer, score: 0.91, t: 1, via: lighthouse.id, firstStageRank: 12 }];

/** An Arabic question over Arabic and Hebrew documents with Latin names in them. */
export function rightToLeft(): readonly RunEvent[] {
  const log = new DemoLog();
  log.start('أين وُلدت مهندسة المنارة التي بنتها Varrow Tidal Company؟', 'openai:qwen2.5-7b-instruct');
  log.node('s1', 'sub_question', 'من صمّم المنارة؟');
  log.retrieve('s1', 'من صمّم المنارة؟', lighthouseFound);
  log.call('s1', 'sunar.read', 1130, 46, 800);
  log.add(5, {
    kind: 'node-changed',
    node: 's1',
    status: 'answered',
    set: { answer: 'ليلى حدّاد', evidenceQuote: 'صمّمت المنارة المهندسة ليلى حدّاد' },
  });
  log.node('s2', 'sub_question', 'היכן נולדה Leila Haddad?');
  log.add(0, { kind: 'edge-added', from: 's1', to: 's2', edge: 'then' });
  log.retrieve('s2', 'היכן נולדה Leila Haddad?', engineerFound);
  log.call('s2', 'sunar.read', 1130, 46, 800);
  log.add(5, {
    kind: 'node-changed',
    node: 's2',
    status: 'answered',
    set: { answer: 'קלמות׳ (Kelmouth)', answerBeforeRevision: 'Hallan', evidenceQuote: 'נולדה בנמל קלמות׳ (Kelmouth)' },
  });
  const { id, path, documentHash, range } = engineer;
  log.add(5, {
    kind: 'cited',
    citations: [
      {
        n: 1,
        path,
        startLine: 5,
        endLine: range.endLine,
        quote: 'נולדה בנמל קלמות׳ (Kelmouth)',
        documentHash,
        nodeId: 's2',
        passageId: id,
        linesHash: 'demo',
      },
    ],
    unsupported: [],
  });
  const answer =
    'وُلدت **ليلى حدّاد** في Kelmouth (קלמות׳) [1].\n\nThe note calls the place “קלמות׳”.\n\n- المهندسة: ليلى حدّاد\n- השנה: 1871';
  log.add(0, { kind: 'node-changed', node: 'root', status: 'answered', set: { answer } });
  log.add(5, { kind: 'run-finished', status: 'ok', answer, abstained: false, stopReason: 'finished', bytesSent: 0 });
  return log.events;
}

/** A question as somebody pastes it, sub-questions and answers to match. */
export function longWinded(): readonly RunEvent[] {
  const log = new DemoLog();
  const question = `Of the engineers who ${'designed, advised on, signed the drawings of, or were paid for '.repeat(9)}the Orrin barrage, which one was born first, and where?`;
  const answer = `Ines Tarrow, ${'who was taught arithmetic by the harbour clerk in exchange for running his messages, '.repeat(8)}was born in Kelmouth in 1871.`;
  log.start(question, 'openai:qwen2.5-7b-instruct');
  log.node('s1', 'sub_question', question);
  log.retrieve('s1', question, lighthouseFound);
  log.add(5, { kind: 'node-changed', node: 's1', status: 'answered', set: { answer, resolvedText: `${question} Name one.` } });
  log.add(0, { kind: 'node-changed', node: 'root', status: 'answered', set: { answer } });
  log.add(5, { kind: 'run-finished', status: 'ok', answer, abstained: false, stopReason: 'finished', bytesSent: 0 });
  return log.events;
}
