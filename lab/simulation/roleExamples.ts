/** An input for every role, made of given words. Used to separate each prompt's fixed words from its data, and to test every role. */
import type { Passage } from '../../src/protocol/passage.ts';
import type { RoleId, Roles } from './allRoles.ts';
import type { PathStep } from '../../src/reasoning/pathStep.ts';

export interface ExampleWords {
  readonly question: string;
  readonly subQuestion: string;
  readonly answer: string;
  readonly passages: readonly Passage[];
}

/** Inputs with and without a prompt's optional parts. */
export function roleExamples(words: ExampleWords): { readonly [R in RoleId]: readonly Roles[R]['input'][] } {
  const { question, subQuestion, answer, passages } = words;
  const path: readonly PathStep[] = [{ question: subQuestion, answer }];
  const reading = [
    { question, passages, cot: false },
    { question, passages, cot: true },
  ];
  const triples = [{ head: subQuestion, relation: 'is', tail: answer }];
  const plan = { question, type: 'inference', shots: 3, maxSubQuestions: 10 } as const;
  const failure = { id: '1', subQuestion, reason: 'no_evidence', docTitles: [answer] } as const;
  const feedback = { attempt: 0, previousPlan: [{ id: '1', subQuestion }], answersSoFar: {}, failures: [failure] };
  const oneByOne = [
    { question, path: [] },
    { question, path },
  ];
  const selfAsk = [
    { question, history: [] },
    { question, history: path },
  ];
  return {
    read: reading,
    'sunar.step': oneByOne,
    'sunar.read': reading,
    'sunar.asu': [{ question, passages }],
    'sunar.finish': oneByOne,
    'sunar.mer': [{ question, path, passages }],
    'leap.gaps': [
      { question, passages, asked: [] },
      { question, passages, asked: path },
    ],
    'leap.verify': [
      { question, subQuestion, known: [] },
      { question, subQuestion, known: path },
    ],
    'leap.answer': reading,
    'selfdc.confidence': [{ question }],
    'selfdc.confidence.prob': [{ question }],
    'selfdc.decompose': [{ question }],
    'selfdc.background': [{ question }],
    'selfdc.read': reading,
    'selfdc.combine': oneByOne,
    'bridge.queries': [{ question, passages: passages.slice(0, 1), most: 3 }],
    'bridge.entities': [{ question, passages: passages.slice(0, 1) }],
    'bridge.judge': [
      { question, entities: [], passages },
      { question, entities: [answer], passages },
    ],
    'drr.classify': [{ question }],
    'drr.decompose': [
      { ...plan, feedback: null },
      { ...plan, type: null, feedback: null },
      { ...plan, feedback },
    ],
    'drr.answer': reading,
    'drr.refine': [{ question, answer, passages }],
    'drr.integrate': [{ question, solved: [{ id: '1', question: subQuestion, answer, isSupported: true }] }],
    direct: [{ question }],
    cot: [
      { question, shots: 0 },
      { question, shots: 3 },
    ],
    'genread.passage': [{ question }],
    'selfask.step': selfAsk,
    'selfask.finish': selfAsk,
    'ircot.next': [
      { question, passages, cot: [] },
      { question, passages, cot: [answer] },
    ],
    'refeed.draft': [{ question }],
    'refeed.read': [{ question, passages }],
    'selfrag.retrieve': [{ question }],
    'selfrag.assess': [{ question, passages: passages.slice(0, 1) }],
    'r2ag.read': [{ question, passages, features: passages.map(() => ({ relevance: 1, precedent: 1, neighbor: 0 })) }],
    'gear.extract': [{ query: question, passages }],
    'gear.reason': [
      { question, facts: [] },
      { question, facts: triples },
    ],
    'gear.read': [{ question, facts: triples, passages }],
    'efficientrag.label': [{ query: question, passages }],
    'efficientrag.next': [{ question, query: question, spans: [answer] }],
    'autorag.turn': [
      { question, rounds: [], passages: [], mustAnswer: false },
      { question, rounds: [{ query: subQuestion, result: 'found' }], passages, mustAnswer: true },
    ],
    'table.cell': [
      { question, passages, document: { path: answer, title: subQuestion, modified: answer, fields: [] } },
      { question, passages, document: { path: answer, title: subQuestion, modified: answer, fields: [] }, misquoted: answer },
    ],
    'thread.rewrite': [
      { question, earlier: [{ question: subQuestion, answer }] },
      { question, earlier: [{ question: subQuestion, answer: null, steps: [{ question: subQuestion, answer }] }] },
    ],
    'cuqa.merge': [{ question, steps: [subQuestion] }],
    'cuqa.compare': [{ question, wording: subQuestion }],
    compose: (['explained', 'list', 'table', 'auto'] as const).flatMap((answerForm) => [
      { question, answerForm, path: [], passages },
      { question, answerForm, path, passages },
    ]),
    judge: [{ question, prediction: answer, golds: [answer] }],
  };
}
