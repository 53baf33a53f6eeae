/** What a reasoner says to the approximations, for tests. */
import type { Assessment, DialogueOutput, FoundTriple, LabelProbabilities } from '../../../../lab/pipelines/roles/liteTypes.ts';
import type { Script } from '../../../support/scriptedReasoner.ts';
import { question, said } from '../../pipelines/play.ts';

export const lite = ['self-rag-lite', 'r2ag-lite', 'gear-lite', 'efficientrag-lite', 'auto-rag-lite'];

/** Without doubt, unless `more` says otherwise. */
export function assessed(answer: string | null, more: Partial<Assessment> = {}): Assessment {
  const judged = { relevant: true, support: 'full', usefulness: 5, ...more } as const;
  return { ...said(answer), likely: certain(judged), ...judged };
}

/** The probabilities of judgments that leave no doubt. */
export function certain({ relevant, support, usefulness }: Pick<Assessment, 'relevant' | 'support' | 'usefulness'>): LabelProbabilities {
  const none = { relevant: { true: 0, false: 0 }, support: { full: 0, partial: 0, none: 0 } };
  return {
    relevant: { ...none.relevant, [String(relevant)]: 1 },
    support: { ...none.support, [support]: 1 },
    usefulness: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, [usefulness]: 1 },
  };
}

export const triple = (head: string, relation: string, tail: string, passage: number | null): FoundTriple => ({
  head,
  relation,
  tail,
  passage,
});
export const label = (useful: boolean, ...spans: readonly string[]) => ({ labels: [{ useful, spans }] });
export const query = (text: string): DialogueOutput => ({ action: 'query', query: text });
export const final = (answer: string | null, citations: readonly number[] = []): DialogueOutput => ({
  action: 'final',
  answer,
  citations,
  quote: null,
});

export const directed = triple('The Salt Choir', 'directed by', 'Ilse Brandvik', 0);
const born = triple('Ilse Brandvik', 'born in', 'Tarnholm', 1);

/** Two hops: who directed it, where she was born. */
export const twoHops: Script = {
  direct: [{ answer: 'from memory' }],
  read: [said('Tarnholm')],
  'genread.passage': [{ passage: 'Ilse Brandvik was born in Tarnholm.' }],
  'selfrag.retrieve': [{ retrieve: true }],
  'selfrag.assess': [assessed('Ilse Brandvik', { support: 'partial' }), assessed('Tarnholm')],
  'r2ag.read': [said('Tarnholm')],
  'gear.extract': [{ triples: [directed] }, { triples: [{ ...born, passage: 0 }] }],
  'gear.reason': [
    { sufficient: false, nextQuery: 'Where was Ilse Brandvik born?' },
    { sufficient: true, nextQuery: null },
  ],
  'gear.read': [said('Tarnholm')],
  'efficientrag.label': [label(true, 'Ilse Brandvik'), label(false), label(true, 'Tarnholm')],
  'efficientrag.next': [{ nextQuery: 'Where was Ilse Brandvik born?' }, { nextQuery: null }],
  'autorag.turn': [query(question), query('Tarnholm harbor'), final('Tarnholm', [1])],
};
