/** Which quotes are about which of the things that a question compares. Pure. */
import { contentStems } from '../citations/support.ts';
import { languageOf } from '../language/languages.ts';
import type { Citation, Trace } from '../protocol/trace.ts';
import type { Compared } from '../reasoning/comparedThings.ts';

export interface Quoted {
  readonly citation: Citation;
  readonly text: string;
  readonly subQuestion: string;
}

interface Thing {
  readonly thing: string;
  /** Of the words that tell it from the others. */
  readonly stems: readonly string[];
}

/**
 * For each thing and each of its properties the quotes that name the thing, in their words, headings, title or path, and were found for
 * this property or have its words. One column for all where no property is named: then each thing needs a quote. Undefined when the quotes
 * do not tell the things apart.
 */
export function comparedQuotes(
  { things, properties }: Compared,
  quotes: readonly Quoted[],
  passages: Trace['passages'],
): readonly (readonly (readonly Quoted[])[])[] | undefined {
  const telling = tellingStems(things);
  const about = new Map(quotes.map((quote) => [quote, thingsOf(quote, telling, passages)]));
  const rows = telling.map((thing) => {
    const own = quotes.filter((quote) => about.get(quote)?.includes(thing));
    if (properties.length < 2) return [own];
    return properties.map((property) => {
      const isAsked = ({ subQuestion }: Quoted): boolean => subQuestion.includes(property) && askedOf(subQuestion, properties) === 1;
      const asked = own.filter(isAsked);
      return asked.length > 0 ? asked : own.filter((quote) => tells(quote, property, askedOf(quote.subQuestion, properties) === 1));
    });
  });
  const isFilled = (row: readonly (readonly Quoted[])[]): boolean => row.some(({ length }) => length > 0);
  return (properties.length > 0 ? rows.some(isFilled) : rows.every(isFilled)) ? rows : undefined;
}

function askedOf(subQuestion: string, properties: readonly string[]): number {
  return properties.filter((property) => subQuestion.includes(property)).length;
}

/** Whether the words of a quote are about a property: all of it where another one was asked for, some of it where everything was. */
function tells({ text }: Quoted, property: string, isOfAnother: boolean): boolean {
  const said = new Set(stemsOf(text));
  const stems = stemsOf(property);
  return isOfAnother ? stems.every((stem) => said.has(stem)) : stems.some((stem) => said.has(stem));
}

/** Words that all of them have tell nothing apart. */
function tellingStems(things: readonly string[]): readonly Thing[] {
  const all = things.map((thing) => ({ thing, stems: stemsOf(thing) }));
  return all.map(({ thing, stems }) => ({ thing, stems: stems.filter((stem) => !all.every((one) => one.stems.includes(stem))) }));
}

/**
 * The things whose names the words have, otherwise the one that the passage or its document is about. Words that name several are about
 * those that were asked for.
 */
function thingsOf(
  { citation: { passageId, path }, text, subQuestion }: Quoted,
  things: readonly Thing[],
  passages: Trace['passages'],
): readonly Thing[] {
  const asked = things.filter(({ thing }) => subQuestion.includes(thing));
  const { title = '', headings = [] } = passages[passageId] ?? {};
  const namedIn = (words: string): readonly Thing[] => {
    const named = things.filter(({ stems }) => stems.length > 0 && hasAll(stems, words));
    return named.length > 1 ? named.filter((thing) => asked.includes(thing)) : named;
  };
  const inText = namedIn(text);
  // A title that names all of them tells nothing of a sentence that names none.
  return inText.length > 0 ? inText : namedIn([title, ...headings, path].join('\n')).slice(0, 1);
}

function hasAll(stems: readonly string[], text: string): boolean {
  const said = new Set(stemsOf(text));
  return stems.every((stem) => said.has(stem));
}

function stemsOf(text: string): readonly string[] {
  return contentStems(text, languageOf(text));
}
