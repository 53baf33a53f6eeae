import { english } from '../../language/english.ts';

/** The value looked up for one side, which `§` represents. */
export interface Measure {
  readonly value: string;
  readonly wants: 'least' | 'greatest';
}

/** Whether a predicate compares at all. */
export function isComparative(predicate: string): boolean {
  return comparative.test(predicate);
}

/**
 * What a comparison measures: a date for what comes first or is younger, a count or an amount for what is more. Null when the predicate
 * does not say, or when a person cannot have such a measure.
 */
export function measureOf(predicate: string, isPerson: boolean): Measure | null {
  const text = predicate.toLowerCase();
  if (!comparative.test(text)) return null;
  return dated(text, isPerson) ?? quantity(text, isPerson, few.test(text) ? 'least' : 'greatest');
}

const stems = [...Object.keys(english.questions.dimensions), ...english.questions.comparedStems].join('|');
const comparative = new RegExp(
  `\\b(?:first|last|before|after|more|most|less|least|fewer|fewest|recently|(?:${stems})\\p{L}?i?(?:er|est))\\b`,
  'u',
);
/** Not before a participle, as in `wider known`. */
const adjective = new RegExp(
  `\\b(${Object.keys(english.questions.dimensions).join('|')})\\p{L}?i?(?:er|est)\\b(?! \\p{L}+(?:ed|known)\\b)`,
  'u',
);
const few = /\b(?:fewer|fewest|less|least|smaller|smallest|shorter|shortest|lower|lowest)\b/u;
const late = /\b(?:later|latest|last|recently|newer|newest|younger|youngest|after)\b/u;
const timed = /\b(?:first|earlier|earliest|later|latest|last|before|after|recently)\b/u;
const aged = /\b(?:older|oldest|younger|youngest|newer|newest)\b/u;

function dated(text: string, isPerson: boolean): Measure | null {
  const wants = late.test(text) ? 'greatest' : 'least';
  if (/\b(?:born|birth)\b/u.test(text)) return { value: 'When was § born?', wants };
  if (/\b(?:died?|death|dead)\b/u.test(text)) return { value: 'When did § die?', wants };
  if (aged.test(text)) return { value: isPerson ? 'When was § born?' : 'When was § built?', wants };
  if (!timed.test(text)) return null;
  const { participles, notParticiples } = english.questions;
  const words = text.split(/[^\p{L}-]+/u);
  const participle = words.find((word) => participles.has(word) || (word.endsWith('ed') && !notParticiples.test(word)));
  if (/\b(?:came|come) out\b/u.test(text)) return { value: 'When was § released?', wants };
  if (participle !== undefined && !/\b(?:came|come)\b/u.test(text)) return { value: `When was § ${participle}?`, wants };
  return null;
}

/** `is taller`, `has the larger capacity`. */
function quantity(text: string, isPerson: boolean, wants: Measure['wants']): Measure | null {
  const measured =
    /\b(?:larg|bigg|small|high|low|great|long|short|wid|deep|heav)\w*(?:er|est|ier|iest) ((?:[a-z-]+ ){0,2}[a-z-]+)\s*$/u.exec(text)?.[1];
  if (
    measured !== undefined &&
    /\b(?:has|have|had|with)\b/u.test(text) &&
    !/^(?:than|of|in|on)\b/u.test(measured) &&
    !/ed$|known$/u.test(measured)
  )
    return { value: `What is the ${measured} of §?`, wants };
  const [, stem = ''] = adjective.exec(text) ?? [];
  const dimension = english.questions.dimensions[stem];
  return dimension === undefined || (isPerson && !english.questions.dimensionsOfPeople.has(dimension))
    ? null
    : { value: `What is the ${dimension} of §?`, wants };
}
