/** The kind of thing that answers a question. `name` is any capitalized name, `phrase` anything a sentence can name. */
export type AnswerKind =
  'date' | 'number' | 'person' | 'place' | 'country' | 'organization' | 'work' | 'name' | 'reason' | 'phrase' | 'yes-no';

/** A relation that a question may ask for, and its wordings in texts. */
export interface Relation {
  readonly id: string;
  /** Matches the question in lowercase, with names replaced by `§`. */
  readonly asks: RegExp;
  readonly kind: AnswerKind;
  /** Wordings after which the answer follows. */
  readonly after: readonly RegExp[];
  /** Wordings that follow the answer. */
  readonly before: readonly RegExp[];
}

/** Relations as questions ask for them and as texts express them. */
export interface RelationTable {
  /** The relations that a masked, lowercase question may ask for, most specific first. Empty when none is known. */
  readonly relationsIn: (masked: string) => Relation[];
  /** Stems with the same meaning, for questions without a known relation. */
  readonly paraphrasesOf: (stem: string) => ReadonlySet<string>;
}

export const relationTable: RelationTable = { relationsIn, paraphrasesOf };

export const noRelations: RelationTable = { relationsIn: () => [], paraphrasesOf: (stem) => new Set([stem]) };

function relationsIn(masked: string): Relation[] {
  const found = RELATIONS.filter((relation) => relation.asks.test(masked));
  const precise = found.filter((relation) => !GENERAL.has(relation.id));
  return precise.length > 0 ? precise : found;
}

function paraphrasesOf(stem: string): ReadonlySet<string> {
  return PARAPHRASES.get(stem) ?? new Set([stem]);
}

/**
 * True for relations whose words alone are too general (`where`, the many kinds of leader), so that the question's words must match as
 * well.
 */
export function isLoose(relation: Relation): boolean {
  return GENERAL.has(relation.id) || relation.id === 'leader';
}

/** Relations that `where` alone asks for. Any other relation in the question is more specific. */
const GENERAL: ReadonlySet<string> = new Set(['location', 'country']);

const WHERE = '(?:where|place|location|city|town|village|island|county|state|district|province|country|hometown)';
const WHEN = '(?:when|what (?:day|date|year)|which (?:day|date|year)|date|year)';
const TO_BE = '(?:is|was|are|were|being|became)';

const RELATIONS: readonly Relation[] = [
  dated(
    'birth date',
    `\\b${WHEN}\\b.*\\b(?:born|birth)\\b|\\bbirth(?:date|day)\\b`,
    'born|came into the world|first saw (?:the )?(?:day)?light|birth',
  ),
  placed(
    'birth place',
    `\\b${WHERE}\\b.*\\b(?:born|birth)\\b|\\bbirthplace\\b|\\bnative of\\b`,
    'born|came into the world|first saw (?:the )?(?:day)?light|birth(?:place)?|native of|a native|hails? from|hailed from',
  ),
  placed('burial place', `\\b(?:buried|burial|interred|grave|tomb)\\b`, 'buried|interred|burial|laid to rest|entombed'),
  {
    id: 'cause of death',
    asks: /\bcause of death\b|\b(?:why|how) (?:did|was|were)\b.*\b(?:die|killed)\b|\bof what did\b.*\bdie\b/u,
    kind: 'reason',
    after: [
      /\b(?:died|dying|dead) (?:\w+ ){0,4}?(?:of|from|due to|after|following)(?: an?)?/gu,
      /\b(?:killed|death) (?:\w+ ){0,2}?(?:by|in|from|was|due to)(?: an?)?/gu,
      /\b(?:he|she|they|who|\p{Lu}\p{Ll}+) (?:was|were)(?: \w+ly)?/gu,
    ],
    before: [/,? (?:and )?(?:was |were )?(?:killed|died|fatally)\b/gu],
  },
  dated(
    'death date',
    `\\b${WHEN}\\b.*\\b(?:die|died|death|killed|executed)\\b`,
    'died|death|passed away|killed|executed|assassinated|murdered',
  ),
  placed(
    'death place',
    `\\b${WHERE}\\b.*\\b(?:die|died|death|killed|executed)\\b`,
    'died|death|passed away|killed|executed|assassinated|murdered',
  ),
  kin(
    'mother',
    'mother',
    'mothers?',
    '(?:son|daughter|child|born)\\b[^.;]{0,80}?\\b(?:and|by)(?: (?:his|her) (?:\\w+ )?(?:wife|consort|queen|mistress),?)?|\\bwife,?',
  ),
  kin('father', 'father', 'fathers?', '\\b(?:son|daughter|child) (?:and \\w+ )?(?:and \\w+ )?of|\\bborn to'),
  kin('parent', 'parents?', 'parents?|mother|father', '\\b(?:son|daughter|child) of|\\bborn to'),
  kin(
    'spouse',
    'spouse|husband|wife|widow|widower|consort|partner|marry|married',
    'spouse|husband|wife|widow(?:er)?|consort',
    '\\bmarried\\b[^.;]{0,60}? to|\\b(?:married|wed|marrying|marriage (?:to|with)|(?:wife|husband|widow|consort|spouse) of|betrothed to)(?: to)?',
  ),
  kin(
    'sibling',
    'sibling|brother|sister|brothers|sisters',
    'siblings?|(?:twin |elder |older |younger |half[- ])*(?:brother|sister)s?',
    '\\b(?:brother|sister|sibling)s? (?:of|to)|\\b(?:brother|sister)s?,?',
  ),
  kin(
    'child',
    'child|children|son|daughter|sons|daughters',
    '(?:sons?|daughters?|child(?:ren)?)',
    '\\b(?:father|mother|parents?) (?:of|to)|\\bgave birth to|\\b(?:son|daughter|child),?|\\bchildren(?: \\w+){0,3}:?|(?:sons|daughters)(?: \\w+){0,2}:?',
  ),
  agent(
    'director',
    'directed|helmed|co-directed',
    'directors?|filmmaker',
    '(?:film|movie|documentary|drama|comedy|short)(?: (?!\\w+ed\\b|written\\b)[a-z-]+){0,3} by',
    'made (?:the )?(?:film|movie|documentary)',
  ),
  agent(
    'composer',
    'composed|scored',
    'composers?|music director|musical score',
    'music(?:al score)? (?:\\w+ ){0,3}by|score(?: \\w+){0,3} by|songs? by|written (?:and composed )?by|music:?',
    '(?:wrote|made) the (?:music|score)',
  ),
  agent(
    'performer',
    'performed|sung|recorded|released|sang',
    'performers?|singers?|artist|musician|band',
    '(?:song|single|album|track|ep|recording|number)\\b(?:(?!written|composed|produced|directed|released|published)[^.;]){0,60}? by|recorded by|credited to',
  ),
  agent('screenwriter', 'scripted|screenplay', 'screenwriters?|scriptwriter', 'screenplay (?:\\w+ ){0,3}by|written by'),
  agent(
    'author',
    'written|wrote|authored|penned',
    'authors?|writers?|novelist|poet|playwright',
    '(?:novel|book|work|play|poem|story|paper|report|thesis|essay|memoir|letter)\\b(?:(?!published|illustrated|edited|translated|released)[^.;]){0,30}? by|author:',
    undefined,
    '(?:only|one|first|last|second|best-known|single|next)? ?(?:book|novel|poem|play|paper|treatise|work),? ',
  ),
  agent('producer', 'produced|co-produced', 'producers?|production company'),
  agent('publisher', 'published|issued', 'publishers?'),
  agent(
    'record label',
    'signed|released',
    'record label|label',
    'released (?:\\w+ ){0,4}(?:by|on|through|under)|signed (?:\\w+ ){0,3}(?:to|with)|label:?',
  ),
  agent(
    'designer',
    'designed|drew up|engineered|planned|devised|drawn up',
    'designers?|architects?|(?:chief |consulting )?engineer|(?:man|woman|person|mind|people) behind',
    'designs? (?:\\w+ ){0,2}by|plans? (?:\\w+ ){0,2}by|to (?:the )?designs? of|the work of',
  ),
  agent('founder', 'founded|co-founded|established|set up|started|formed|incorporated', 'founders?|co-founders?'),
  agent('inventor', 'invented|discovered|devised|developed|patented|pioneered', 'inventors?|discoverers?|developers?'),
  agent(
    'creator',
    'created|devised|developed|authored|written|painted|sculpted|made',
    'creators?|painter|sculptor|artist',
    '(?:painting|sculpture|series|statue|work|portrait|novel|game)\\b[^.;]{0,30}? by',
  ),
  agent('builder', 'built|constructed|erected|put up', 'builders?|contractors?|shipbuilders?', 'contract (?:\\w+ ){0,4}to'),
  agent('manufacturer', 'manufactured|made|produced|supplied|cast|forged|distilled|assembled', 'manufacturers?|makers?|suppliers?'),
  agent(
    'owner',
    'owned|bought|acquired|purchased|operated|taken over|owns',
    'owners?|parent company|purchasers?|buyers?|operators?',
    'subsidiary of|division of|sold to|part of',
  ),
  agent(
    'employer',
    'employed|hired|engaged',
    'employers?',
    '(?:worked|works|working|served|serving) (?:\\w+ ){0,4}?(?:for|at|with)|joined|professor (?:\\w+ ){0,4}?at|staff of|employ of|service of',
  ),
  agent(
    'leader',
    'led|headed|chaired|presided|governed|ruled|commanded|directed|managed|ran',
    'leaders?|heads?|presidents?|chair(?:man|woman|person)?|ceo|chief executive|director|governor|mayor|king|queen|ruler|commander|prime minister|minister|captain|keeper',
    undefined,
    'in charge of',
  ),
  agent('distributor', 'distributed', 'distributors?'),
  agent('editor', 'edited', 'editors?'),
  agent(
    'cast',
    'played|plays|portrayed|portrays|voiced|voices|starred|acted',
    'cast member|stars?|actors?|actress|voice',
    'starr(?:ing|ed|s)|played by|portrayed by|features?|voiced by|voice of',
  ),
  agent('winner', 'won|awarded', 'winners?', 'awarded to|won by'),
  agent(
    'teacher',
    'taught|trained|tutored|mentored',
    'teachers?|tutors?|mentors?',
    '(?:studied|trained|apprenticed|learned) (?:\\w+ ){0,3}?(?:under|with|to)|pupil of|student of|apprentice (?:of|to)',
  ),
  agent('successor', 'succeeded|replaced', 'successors?'),
  {
    id: 'nationality',
    asks: /\bnationality\b|\bcitizen(?:ship)?\b|\bcountry\b.*\bfrom\b|\bfrom (?:which|what) country\b|\bcountry of (?:citizenship|origin)\b|\bcountry\b.*\b(?:come|comes|originate)\b/u,
    kind: 'country',
    after: [/\b(?:is|was|are|were|being) (?:an?|the)/gu],
    before: [],
  },
  {
    id: 'country',
    asks: /\b(?:what|which) country\b|\bcountry (?:is|of|was|where)\b/u,
    kind: 'country',
    after: [
      /\b(?:located|situated|lies|lying|found|city|town|village|commune|municipality|district|university|airport|mountain|river|based|headquartered)\b[^.;]{0,80}? (?:in|of)/gu,
    ],
    before: [],
  },
  {
    id: 'education',
    asks: /\b(?:study|studied|educated|graduate|graduated|attend|attended|alma mater|educated at|school|university|college)\b/u,
    kind: 'organization',
    after: [
      /\b(?:studied|educated|graduated?|graduate of|attended|enrolled|trained|student|degree|schooled|diploma|matriculated|alumn(?:us|a)|education)\b(?: [\w'’,-]+){0,8}? (?:at|from|of|in|by)/gu,
      /\battended/gu,
      /\balma mater,?/gu,
    ],
    before: [],
  },
  {
    id: 'award',
    asks: /\b(?:award|prize|medal|honou?r)s?\b/u,
    kind: 'name',
    after: [
      /\b(?:won|received|awarded|receiving|winning|recipient of|earned|earning|honou?red with|win|winner of|given|presented with)(?: (?:the|an?|his|her|their|\d+|first|two|three|four|several))*(?: [a-z]+){0,3}/gu,
    ],
    before: [],
  },
  placed(
    'residence',
    `\\bwhere\\b.*\\b(?:live|lived|reside|residence|settle|settled|home)\\b`,
    'lived|lives|living|resided?s?|settled|moved to|home (?:in|at|on)|house (?:in|at|on)',
  ),
  placed(
    'detention',
    `\\b(?:detained|imprisoned|jailed|held|detention)\\b`,
    'detained|imprisoned|jailed|incarcerated|held|custody|prison|serving',
  ),
  placed('headquarters', `\\bheadquarter(?:s|ed)\\b|\\bhead office\\b`, 'headquarter(?:s|ed)|head office|based|seat'),
  {
    id: 'capital',
    asks: /\bcapital\b/u,
    kind: 'place',
    after: [/\bcapital\b(?: (?:city|town|of (?:the )?[\p{L} ]{1,40}?))? (?:is|was|at|being)/gu, /\bcapital,/gu],
    before: [/,? (?:is|was|became|as) (?:the|its) capital\b/gu, /, (?:the )?capital\b/gu],
  },
  placed(
    'location',
    `\\b(?:where|located|situated|located in|lie|lies|stand|stands)\\b|\\b(?:on|in) (?:what|which) (?:island|town|city|village|county|state|province|region|district|continent|river|lake)\\b`,
    '(?:is|was) an?|located|situated|lies|lying|stands|standing|found|built|set|sited|placed|on the (?:coast|shore|banks?|island)',
  ),
  dated(
    'release date',
    `\\b${WHEN}\\b.*\\b(?:released?|published|issued|premiered?|publication|come out|came out|aired?)\\b`,
    'released|published|issued|premiered|publication|release|aired|opened|appeared|(?:is|was) an?',
  ),
  dated(
    'opening date',
    `\\b${WHEN}\\b.*\\b(?:open|opened|commissioned|inaugurated|start|started|begin|began|operation|service|first lit|lit)\\b`,
    'opened|opening|commissioned|inaugurated|inauguration|into service|entered service|started|began|operational|operation|first lit|first light|lit|first power|switched on|went live',
  ),
  dated(
    'closing date',
    `\\b${WHEN}\\b.*\\b(?:close|closed|shut|decommissioned|dissolved|abandoned|demolished|withdrawn)\\b`,
    'closed|closure|shut|decommissioned|dissolved|abandoned|demolished|withdrawn|stopped|ceased',
  ),
  dated(
    'inception',
    `\\b${WHEN}\\b.*\\b(?:founded|established|formed|created|set up|incorporated|registered|inception|founding)\\b`,
    'founded|established|formed|created|set up|incorporated|registered|inception|foundation|founding|established|chartered|started',
  ),
  dated(
    'construction',
    `\\b${WHEN}\\b.*\\b(?:built|constructed|erected|completed|finished|construction)\\b`,
    'built|constructed|erected|completed|finished|construction|completion|building',
  ),
  dated('marriage date', `\\b${WHEN}\\b.*\\b(?:marry|married|wedding|marriage)\\b`, 'married|marriage|wed|wedding'),
];

/** Groups of stems that can replace each other. */
const PARAPHRASES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    'open inaugurat commission launch',
    'build construct erect construction',
    'found establish form incorporat creat foundation',
    'clos shut decommission closur ceas stop',
    'mak manufactur produc maker',
    'work employ hir serv job post',
    'liv resid settl dwell home',
    'study educat attend graduat train enrol',
    'tall high height elevation',
    'long length span measur',
    'wide width breadth',
    'deep depth',
    'heavy weigh weight',
    'big larg siz area',
    'inhabitant population people person resident',
    'cost pric sum paid pay budget expens',
    'nam call known entitl titl',
    'kill die death lost drown perish victim',
    'capacity output rat rating power',
    'lead head chair direct leader',
    'teach instruct tutor train teacher',
    'repair restor mend renovat refurbish',
    'replac succe successor',
    'begin start commenc',
    'end finish complet conclud',
    'beneath below under underneath',
    'mak consist compris compos',
    'buy purchas acquir',
    'writ author pen',
    'win won victory winner',
    'use utiliz employ',
    'border adjoin neighbor neighbour',
    'invent devis patent inventor',
    'collapse fail break burst',
    'turbin turbine',
    'occupation profession job trad career',
    'job occupation profession',
    'subject topic about theme',
    'keep keeper',
    'charg head lead direct manag run',
  ].reduce((table, line) => {
    const group = new Set(line.split(' '));
    for (const word of group) table.set(word, new Set([...(table.get(word) ?? []), ...group]));
    return table;
  }, new Map<string, Set<string>>()),
);

function dated(id: string, asks: string, cues: string): Relation {
  return {
    id,
    asks: new RegExp(asks, 'u'),
    kind: 'date',
    after: [new RegExp(`\\b(?:${cues})\\b`, 'giu')],
    before: [new RegExp(`\\b(?:${cues})\\b`, 'giu')],
  };
}

function placed(id: string, asks: string, cues: string): Relation {
  return { id, asks: new RegExp(asks, 'u'), kind: 'place', after: [new RegExp(`\\b(?:${cues})\\b`, 'giu')], before: [] };
}

function kin(id: string, asks: string, nouns: string, after: string): Relation {
  return {
    id,
    asks: new RegExp(`\\b(?:${asks})\\b`, 'u'),
    kind: 'person',
    after: [
      new RegExp(after, 'giu'),
      new RegExp(`\\b(?:his|her|their|its|whose|['’]s) (?:[a-z-]+ )?(?:${nouns})\\b,?(?: (?:${TO_BE}|,))*`, 'giu'),
    ],
    before: [new RegExp(`,? (?:${TO_BE}|,) (?:also )?(?:the|his|her) (?:[a-z-]+ ){0,2}(?:${nouns})\\b`, 'giu')],
  };
}

function agent(id: string, verbs: string, nouns: string, extra?: string, asks?: string, owned?: string): Relation {
  return {
    id,
    asks: new RegExp(`\\b(?:${verbs}|${nouns}|${baseForms(verbs)}${asks === undefined ? '' : `|${asks}`})\\b`, 'u'),
    kind: 'person',
    after: [
      new RegExp(`\\b(?:${verbs})\\b(?:(?!\\b[a-z]+ed by)[^.;]){0,50}? by\\b`, 'giu'),
      new RegExp(`\\b(?:${nouns})\\b(?: of [^.;]{1,40}?)?(?:,| (?:${TO_BE})|:|; Value:)?`, 'giu'),
      ...(extra === undefined ? [] : [new RegExp(`\\b(?:${extra})`, 'giu')]),
    ],
    before: [
      new RegExp(`(?:,? (?:who|which|that|also|had|has|then|later|first))* (?:${verbs})\\b(?!(?: [a-z]+){0,3} by\\b)`, 'gu'),
      new RegExp(`,? (?:${TO_BE}|as|,) (?:also )?(?:an? |the |its |their )?(?:[a-z-]+ ){0,3}(?:${nouns})\\b`, 'gu'),
      ...(owned === undefined ? [] : [new RegExp(`(?<=\\b(?:his|her|their)) ${owned}`, 'giu')]),
    ],
  };
}

/** `designed|drew up` → the forms after `did` and in the present; good enough to recognize a question. */
function baseForms(verbs: string): string {
  return verbs
    .split('|')
    .filter((verb) => !verb.includes(' '))
    .flatMap((verb) =>
      verb.endsWith('ed') ? [verb.slice(0, -1), verb.slice(0, -2), `${verb.slice(0, -2)}s`, `${verb.slice(0, -1)}s`] : [verb],
    )
    .join('|');
}
