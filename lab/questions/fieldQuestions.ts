/** Questions on the metadata of documents: which was created first, who wrote the one that supersedes another. */
import { compareDates } from '../../src/language/dates.ts';
import { dateFields, findDates, foldText, personFields, relations, valueFields } from './english.ts';
import { fieldKey } from './documents.ts';
import type { Draft, Field, SourceDocument, Step, TextPlace } from './interfaces.ts';
import type { Relatives } from './relatives.ts';
import { sides } from './sides.ts';

interface Attribute {
  /** @param clause what follows the name and describes it: ` that supersedes PEP 241` */
  readonly ask: (name: string, clause?: string) => string;
  readonly answer: string;
  readonly field: Field;
}

/** What can be asked of a document's fields, with one short answer each. */
export function attributesOf({ fields }: SourceDocument): Attribute[] {
  return fields.flatMap((field): Attribute[] => {
    const key = fieldKey(field.key);
    const happened = dateFields.get(key);
    const noun = valueFields.get(key);
    if (happened !== undefined) {
      const [date, ...others] = findDates(field.value);
      if (!date || others.length > 0) return [];
      const [, be = '', done = ''] = /^(\S+) (.+)$/u.exec(happened) ?? [];
      return [
        { ask: (name, clause = '') => `When ${be} ${name} ${done}${clause}?`, answer: field.value.slice(date.start, date.end), field },
      ];
    }
    if (noun === undefined || !isOneValue(field.value)) return [];
    const isPerson = personFields.test(noun);
    return [{ ask: (name, clause = '') => `${isPerson ? 'Who' : 'What'} is the ${noun} of ${name}${clause}?`, answer: field.value, field }];
  });
}

/** One name or term, and not a list, an address or a sentence. */
function isOneValue(value: string): boolean {
  return value.length <= 60 && value.split(' ').length <= 5 && !/[,;|@]|https?:|\.$|^(?:none|n\/a|tbd|unknown)$/iu.test(value);
}

/** Which of two related documents has the earlier date. */
export function datedComparisons(documents: readonly SourceDocument[], relatives: Relatives): Draft[] {
  return pairsOf(documents, relatives).flatMap(([a, b]) => {
    const [first, second] = [datedOf(a), datedOf(b)];
    if (!first || !second || first.happened !== second.happened) return [];
    const order = compareDates(first.date, second.date);
    if (order === null || order === 0) return [];
    const answer = order < 0 ? a : b;
    const one = a.noun === b.noun ? a.noun : 'document';
    return {
      question: `Which ${one} ${first.happened} ${first.happened.startsWith('is ') ? 'earlier' : 'first'}, ${sides(a.name, b.name)}?`,
      answers: [answer.name, ...otherNames(answer)],
      type: 'comparison',
      pattern: 'comparison',
      isHard: false,
      steps: [first, second].map(({ attribute }, i) => ask(attribute, (i === 0 ? a : b).name, [])),
      key: `dated ${first.happened}`,
      trust: 0.9,
    };
  });
}

export function otherNames({ name }: SourceDocument): string[] {
  const [, title] = /^the document “(.*)”$/u.exec(name) ?? [];
  return title === undefined ? [] : [title];
}

/** Fields in which documents differ much. */
const tellingFields: ReadonlySet<string> = new Set([
  'author',
  'editor',
  'publisher',
  'source',
  'pythonversion',
  'version',
  'sponsor',
  'topic',
  'location',
]);

function datedOf(document: SourceDocument) {
  for (const attribute of attributesOf(document)) {
    const happened = dateFields.get(fieldKey(attribute.field.key));
    const [date] = happened === undefined ? [] : findDates(attribute.field.value);
    if (date && happened !== undefined) return { attribute, happened, date };
  }
  return undefined;
}

function ask({ ask: question, answer, field }: Attribute, name: string, dependsOn: readonly number[]): Step {
  return { question: question(name), answer, dependsOn, places: [field.place] };
}

/** Whether two related documents have the same value in a field. */
export function sameFields(documents: readonly SourceDocument[], relatives: Relatives): Draft[] {
  return pairsOf(documents, relatives).flatMap(([a, b]) =>
    attributesOf(a).flatMap((first): Draft[] => {
      const key = fieldKey(first.field.key);
      const noun = valueFields.get(key);
      const second = attributesOf(b).find(({ field }) => fieldKey(field.key) === key);
      if (noun === undefined || !second) return [];
      // Of what nearly all documents have, to have the same says nothing.
      if (!tellingFields.has(key)) return [];
      const isSame = foldText(first.answer) === foldText(second.answer);
      return [
        {
          question: `Do ${a.name} and ${b.name} have the same ${noun}?`,
          answers: [isSame ? 'yes' : 'no'],
          type: 'comparison',
          pattern: 'comparison',
          isHard: false,
          steps: [ask(first, a.name, []), ask(second, b.name, [])],
          key: `same ${noun}`,
          trust: 0.8,
        },
      ];
    }),
  );
}

/**
 * A comparison of dates in which one side is only described, by the first step of a bridge: three documents, or two that say different
 * things.
 */
export function hardDatedComparisons(documents: readonly SourceDocument[], relatives: Relatives, bridged: readonly Draft[]): Draft[] {
  const byName = new Map(documents.map((document) => [document.name, document]));
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const described = new Map(bridged.map((draft) => [draft.steps[0]?.question ?? '', draft.steps[0]]));
  return [...described.values()].flatMap((first) => {
    const to = first && byName.get(first.answer);
    const [, noun, clause] = /^Which (\S+) is the one( .*)\?$/u.exec(first?.question ?? '') ?? [];
    const dated = to && datedOf(to);
    if (!to || !dated || noun === undefined || clause === undefined) return [];
    const from = first.places[0]?.passage.path;
    return relatives(to.path).flatMap((path): Draft[] => {
      const other = byPath.get(path);
      const otherDated = other && path !== from && other.noun === to.noun ? datedOf(other) : undefined;
      const order = otherDated?.happened === dated.happened ? compareDates(dated.date, otherDated.date) : null;
      if (!other || !otherDated || order === null || order === 0) return [];
      const answer = order < 0 ? to : other;
      return [
        {
          question: `Which ${noun} ${dated.happened} first, ${sides(other.name, `the ${noun}${clause}`)}?`,
          answers: [answer.name, ...otherNames(answer)],
          type: 'comparison',
          pattern: 'ABC',
          isHard: true,
          steps: [first, ask(dated.attribute, '#1', [0]), ask(otherDated.attribute, other.name, [])],
          key: `hard ${dated.happened}`,
          trust: 0.9,
        },
      ];
    });
  });
}

/** What a field of one document says of the document that another names in a field: `Superseded-By`. */
export function relatedFields(documents: readonly SourceDocument[]): Draft[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return documents.flatMap((from) =>
    from.fields.flatMap((field) => {
      const relation = relations.get(fieldKey(field.key));
      if (relation === undefined) return [];
      const named = mentionedIn(from, field);
      const to = named.length === 1 ? byPath.get(named[0] ?? '') : undefined;
      if (!to || to === from) return [];
      return bridges(from, to, { clause: ` ${relation.replace('§', from.name)}`, place: field.place, trust: 1 });
    }),
  );
}

function mentionedIn({ passages }: SourceDocument, { place }: Field): string[] {
  const mentions = passages.find(({ passage }) => passage === place.passage)?.mentions ?? [];
  const inside = mentions.filter(({ start, end, kind }) => start >= place.start && end <= place.end && kind === 'link');
  return [...new Set(inside.flatMap(({ targets }) => targets.map(({ path }) => path)))];
}

export interface Described {
  /** What `to` is described by: ` that supersedes PEP 241`. */
  readonly clause: string;
  readonly place: TextPlace;
  readonly trust: number;
}

/** All questions on the fields of a document that another describes. */
export function bridges(from: SourceDocument, to: SourceDocument, { clause, place, trust }: Described): Draft[] {
  const first: Step = { question: `Which ${to.noun} is the one${clause}?`, answer: to.name, dependsOn: [], places: [place] };
  return attributesOf(to)
    .filter(({ field, answer }) => !sameValue(from, field) && !foldText(clause).includes(foldText(answer)))
    .map((attribute) => ({
      question: attribute.ask(`the ${to.noun}`, clause),
      answers: [attribute.answer],
      type: 'bridge' as const,
      pattern: 'ABC' as const,
      isHard: false,
      steps: [first, ask(attribute, '#1', [0])],
      key: `bridge ${fieldKey(attribute.field.key)}`,
      trust,
    }));
}

/** The answer would be right for the wrong document. */
function sameValue({ fields }: SourceDocument, { key, value }: Field): boolean {
  return fields.some((other) => fieldKey(other.key) === fieldKey(key) && foldText(other.value) === foldText(value));
}

export function pairsOf(documents: readonly SourceDocument[], relatives: Relatives): (readonly [SourceDocument, SourceDocument])[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return documents.flatMap((a) =>
    relatives(a.path).flatMap((path) => {
      const b = byPath.get(path);
      return b && a.path < b.path ? [[a, b] as const] : [];
    }),
  );
}
