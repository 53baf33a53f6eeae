import type { AskedKind, ReadingWords } from '../language.ts';
import { wordSet } from '../wordSet.ts';

const heads: readonly (readonly [AskedKind, string])[] = [
  [
    'place',
    'place location city town village county state province district region island continent river lake mountain harbour harbor port street hometown birthplace ' +
      'birth-place capital sea bay coast hill municipality parish area headquarters peninsula neighborhood neighbourhood borough venue stadium',
  ],
  ['country', 'country nationality citizenship nation'],
  [
    'organization',
    'company firm organization organisation university school college institute institution agency board club team band group party association society union ' +
      'church label bank department ministry newspaper network manufacturer employer publisher shipyard studio broadcaster developer league brand startup corporation airline',
  ],
  ['work', 'film movie song album book novel play poem painting series show opera magazine thesis article single game report paper'],
  [
    'person',
    'person man woman engineer architect scientist author writer director composer singer performer actor actress artist painter poet player president king queen ' +
      'emperor pope mayor minister general captain founder inventor keeper explorer saint wife husband father mother son daughter brother sister producer leader ruler ' +
      'chairman ceo governor surveyor teacher student chief uncle aunt grandfather grandmother spouse child sibling creator owner designer builder editor screenwriter ' +
      'lyricist figure individual philosopher politician musician chef coach quarterback monarch conductor successor predecessor parent',
  ],
  ['date', 'year date day month century decade birthday birthdate'],
  [
    'amount',
    'population capacity height length width depth weight number percentage percent proportion cost price salary budget speed distance amount sum share ' +
      'temperature age elevation enrollment income total',
  ],
];

/** Words of one family, or of one meaning, that no common beginning joins. */
const families =
  'birth bear birthplace hometown|death die dead|marriage marry wed spouse wife|marriage marry wed spouse husband|author write writer|song sing singer|winner win victory|owner own|maker make manufacturer produce|' +
  'builder build construct|leader lead head|ruler rule reign|height high tall|length long|width wide|depth deep|weight weigh heavy|age old|size big large|' +
  'cost price worth|life live|loss lose|sale sell|gift give|choice choose|growth grow|flight fly|speech speak|teacher teach|buyer buy purchase|' +
  'found establish|start begin launch|end finish|child son|child daughter|parent father|parent mother|sibling brother|sibling sister|occupation job profession career|film movie|' +
  'close shut|live reside|work employ serve|study attend graduate educate|locate situate|border adjoin|name call|author pen|play portray star|inhabitant population people';

export const reading: ReadingWords = {
  asks: new Map<string, AskedKind>([
    ['who', 'person'],
    ['whom', 'person'],
    ['whose', 'person'],
    ['when', 'date'],
    ['where', 'place'],
    ['what', 'thing'],
    ['which', 'thing'],
    ['why', 'reason'],
    ['how', 'reason'],
  ]),
  relative: wordSet('who whom whose which where when'),
  heads: new Map(heads.flatMap(([kind, nouns]) => nouns.split(' ').map((noun) => [noun, kind] as const))),
  amounts: new Map<string, string | null>([
    ['many', ''],
    ['much', null],
    ['often', null],
    ['tall', 'length'],
    ['high', 'length'],
    ['deep', 'length'],
    ['wide', 'length'],
    ['far', 'length'],
    ['long', null],
    ['large', null],
    ['big', null],
    ['fast', 'speed'],
    ['heavy', 'mass'],
    ['old', 'time'],
  ]),
  measures: new Map([
    ['height', 'length'],
    ['length', 'length'],
    ['width', 'length'],
    ['depth', 'length'],
    ['distance', 'length'],
    ['elevation', 'length'],
    ['weight', 'mass'],
    ['percentage', 'share'],
    ['percent', 'share'],
    ['population', ''],
    ['speed', 'speed'],
    ['temperature', 'temperature'],
  ]),
  generic: wordSet('place date day year time number amount nationality'),
  families: families.split('|').map((family) => family.split(' ')),
  auxiliaries: wordSet('is are was were do does did has have had can could will would should may might'),
  copulas: wordSet('is are was were be been became become remains'),
  pronouns: wordSet('he she it they his her its their him them this these'),
  prepositions: wordSet(
    'in on at by from of to for with as near under into during since until after before between through via about against according',
  ),
  agents: wordSet('by'),
  links: wordSet('of that who whom whose which where when while'),
  owning: 'of',
  then: wordSet('in on at of'),
  conjunctions: wordSet('and or'),
  alternatives: /\sor\s(?:the\s|an?\s)?[\p{Lu}\p{N}"“‘']/u,
  life: ['birth', 'death'],
  emptyHeads: wordSet('name names kind type sort one many much'),
  restrictions: wordSet(
    'last only current currently latest next upcoming most least recent highest lowest largest biggest smallest tallest longest shortest oldest youngest newest ' +
      'earliest fastest slowest heaviest best worst richest deepest widest hottest coldest closest nearest busiest strongest greatest',
  ),
  where: wordSet('in at near from to of on around outside into'),
  organizations:
    /\b(?:University|College|School|Institute|Academy|Company|Corporation|Corp|Films?|Productions?|Pictures|Entertainment|Inc|Ltd|Limited|Society|Association|Board|Trust|Bank|Union|Council|Ministry|Department|Party|Club|Group|Works|Records|Studios?|Press|Agency|Authority|Commission(?:ers)?|Office|Foundation|Museum|Laborator(?:y|ies)|Conservatory|Conservatoire|Army|Navy|Brothers|Bros|Yard|Lines?|League|Court|Congress|Senate|Parliament|Times|Post)\b/u,
  places:
    /\b(?:Sound|Bay|Islands?|Isles?|River|Lake|Harbou?r|Point|Castle|Palace|Abbey|Cathedral|Church|Hospital|Cemetery|Prison|Street|Square|County|Province|City|Mountains?|Valley|Park|Stadium|Sea|Ocean|Road|Avenue|Beach|Airport|Station)\b/u,
  noPersons:
    /\b(?:War|Battle|Treaty|Act|Code|Cup|Championships?|Awards?|Prize|Festival|Olympics|Olympic|Games|Conference|Revolution|Empire|Dynasty|Kingdom|Republic|Villa|Port|Hall|House of|Tower|Bridge|Building|Hotel|Theat(?:er|re)|Opera|Symphony|Orchestra|Railway|Amendment|President of|Constitution|Declaration)\b/u,
  origins: /\s?[-‐‑]\s?(?:based|born|bred|area|style)\b/u,
  participle: /(?:ed|en|wn|ught|ung|uilt)$/u,
  mutual: [
    'marry',
    'marriage',
    'wed',
    'spouse',
    'wife',
    'husband',
    'partner',
    'sibling',
    'brother',
    'sister',
    'twin',
    'friend',
    'colleague',
    'rival',
  ],
  joining: wordSet('with and besides'),
  standsFor: /\bas\s(?:the\s|an?\s)?(?:(?!(?:by|from|of|under)\s)\p{Ll}+\s){0,4}["“‘']?$/u,
  offices: wordSet(
    'president minister chancellor premier mayor governor king queen monarch emperor ceo chairman chairwoman chairperson head leader captain coach ' +
      'manager commissioner secretary speaker ambassador bishop archbishop pope principal dean rector',
  ),
  ended:
    /^[^.;]*?(?:\(.*?\d{3,4}\s?[–—-]\s?[^)]*\d{3,4}\)|\bfrom\s(?:\p{L}+\s)?\d{4}\s(?:to|until|till)\s(?:\p{L}+\s)?\d{4}|\buntil\s(?:\p{L}+\s)?\d{4})/u,
  present: wordSet('is'),
  reckoned:
    /\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\s(?:second|minute|hour|day|week|fortnight|month|year|decade)s?\s(?:before|after)\b/iu,
  honorifics:
    /^(?:(?:King|Queen|Emperor|Empress|Sultan|Caliph|First Lady|Governor|Senator|Judge|Sir|Dame|Dr\.?|Mr\.?|Mrs\.?|Ms\.?|Professor|President|Captain|Colonel|Reverend|Rev\.|Saint|Pope|Tsar|Cardinal|Bishop)\s)+(?=\p{Lu}[\p{L}'’-]*)/u,
  inexact: /\b(?:before|after|until|till|since|by|late|early|mid|about|around|circa|c\.)[\s-](?:the\s)?$/iu,
  months:
    /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/u,
};
