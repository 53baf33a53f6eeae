/** What a request to compare names: things, and of which of their properties it asks. Pure. */
import { english } from '../language/english.ts';

export interface Compared {
  /** At least two, as the question says them: `the Orrin barrage`. */
  readonly things: readonly string[];
  /** Without articles; none where the question leaves them open. */
  readonly properties: readonly string[];
}

/** Undefined for a question that names no two things to compare. English. */
export function comparedThings(question: string): Compared | undefined {
  const text = question.replace(/\s+/gu, ' ').replace(/(?<![?.!\s])[?.!\s]+$/u, '');
  const named = patterns.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!named?.['things']) return undefined;
  const stated = named['properties'] === undefined ? [] : partsOf(named['properties']);
  const owned = ownedThings(named['things'], stated.length > 0);
  const things = owned?.owners ?? thingsIn(named['things']);
  const properties = (stated.length > 0 ? stated : (owned?.properties ?? [])).map(withoutArticle);
  return things.length < 2 || things.length > mostThings ? undefined : { things, properties };
}

/**
 * `the rents and terms of A and B` asks for properties of A and B, and so does `the rent of A and the rent of B`. Where other properties
 * are named, what is repeated is part of each name: `the lease of A and the lease of B by rent`.
 */
function ownedThings(
  text: string,
  hasProperties: boolean,
): { readonly owners: readonly string[]; readonly properties: readonly string[] } | undefined {
  const [, of = '', rest = ''] = /^(the [\p{Ll} -]+? of) (.+)$/u.exec(text) ?? [];
  const owners = thingsIn(rest);
  if (owners.length < 2) return undefined;
  const isRepeated = owners.slice(1).every((one) => one.startsWith(`${of} `));
  if (isRepeated && hasProperties) return undefined;
  const properties = partsOf(of.slice('the '.length, -' of'.length)).map(english.singular);
  return { owners: isRepeated ? owners.map((one) => one.replace(`${of} `, '')) : owners, properties };
}

const mostThings = 8;
const patterns = [
  /^(?:please )?(?:can you |could you )?(?:compare|contrast) (?<things>.+?)(?:(?: by| in terms of| with respect to| with regard to| regarding| as to|:) (?<properties>.+))?$/iu,
  /\bdifferences? between (?<things>.+?)(?: (?:in terms of|with respect to|with regard to|regarding) (?<properties>.+))?$/iu,
  /^how (?:do|does|did) (?<things>.+ and .+?) (?:differ|compare)$/iu,
  /^how (?:do|does|did) (?<things>.+? (?:differ from|compare (?:to|with)) .+)$/iu,
];

/** `the islands A, B and C`: what they are is no part of the first one's name. */
const kind = /^(?:the |both |all )?(?:two |three |four )?\p{Ll}+s (?=\p{Lu})/u;

function thingsIn(text: string): readonly string[] {
  return partsOf(text.replace(kind, ''));
}

function partsOf(text: string): readonly string[] {
  return text
    .split(/, and |, or |, | and | versus | vs\.? | with | to | differ from | compare (?:to|with) /u)
    .map((one) => one.replace(/^(?:both|between|by) /iu, '').trim())
    .filter((one) => /[\p{L}\p{N}]/u.test(one));
}

/** As the name of a row. */
export function withoutArticle(thing: string): string {
  return thing.replace(/^(?:the|an?|its|their) /iu, '');
}
