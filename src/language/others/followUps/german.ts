import type { CarryWords, Genders, Named } from '../../carrying.ts';

const nouns = '(?<noun>(?:\\p{Ll}+e[mnrs]?\\s)?\\p{Lu}[\\p{L}-]+)';
const articles = {
  object: { m: 'den', f: 'die', n: 'das', p: 'die' },
  dative: { m: 'dem', f: 'der', n: 'dem', p: 'den' },
} as const;

function inCase({ text, article, genders }: Named, use: keyof typeof articles): string {
  const gender = (['m', 'f', 'n', 'p'] as const).find((one) => genders.startsWith(one));
  return article === undefined || gender === undefined ? text : articles[use][gender] + text.slice(article.length);
}

const ofOwner: Readonly<Record<string, string>> = { e: 'die', en: 'den', em: 'dem', er: 'der', es: 'des' };

function owned({ ending = '', noun = '' }: Readonly<Record<string, string | undefined>>, named: Named): string {
  if (named.article !== undefined) return `${ofOwner[ending] ?? 'der'} ${noun} von ${inCase(named, 'dative')}`;
  return `${named.text}${/[sxzß]$/u.test(named.text) ? '’' : 's'} ${noun}`;
}

export const germanFollowUps: CarryWords = {
  leads: /^(?:und|aber)\s+/iu,
  about: /^(?:was ist mit|wie (?:ist|war) (?:es|das) (?:mit|bei)|wie (?:steht|sieht) es mit)\s+/iu,
  asking: /^(?:warum|wieso|weshalb|wann|wo|wie|woher|wohin|(?:seit|bis) wann|(?:von|mit|für|bei) we[mn])$/iu,
  opening: /^(?:wann|wo|warum|wieso|weshalb|wie|woher|wohin|in welche[mr] \p{L}+)\s(?!viele?\b|hoch\b|lang\b|alt\b|groß\b|heißt\b)/iu,
  beforeDate: /(?:(?:im\s)?jahre?\s|im\s|am\s|in\s)$/iu,
  pointers: [
    { pattern: new RegExp(`(?<word>(?<![\\p{L}])[Ss]ein(?<ending>e[mnrs]?)?)\\s${nouns}`, 'u'), genders: 'mn', put: owned },
    { pattern: new RegExp(`(?<word>(?<![\\p{L}])[Ii]hr(?<ending>e[mnrs]?)?)\\s${nouns}`, 'u'), genders: 'fp', put: owned },
    { pattern: /(?<![\p{L}])[Dd]iese[mnrs]?\s(?<noun>\p{Lu}[\p{L}-]+)/u, isCalled: true, put: (_, { text }) => text },
    { pattern: /(?<word>(?<![\p{L}])[Ee]r)(?![\p{L}])/u, genders: 'm', put: (_, { text }) => text },
    { pattern: /(?<word>(?<![\p{L}])ihn)(?![\p{L}])/u, genders: 'm', put: (_, named) => inCase(named, 'object') },
    { pattern: /(?<word>(?<![\p{L}])ihm)(?![\p{L}])/u, genders: 'mn', put: (_, named) => inCase(named, 'dative') },
    { pattern: /(?<word>(?<![\p{L}])ihr)(?![\p{L}])/u, genders: 'f', put: (_, named) => inCase(named, 'dative') },
    { pattern: /(?<word>(?<![\p{L}])ihnen)(?![\p{L}])/u, genders: 'p', put: (_, named) => inCase(named, 'dative') },
    { pattern: /(?<word>(?<![\p{L}])sie)(?![\p{L}])/u, genders: 'fp', put: (_, named) => inCase(named, 'object') },
    { pattern: /(?<word>(?<![\p{L}])es)(?![\p{L}])/u, genders: 'n', kind: 'thing', put: (_, { text }) => text },
    { pattern: /(?<word>(?<![\p{L}])dort)(?![\p{L}])/u, kind: 'place', put: (_, named) => `in ${inCase(named, 'dative')}` },
  ],
  unclear:
    /(?<!\p{L})(?:dar?(?:an|auf|aus|bei|durch|für|gegen|in|mit|nach|über|um|unter|von|vor|zu)|diese[mnrs]?|jene[mnrs]?|deren|dessen|dorthin|dies|de[rm]selben?)(?!\p{L})|^(?:der|die|das|den)(?=\?|$)|^(?:wer|was|wo) (?:noch|sonst)$|^(?:und|noch) mehr$/iu,
  expletive:
    /(?<!\p{L})(?:gibt|gab|gäbe|regnet|geht|ging|handelt|stimmt|dauert|dauerte|kam|heißt|schaff\p{L}+|gelang) es(?!\p{L})|(?<!\p{L})(?:ist|war) es (?:\p{Ll}+\s)?(?:möglich|wahr|wichtig|nötig|erlaubt)/iu,
  ofPeople:
    /(?<!\p{L})(?:geboren|gestorben|starb|stirbt|heirat\p{L}*|verheiratet|geheiratet|studier\p{L}*|lernte|gelernt|wohnte|lebte|schrieb|geschrieben|sagte|gesagt|arbeitete|beruf|tochter|sohn|kinder|eltern|vater|mutter|frau|mann|ehe\p{L}+|bruder|schwester|grab)(?!\p{L})/iu,
  ofThings:
    /(?<!\p{L})(?:wurden?|wird|werden|worden|gebaut|erbaut|errichtet|eröffnet|gegründet|entworfen|verkauft|veröffentlicht|hoch|breit|tief|lang|kostete|gekostet|einwohner|gehört\p{L}*|abgerissen|zerstört)(?!\p{L})/iu,
  asks: [
    [/^(?:mit |von |für |an )?we[rmn](?!\p{L})/iu, 'person'],
    [/^(?:wo|woher|wohin|in welche[mr] (?:stadt|ort|dorf|land|region|gemeinde|provinz))(?!\p{L})/iu, 'place'],
  ],
  which: /(?<!\p{L})welche(?<ending>[mnrs]?)\s(?<head>\p{Lu}[\p{L}-]+)/iu,
  gendersOfWhich: ({ ending }) => ({ '': 'f', r: 'mf', s: 'n', m: 'mn', n: 'm' })[ending ?? ''] ?? '',
  described:
    /(?<!\p{L})(?<article>der|die|das|den|dem|des|im|am|zum|zur|vom|beim)\s(?<between>\p{Ll}+e[mnrs]?\s)?(?<head>\p{Lu}[\p{L}-]+)(?<rest>(?:\s\p{Lu}[\p{L}-]+)*(?:\s(?:von|in|bei|an|auf|des|der)\s\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)*)?)/gu,
  articleOf(article, before) {
    const after = (genders: Genders, nominative: string) => ({ article: nominative, genders });
    const isDative = /(?:^|\s)(?:von|in|an|auf|zu|bei|mit|nach|aus|unter|über|vor|neben|hinter|seit)\s$/iu.test(before);
    const isOwner = /(?:^|\s)(?:der|die|das|den|dem|des)\s(?:\p{Ll}+\s)?\p{Lu}\p{L}+\s$/u.test(before);
    switch (article.toLowerCase()) {
      case 'die':
        return after('fp', 'die');
      case 'das':
        return after('n', 'das');
      case 'den':
        return isDative ? after('pm', 'die') : after('m', 'der');
      case 'der':
        return isDative || isOwner ? after('fp', 'die') : after('m', 'der');
      case 'zur':
        return after('f', 'die');
      default:
        return after('mn', 'der');
    }
  },
  askedNext: /^(?:wer|was|wie|welche[rs]?)\s(?:ist|war|waren|sind|heißt|heißen|hieß)\s$/iu,
  determiners:
    /(?:^|\s)(?:[Dd](?:er|ie|as|en|em|es)|im|am|ans?|ins|zu[mr]|vom|beim|k?ein(?:e[mnrs]?)?|(?:mein|sein|ihr|unser)(?:e[mnrs]?)?|diese[mnrs]?|jede[mnrs]?|welche[mnrs]?|viele?|wenige?|mehr|mehrere|einige|alle|manche|zwei|drei|\d+)\s(?:\p{Ll}+e[mnrs]?\s)?$/u,
};
