import type { CarryWords, Named } from '../../carrying.ts';

const isVowel = /^[aeiouyàâäéèêëîïôöùûüœæ]/iu;

/** `du pont`, `d’Anna`. */
function after(preposition: 'de' | 'à', { text, article }: Named): string {
  if (article === 'le') return `${preposition === 'de' ? 'du' : 'au'}${text.slice(2)}`;
  if (article === 'les') return `${preposition === 'de' ? 'des' : 'aux'}${text.slice(3)}`;
  if (preposition === 'de' && isVowel.test(text)) return `d’${text}`;
  return `${preposition} ${text}`;
}

const isMasculineBefore = (preposition: string | undefined): string | undefined =>
  preposition === undefined ? undefined : /^de/iu.test(preposition) ? 'du' : 'au';

function owned({ preposition, word = '', noun = '' }: Readonly<Record<string, string | undefined>>, named: Named): string {
  const determiner = word.toLowerCase();
  const head = `${preposition ?? ''}${
    determiner.endsWith('s') ? (preposition === undefined ? 'les ' : '') : isVowel.test(noun) ? 'l’' : determiner === 'sa' ? 'la ' : ''
  }`;
  const contracted = determiner.endsWith('s') && preposition !== undefined ? (/^de/iu.test(preposition) ? 'des ' : 'aux ') : undefined;
  const isLe = !determiner.endsWith('s') && !isVowel.test(noun) && determiner !== 'sa';
  const article = contracted ?? (isLe ? `${isMasculineBefore(preposition) ?? 'le'} ` : head);
  return `${article}${noun} ${after('de', named)}`;
}

/** A subject after its verb stays, with what it means before the verb: `Où Ann Lee est-elle née ?`. */
const inverted = (who: string): RegExp =>
  new RegExp(`(?<verb>(?<!\\p{L})(?:(?:ne|se|lui|leur|en|y)\\s|[nslm]['’])*\\p{L}+(?:-t)?)-(?<word>${who})(?!\\p{L})`, 'iu');
const plain = (who: string): RegExp => new RegExp(`(?<!\\p{L}|-)(?<que>qu['’])?(?<word>${who})(?=\\s)`, 'iu');
const stressed = (who: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?<preposition>avec|pour|chez|sans|contre|par|de|à|sur|avant|après)\\s(?<word>${who})(?!\\p{L})`, 'iu');

const subject = ({ que, verb, word = '' }: Readonly<Record<string, string | undefined>>, { text }: Named): string => {
  if (verb !== undefined) return `${text} ${verb.charAt(0).toLowerCase()}${verb.slice(1)}-${word}`;
  return que === undefined ? text : isVowel.test(text) ? `qu’${text}` : `que ${text}`;
};
const object = ({ preposition = '' }: Readonly<Record<string, string | undefined>>, named: Named): string =>
  preposition === 'de' || preposition === 'à' ? after(preposition, named) : `${preposition} ${named.text}`;

export const frenchFollowUps: CarryWords = {
  leads: /^(?:et|mais)\s+/iu,
  about: /^(?:qu['’]en est-il (?:de\s|d['’])|qu['’]en est-il (?=du\s|des\s))/iu,
  asking: /^(?:pourquoi|quand|où|comment|(?:depuis|jusqu['’]à) quand|(?:par|avec|pour|de|chez) qui)$/iu,
  opening: /^(?:quand|où|pourquoi|comment|en quelle année|dans quelle? \p{L}+)\s(?!s['’]appelle)/iu,
  beforeDate: /(?:en\s(?:l['’]an\s)?|le\s|l['’]an\s)$/iu,
  pointers: [
    {
      pattern: /(?<!\p{L})(?:cet?|cette|ces)\s(?<noun>(?!qu|dont|sont)\p{Ll}[\p{L}-]+)/iu,
      isCalled: true,
      put: (_, { text }) => text,
    },
    { pattern: stressed('lui'), genders: 'm', put: object },
    { pattern: stressed('elle'), genders: 'f', put: object },
    { pattern: stressed('eux|elles'), genders: 'p', put: object },
    { pattern: inverted('il'), genders: 'm', put: subject },
    { pattern: inverted('elle'), genders: 'f', put: subject },
    { pattern: inverted('ils|elles'), genders: 'p', put: subject },
    { pattern: plain('il'), genders: 'm', put: subject },
    { pattern: plain('elle'), genders: 'f', put: subject },
    { pattern: plain('ils|elles'), genders: 'p', put: subject },
    {
      pattern: /^(?<who>qui)\s(?<word>l['’]|les?(?=\s)|la(?=\s))\s?(?<verb>(?:(?:a|ont|avait|avaient)\s)?\p{Ll}+)/iu,
      gendersOf: ({ word = '' }) => ({ le: 'm', la: 'f', les: 'p' })[word.toLowerCase()],
      put: ({ who = '', verb = '' }, { text }) => `${who} ${verb} ${text}`,
    },
    {
      pattern:
        /(?<!\p{L})(?<preposition>(?:de|à)\s)?(?<word>son|sa|ses)\s(?<noun>(?:(?:premi(?:er|ère)|dernière?|nouve(?:au|lle)|ancien(?:ne)?|propre|grande?|petite?)s?\s)?\p{Ll}[\p{L}-]+)/iu,
      genders: 'mf',
      put: owned,
    },
    { pattern: /(?<!\p{L})(?<preposition>(?:de|à)\s)?(?<word>leurs?)\s(?<noun>\p{Ll}[\p{L}-]+)/iu, genders: 'p', put: owned },
    { pattern: /(?<!\p{L})(?<word>là-bas)(?!\p{L})/iu, kind: 'place', put: (_, named) => after('à', named) },
  ],
  unclear:
    /(?<!\p{L})(?:cela|ça|celui|celle|ceux|celles|cet|cette|ces|lui|leur|eux|y(?!\s+(?:a|avait|aura|eu)(?!\p{L}))|dernier)(?!\p{L}|-là)|^qui (?:le|la|les|en|d['’]autre)(?!\p{L})|^quoi d['’]autre/iu,
  expletive:
    /(?<!\p{L})(?:en est-il|y a-t-il|y avait-il|il y a(?:vait)?|faut-il|il faut|fallait-il|s['’]agit-il|il s['’]agit|pleut-il|existe-t-il|arrive-t-il)(?!\p{L})|(?<!\p{L})(?:est-il|il est) (?:possible|vrai|nécessaire|important|interdit)/iu,
  ofPeople:
    /(?<!\p{L})(?:née?s?|morte?s?|mourut|décédée?|épousée?|mariée?|étudiée?|appris|écrite?|vécu|travaill\p{L}+|métier|fils|fille|enfants|parents|père|mère|femme|mari|frère|sœur|tombe)(?!\p{L})/iu,
  ofThings:
    /(?:est|sont|était|étaient)-(?:il|elle)s?\s\p{Ll}+ée?s?(?!\p{L})|(?<!\p{L})(?:été|construite?s?|bâtie?s?|fondée?s?|ouverte?s?|inaugurée?s?|vendue?s?|publiée?s?|conçue?s?|haute?u?r?|longueur|largeur|détruite?s?|coûté|propriétaire|habitants)(?!\p{L})/iu,
  asks: [
    [/^(?:avec |pour |de |à |par )?qui(?!\p{L})/iu, 'person'],
    [/^(?:où|(?:dans|à|en|de) quel(?:le)? (?:ville|village|pays|région|lieu|commune))(?!\p{L})/iu, 'place'],
  ],
  which: /(?<!\p{L})quel(?<ending>le)?s?\s(?<head>(?!est\s|était\s|sont\s)\p{Ll}[\p{L}-]+)/iu,
  gendersOfWhich: ({ ending }) => (ending === undefined ? 'm' : 'f'),
  described:
    /(?<!\p{L}|-)(?<article>de\sla\s|de\sl['’]|l['’]|du\s|des\s|les\s|le\s|la\s|aux?\s)(?<head>\p{Ll}[\p{L}-]+)(?<rest>(?:\s(?:de\sla\s|de\sl['’]|de\s|du\s|des\s|d['’])?\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)*|\s(?:de\sla\s|de\sl['’]|du\s|des\s)\p{Ll}[\p{L}-]+)?)/gu,
  articleOf(article) {
    const own = article.trim();
    if (own === 'du' || own === 'le' || own === 'au') return { article: 'le', genders: 'm' };
    if (own === 'des' || own === 'les' || own === 'aux') return { article: 'les', genders: 'p' };
    return own.endsWith('la') ? { article: 'la', genders: 'f' } : { article: 'l’', genders: 'mf' };
  },
  askedNext: /^(?:(?:qui|quels?|quelles?|que)\s(?:est|était|sont|étaient|fut)|comment\ss['’]appel(?:le|ait))\s$/iu,
};
