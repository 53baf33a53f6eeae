import { wordSet } from '../wordSet.ts';

/** What a question asks for. A `thing` is anything; a `reason` (or manner) has no short answer. */
export type AskedKind = 'person' | 'place' | 'country' | 'organization' | 'work' | 'date' | 'amount' | 'thing' | 'reason';

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

/** What each of the words, which are separated by spaces, has. */
function byWord<T>(groups: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(groups.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)));
}

/** How questions say what they ask for, and where answers are in sentences. All words folded. */
export const reading = {
  /** Question words, and what each asks for on its own. */
  asks: byWord<AskedKind>([
    ['person', 'who whom whose'],
    ['date', 'when'],
    ['place', 'where'],
    ['thing', 'what which'],
    ['reason', 'why how'],
  ]),
  /** Those that also begin relative clauses. */
  relative: wordSet('who whom whose which where when'),
  /** What a noun after a question word asks for. */
  heads: byWord(heads),
  /** Words that ask for an amount together with `how`, and what its unit measures: '' for a bare count, null for any. */
  amounts: byWord<string | null>([
    ['', 'many'],
    [null, 'much often long large big'],
    ['length', 'tall high deep wide far'],
    ['speed', 'fast'],
    ['mass', 'heavy'],
    ['time', 'old'],
  ]),
  /** What the unit measures in which a noun is given. */
  measures: byWord([
    ['length', 'height length width depth distance elevation'],
    ['mass', 'weight'],
    ['share', 'percentage percent'],
    ['', 'population'],
    ['speed', 'speed'],
    ['temperature', 'temperature'],
  ]),
  /** Nouns that only say what kind of answer is asked for. */
  generic: wordSet('place date day year time number amount nationality'),
  /** Words of one family or meaning that do not begin alike, stemmed. */
  families: families.split('|').map((family) => family.split(' ')),
  /** Verbs that begin a question that is answered with yes or no. */
  auxiliaries: wordSet('is are was were do does did has have had can could will would should may might'),
  copulas: wordSet('is are was were be been became become remains'),
  /** Those that take the place of what a passage is about. */
  pronouns: wordSet('he she it they his her its their him them this these'),
  prepositions: wordSet(
    'in on at by from of to for with as near under into during since until after before between through via about against according',
  ),
  /** Prepositions before who or what did it. */
  agents: wordSet('by'),
  /** Words that join a description to a noun: each may need a separate step. */
  links: wordSet('of that who whom whose which where when while'),
  /** The one of them before an owner, as a possessive is read. */
  owning: 'of',
  /** Prepositions before a time that say no more than that it is then. */
  then: wordSet('in on at of'),
  conjunctions: wordSet('and or'),
  /** Where a question offers names to choose from: `…, A or B?`. */
  alternatives: /\sor\s(?:the\s|an?\s)?[\p{Lu}\p{N}"“‘']/u,
  /** What the two dates in brackets after a person's name are: `(10 June 1910 – 27 March 1976)`. */
  life: ['birth', 'death'],
  /** Nouns after a question word that say nothing about the answer. */
  emptyHeads: wordSet('name names kind type sort one many much'),
  /** Words that leave one of many: `the first`, `the current`. Ordinals and numbers are besides. */
  restrictions: wordSet(
    'last only current currently latest next upcoming most least recent highest lowest largest biggest smallest tallest longest shortest oldest youngest newest ' +
      'earliest fastest slowest heaviest best worst richest deepest widest hottest coldest closest nearest busiest strongest greatest',
  ),
  /** Prepositions before places. */
  where: wordSet('in at near from to of on around outside into'),
  /** Words in names of organizations, and of places. */
  organizations:
    /\b(?:University|College|School|Institute|Academy|Company|Corporation|Corp|Films?|Productions?|Pictures|Entertainment|Inc|Ltd|Limited|Society|Association|Board|Trust|Bank|Union|Council|Ministry|Department|Party|Club|Group|Works|Records|Studios?|Press|Agency|Authority|Commission(?:ers)?|Office|Foundation|Museum|Laborator(?:y|ies)|Conservatory|Conservatoire|Army|Navy|Brothers|Bros|Yard|Lines?|League|Court|Congress|Senate|Parliament|Times|Post)\b/u,
  places:
    /\b(?:Sound|Bay|Islands?|Isles?|River|Lake|Harbou?r|Point|Castle|Palace|Abbey|Cathedral|Church|Hospital|Cemetery|Prison|Street|Square|County|Province|City|Mountains?|Valley|Park|Stadium|Sea|Ocean|Road|Avenue|Beach|Airport|Station)\b/u,
  /** Words in names of other things, which no person has. */
  noPersons:
    /\b(?:War|Battle|Treaty|Act|Code|Cup|Championships?|Awards?|Prize|Festival|Olympics|Olympic|Games|Conference|Revolution|Empire|Dynasty|Kingdom|Republic|Villa|Port|Hall|House of|Tower|Bridge|Building|Hotel|Theat(?:er|re)|Opera|Symphony|Orchestra|Railway|Amendment|President of|Constitution|Declaration)\b/u,
  /** What follows the name of where something is from: `-based`. */
  origins: /\s?[-‐‑]\s?(?:based|born|bred|area|style)\b/u,
  /** Verbs before an agent: `directed` by. */
  participle: /(?:ed|en|wn|ught|ung|uilt)$/u,
  /** Words for what two are to each other: `wife`. */
  mutual: 'marry marriage wed spouse wife husband partner sibling brother sister twin friend colleague rival'.split(' '),
  /** Words of questions that name one of several and ask for the other: `with`. */
  joining: wordSet('with and besides'),
  /** Before a part that someone plays, or another name: `starring … as`. */
  standsFor: /\bas\s(?:the\s|an?\s)?(?:(?!(?:by|from|of|under)\s)\p{Ll}+\s){0,4}["“‘']?$/u,
  /** Offices that one person holds at a time, and what follows the name of one who no longer does. */
  offices: wordSet(
    'president minister chancellor premier mayor governor king queen monarch emperor ceo chairman chairwoman chairperson head leader captain coach ' +
      'manager commissioner secretary speaker ambassador bishop archbishop pope principal dean rector',
  ),
  ended:
    /^[^.;]*?(?:\(.*?\d{3,4}\s?[–—-]\s?[^)]*\d{3,4}\)|\bfrom\s(?:\p{L}+\s)?\d{4}\s(?:to|until|till)\s(?:\p{L}+\s)?\d{4}|\buntil\s(?:\p{L}+\s)?\d{4})/u,
  /** Verbs for what is so now: `is`. */
  present: wordSet('is'),
  /** A date reckoned from another one: `two days before …`. No text says it. */
  reckoned:
    /\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\s(?:second|minute|hour|day|week|fortnight|month|year|decade)s?\s(?:before|after)\b/iu,
  /** Titles at the beginning of a person's name. */
  honorifics:
    /^(?:(?:King|Queen|Emperor|Empress|Sultan|Caliph|First Lady|Governor|Senator|Judge|Sir|Dame|Dr\.?|Mr\.?|Mrs\.?|Ms\.?|Professor|President|Captain|Colonel|Reverend|Rev\.|Saint|Pope|Tsar|Cardinal|Bishop)\s)+(?=\p{Lu}[\p{L}'’-]*)/u,
  /** Before a date that does not say when it was: `before`, `late`. */
  inexact: /\b(?:before|after|until|till|since|by|late|early|mid|about|around|circa|c\.)[\s-](?:the\s)?$/iu,
  /** A whole name that is a month or a day of the week. */
  months:
    /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$/u,
};
