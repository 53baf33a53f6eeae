import type { CarryWords, Groups, Named } from '../../carrying.ts';

/** `del puente`, `de Ann Lee`. */
function of({ text, article }: Named): string {
  return article === 'el' ? `del${text.slice(2)}` : `de ${text}`;
}

const feminine =
  /(?:a|ción|sión|xión|dad|tad|tud|umbre|triz|ie)s?$|^(?:madre|muerte|clase|parte|sede|suerte|torre|calle|nave|llave|fuente|base|mano|gente|red|piel|sal|mujer)(?:e?s)?$/u;
const notFeminine = /^(?:problema|sistema|tema|clima|programa|idioma|lema|poema|dilema|esquema|día|mapa|planeta|cometa|pie)s?$/u;

function articleOfNoun(noun: string): string {
  const isFeminine = feminine.test(noun) && !notFeminine.test(noun);
  return noun.endsWith('s') ? (isFeminine ? 'las' : 'los') : isFeminine ? 'la' : 'el';
}

function owned({ preposition, noun = '' }: Groups, named: Named): string {
  const article = articleOfNoun(noun.split(' ').at(-1) ?? '');
  const opening =
    article === 'el' && preposition !== undefined ? (preposition.trim() === 'de' ? 'del' : 'al') : `${preposition ?? ''}${article}`;
  return `${opening} ${noun} ${of(named)}`;
}

/** Past and present forms that show a third person, in the singular. */
const verb =
  '(?:fue|era|es|está|estaba|tiene|tenía|tuvo|hizo|dijo|puso|vino|mide|medía|pesa|vive|cuesta|costó|trabaja|queda|hace|\\p{L}{2,}(?:ó|aba|ía|puso|dujo|dijo|tuvo)|(?<=se\\s)\\p{L}+[ae])';
const answered = ({ part }: Groups): string | undefined =>
  part === undefined ? 'mf' : /as$|os$/u.test(part) ? 'p' : part.endsWith('a') ? 'f' : 'm';

export const spanishFollowUps: CarryWords = {
  leads: /^(?:y|e|pero)\s+/iu,
  about: /^(?:qué hay de|qué (?:pasa|pasó) con|qué tal)\s+/iu,
  asking: /^(?:por qué|cuándo|dónde|cómo|(?:desde|hasta) cuándo|(?:por|con|para|de) quién)$/iu,
  opening: /^(?:cuándo|dónde|por qué|cómo|en qué \p{L}+)\s(?!se llama)/iu,
  beforeDate: /(?:en\s(?:el\saño\s)?|el\s)$/iu,
  pointers: [
    {
      pattern:
        /(?<!\p{L})(?<preposition>(?:de|a)\s)?(?<word>sus?)\s(?<noun>(?:(?:primer[oa]?|últim[oa]|nuev[oa]|antigu[oa]|propi[oa]|gran)s?\s)?\p{Ll}[\p{L}-]+)/iu,
      put: owned,
    },
    {
      pattern: /(?<!\p{L})(?<preposition>con|de|a|para|por|sin|sobre|contra)\s(?<word>él|ellos|ella|ellas)(?!\p{L})/iu,
      gendersOf: ({ word = '' }) => ({ él: 'm', ella: 'f' })[word.toLowerCase()] ?? 'p',
      put: ({ preposition = '' }, named) => (preposition === 'de' ? of(named) : `${preposition} ${named.text}`),
    },
    {
      pattern: /(?<!\p{L})(?<word>él|ellos|ella|ellas)(?!\p{L})/iu,
      gendersOf: ({ word = '' }) => ({ él: 'm', ella: 'f' })[word.toLowerCase()] ?? 'p',
      put: (_, { text }) => text,
    },
    {
      pattern:
        /(?<asking>quién|quiénes|cuándo|dónde|cómo|por qué)\s(?<word>l[oa]s?)\s(?<verb>(?:(?:ha|han|había|habían)\s)?\p{Ll}+(?:ó|aron|ieron|aba|ía|an?|en?|ado|ido|to|cho))(?!\p{L})/iu,
      gendersOf: ({ word = '' }) => ({ lo: 'm', la: 'f' })[word.toLowerCase()] ?? 'p',
      put: ({ asking = '', verb: said = '' }, { text, kind }) => `${asking} ${said} ${kind === 'person' ? 'a ' : ''}${text}`,
    },
    { pattern: /(?<!\p{L})(?<word>allí|ahí|allá)(?!\p{L})/iu, kind: 'place', put: (_, { text }) => `en ${text}` },
    {
      pattern: /(?<!\p{L})(?:est[ea]s?|es[ea]s?|aquel(?:la)?)\s(?<noun>\p{Ll}[\p{L}-]+)/iu,
      isCalled: true,
      put: (_, { text }) => text,
    },
    {
      pattern: new RegExp(
        `^(?<asking>¿?\\s*(?:(?:a|con|de|en|para|por)\\s)?(?:(?:desde\\s|hasta\\s)?cuándo|dónde|cómo|por qué|qué(?:\\smás)?|qué\\s(?:otr[oa]s\\s)?\\p{Ll}+s|(?:a|con|de|para|por)\\squién|cuánt[oa]s?(?:\\s\\p{Ll}+)?|qué\\s\\p{Ll}+(?=\\s(?:tiene|tenía)))\\s(?:se\\s|no\\s)*)(?<verb>${verb})(?<part>\\s\\p{Ll}+(?:ad|id|ist|uest|rit|iert)[oa]s?)?(?=$|\\s(?:en|de|del|con|desde|por|para|al?|hasta|durante|antes|después|cuando|ya|más|allí)(?!\\p{L}))`,
        'iu',
      ),
      isDropped: true,
      gendersOf: answered,
      put: ({ asking = '', verb: said = '', part = '' }, { text }) => `${asking}${said}${part} ${text}`,
    },
  ],
  unclear:
    /(?<!\p{L})(?:eso|esto|aquello|este|esta|ese|esa|aquel|aquella|estos|estas|esos|esas|ello|l[oe]s?(?=\s\p{Ll}+(?:ó|aron|ieron|aba|ía)(?!\p{L})))(?!\p{L})|^(?:quién|qué|dónde) más$/iu,
  expletive: /(?<!\p{L})(?:hay|había|hubo|pasó|ocurrió|sucedió|hace falta)(?!\p{L})/iu,
  ofPeople:
    /(?<!\p{L})(?:naci[óo]\p{L}*|muri[óo]|murió|casó|estudi\p{L}+|aprendi\p{L}+|escribi\p{L}+|viv[eií]\p{L}*|trabaj\p{L}+|oficio|hij[oa]s?|padres?|madre|mujer|marido|esposa?|herman[oa]s?|tumba)(?!\p{L})/iu,
  ofThings:
    /(?<!\p{L})(?:sido|constru\p{L}+|fund(?:ó|ad[oa])|inaugur\p{L}+|vendi\p{L}+|public(?:ó|ad[oa])|diseñ\p{L}+|mide|altura|anchura|cuesta|costó|dueñ[oa]|habitantes|arcos|destru\p{L}+)(?!\p{L})/iu,
  asks: [
    [/^¿?(?:con |para |de |a |por )?quién(?:es)?(?!\p{L})/iu, 'person'],
    [/^¿?(?:a |de )?(?:dónde|(?:en|a|de) qué (?:ciudad|pueblo|país|región|lugar))(?!\p{L})/iu, 'place'],
  ],
  which: /(?<!\p{L})qué\s(?<head>\p{Ll}[\p{L}-]+)/iu,
  gendersOfWhich: ({ head = '' }) => (articleOfNoun(head.toLowerCase()).startsWith('la') ? 'f' : 'm'),
  described:
    /(?<!\p{L})(?<article>del|al|el|la|los|las)\s(?<head>(?!(?:de|del|que)\s)\p{Ll}[\p{L}-]+)(?<rest>(?:\s(?:de\slas?\s|del\s|de\slos\s|de\s)?\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)*|\s(?:del|de\slas?|de\slos)\s\p{Ll}[\p{L}-]+)?)/gu,
  articleOf(article) {
    if (article === 'los' || article === 'las') return { article, genders: 'p' };
    return article === 'la' ? { article, genders: 'f' } : { article: 'el', genders: 'm' };
  },
  askedNext: /^¿?(?:(?:quién|quiénes|cuál|cuáles|qué)\s(?:es|era|fue|son|eran)|cómo\sse\sllama(?:ba)?)\s$/iu,
};
