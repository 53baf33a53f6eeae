/** Questions that lead from one document to another through a person or body that the metadata of both name. */
import { asDocument, fieldKey } from './documents.ts';
import { foldText, valueFields } from './english.ts';
import { attributesOf, otherNames } from './fieldQuestions.ts';
import type { Draft, Field, SourceDocument, TextPlace } from './interfaces.ts';
import type { MentionsOf } from './mentionQuestions.ts';
import { sentenceAt } from './passagePlaces.ts';

interface Written {
  readonly document: SourceDocument;
  readonly field: Field;
}

/** `Which other document is by the author of A?`, where there is just one, or just one that mentions a certain document. */
export function authorBridges(documents: readonly SourceDocument[], mentionsOf: MentionsOf): Draft[] {
  const byAuthor = Map.groupBy(documents.flatMap(authorOf), ({ field }) => `${fieldKey(field.key)} ${foldText(field.value)}`);
  return [...byAuthor.values()].flatMap((written) => {
    if (written.length < 2 || written.length > mostWritten) return [];
    const [first, second] = written;
    if (written.length === 2 && first && second) return [otherBy(first, second)];
    return written.flatMap((from) =>
      othersMentioning(
        from,
        written.filter((other) => other !== from),
        mentionsOf,
      ),
    );
  });
}

/** More are a desk or a bot. */
const mostWritten = 8;

function authorOf(document: SourceDocument): Written[] {
  // Of a document with several authors it is unsure which one a question means.
  const isList = (value: string): boolean => /,|\band\b|&/u.test(value);
  return attributesOf(document).flatMap(({ field }) => {
    const noun = valueFields.get(fieldKey(field.key)) ?? '';
    return /author|editor/u.test(noun) && !isList(field.value) && /\s/u.test(field.value) ? [{ document, field }] : [];
  });
}

function otherBy(from: Written, to: Written): Draft {
  const noun = from.field.key.toLowerCase();
  return {
    question: `Which other ${to.document.noun} has the same ${noun} as ${asDocument(from.document)}?`,
    answers: [to.document.name, ...otherNames(to.document)],
    type: 'bridge',
    pattern: 'ABC',
    isHard: false,
    steps: stepsOf(from, to, `Which other ${to.document.noun} has the ${noun} #1?`, [to.field.place]),
    key: 'other by author',
    trust: 0.9,
  };
}

function stepsOf(from: Written, to: Written, question: string, places: readonly TextPlace[]): Draft['steps'] {
  const noun = from.field.key.toLowerCase();
  return [
    {
      question: `Who is the ${noun} of ${asDocument(from.document)}?`,
      answer: from.field.value,
      dependsOn: [],
      places: [from.field.place],
    },
    { question, answer: to.document.name, dependsOn: [0], places },
  ];
}

/** Of several documents by one author, the one that mentions a certain document. */
function othersMentioning(from: Written, others: readonly Written[], mentionsOf: MentionsOf): Draft[] {
  const noun = from.field.key.toLowerCase();
  return others.flatMap((to): Draft[] => {
    const isElsewhere = (named: SourceDocument): boolean =>
      named === from.document || others.some(({ document }) => document !== to.document && mentionsOf(document).has(named));
    const [named, place] = [...mentionsOf(to.document)].find(([one]) => !isElsewhere(one)) ?? [];
    if (!named || !place) return [];
    return [
      {
        question: `Which other ${to.document.noun} by the ${noun} of ${asDocument(from.document)} mentions ${asDocument(named)}?`,
        answers: [to.document.name, ...otherNames(to.document)],
        type: 'bridge',
        pattern: 'ABC',
        isHard: false,
        steps: stepsOf(from, to, `Which other ${to.document.noun} by #1 mentions ${asDocument(named)}?`, [
          to.field.place,
          sentenceAt(place),
        ]),
        key: 'other by author mentioning',
        trust: 0.85,
      },
    ];
  });
}
