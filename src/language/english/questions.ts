import { wordSet } from '../wordSet.ts';
import { questionGrammar } from './questionGrammar.ts';

/** Irregular verbs: base, past and participle. Where the last two are the same, one is enough. */
const irregular = (
  'arise arose arisen, bear bore borne, bear bore born, beat beat beaten, become became become, begin began begun, bend bent, bet bet, bind bound, bite bit bitten, bleed bled, blow blew blown, break broke broken, ' +
  'breed bred, bring brought, broadcast broadcast, build built, burst burst, buy bought, cast cast, catch caught, choose chose chosen, cling clung, come came come, cost cost, creep crept, cut cut, ' +
  'deal dealt, dig dug, draw drew drawn, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, flee fled, fly flew flown, ' +
  'forbid forbade forbidden, foresee foresaw foreseen, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, get got got, get got gotten, give gave given, go went gone, grind ground, ' +
  'grow grew grown, hang hung, hear heard, hide hid hidden, hit hit, hold held, hurt hurt, keep kept, know knew known, lay laid, lead led, leave left, lend lent, let let, lie lay lain, light lit, lose lost, ' +
  'make made, mean meant, meet met, overcome overcame overcome, overthrow overthrew overthrown, pay paid, prove proved proven, put put, quit quit, read read, ride rode ridden, ring rang rung, rise rose risen, ' +
  'run ran run, say said, see saw seen, seek sought, sell sold, send sent, set set, sew sewed sewn, shake shook shaken, shed shed, shine shone, shoot shot, show showed shown, shrink shrank shrunk, shut shut, ' +
  'sing sang sung, sink sank sunk, sit sat, slay slew slain, sleep slept, slide slid, speak spoke spoken, spend spent, spin spun, split split, spread spread, spring sprang sprung, stand stood, steal stole stolen, ' +
  'stick stuck, strike struck, strive strove striven, swear swore sworn, sweep swept, swim swam swum, swing swung, take took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown, ' +
  'undergo underwent undergone, understand understood, undertake undertook undertaken, uphold upheld, wake woke woken, wear wore worn, weave wove woven, weep wept, win won, wind wound, withdraw withdrew withdrawn, write wrote written'
)
  .split(', ')
  .map((forms) => forms.split(' '))
  .map(([base = '', past = '', participle = past]) => ({ base, past, participle }));

/** Verbs that are nouns as well, or that in -s could be a plural. Other words are verbs only where no noun can be. */
const verbs =
  'accept achieve acquire act add adopt affect agree allow announce answer appear apply appoint arrest arrive ask assassinate attack attend award base beat become begin believe belong bear ' +
  'border break bring broadcast build bury buy call captain carry cast cause celebrate change charge choose claim close coach come command compete complete compose connect consider consist ' +
  'contain contribute convert cost cover create cross cut date deal declare defeat describe design determine develop die differ direct discover divide do draw drive duet earn eat edit educate ' +
  'elect emigrate employ encourage end enjoy enter establish exist expand experience express face fall fear feature fight fill film find finish fit flow fly follow force form found gain get ' +
  'give go govern graduate grow handle happen hate have head hear help hire hit hold host identify include increase influence inspire intend invade invent invest join keep kill know land last ' +
  'launch lay lead learn leave lie like live locate lose love make manage marry mean meet move murder name need obtain occupy occur offer open operate oppose oversee own paint participate pass ' +
  'pay perform place plan play portray precede prefer premiere prevent produce propose provide publish purchase put race rank reach read receive recommend record refer reign release remain ' +
  'replace report represent require reside retire return reveal rise row rule run sail say see seek sell send separate serve set settle share show sign sing sink sit sleep specialise ' +
  'specialize speak spend sponsor stand star start state stay stop study succeed suggest support surrender survive take talk teach tell tend think touch train travel treat try turn use visit ' +
  'vote voice want watch wear weigh win withdraw work write';

/** How questions are built. Words are in lower case. */
export const questions = {
  /** One `symbol -> right side weight | right side weight` per line; the start symbol is `q`. See `chart.ts`. */
  grammar: questionGrammar,
  /** Closed classes: the words of each tag, separated by spaces. A word may have several tags. */
  tags: {
    who: 'who whom',
    what: 'what',
    which: 'which',
    whose: 'whose',
    when: 'when where',
    how: 'how why',
    that: 'that',
    be: 'is are was were',
    been: 'be been being',
    do: 'do does did',
    have: 'has have had having',
    mod: 'can could will would should may might must',
    to: 'to',
    of: 'of',
    not: 'not never',
    det: 'the a an this these those each every any some all both no another either neither such',
    own: 'his her its their my your our',
    pron: 'he she it they him them me you we i us himself herself itself themselves something anything someone anyone there this those both',
    p:
      'in on at by from for with to into onto over under about between among through during before after up down out off near against along within without behind beyond toward towards upon ' +
      'since until till as than like per via around across above below beneath beside besides inside outside throughout including because alongside following worth despite according regarding concerning amid versus except',
    and: 'and or but &',
    if: 'if whether because although though while so',
    comma: ', ; : ( ) – — -',
    gen: "'s ’s ' ’",
    imp: 'name give list find tell identify state',
    adv:
      'also then later earlier once currently originally first last formerly previously primarily mainly mostly only just even still now ever often recently together soon finally eventually ' +
      'initially again already always usually actually really approximately about exactly officially best well most more long far much old ago abroad apart away back home least here ' +
      'out up down off in on over around not',
    n: 'one ones other others same own first second third last next more most less least much many old several few',
  } as Readonly<Record<string, string>>,
  /** Of irregular verbs: the past tense of each, all past forms, and the verbs by the forms that follow an auxiliary. */
  past: new Map(irregular.map(({ base, past }) => [base, past])),
  pasts: new Set(irregular.map(({ past }) => past)),
  participles: new Map(irregular.map(({ base, participle }) => [participle, base])),
  /** Base forms that are likely a verb where both a verb and a noun may be. */
  verbs: wordSet(verbs),
  /** Words that only look like participles. */
  notParticiples:
    /^(?:bed|seed|speed|shed|breed|need|feed|red|hundred|weed|greed|creed|steed|deed|\w{0,3}ing|.*thing|building|wedding|evening|morning|ceiling|sibling|king|string|spring)$/u,
  /** Nouns for people; endings of others; words for who does something, with the stem of the verb in group 1. */
  persons: wordSet(
    'person man woman men women people individual someone one boy girl child children king queen wife husband spouse partner son daughter brother sister sibling mother father parent grandfather ' +
      'grandmother grandson granddaughter stepfather stepmother uncle aunt nephew niece cousin chief pope president prince princess duke duchess earl count emperor empress saint monarch poet architect ' +
      'critic general captain lieutenant star coach ceo chairman chair artist athlete hero heroine author widow bride groom boss head pilot student nurse engineer lawyer officer minister mayor senator ' +
      'governor ambassador professor doctor philosopher drummer officer soldier character member predecessor successor ancestor friend neighbor lover foe guy lady knight pharaoh bishop archbishop ' +
      'priest rabbi imam sultan caliph tsar chancellor secretary treasurer deputy candidate winner goalkeeper midfielder quarterback cast protagonist figure mentor citizen volunteer',
  ),
  agents: /^(?:screen|song|play|ship|film|co-|.{0,80}-)?(.{1,80}?)(?:er|or)$/u,
  peoplesEndings: /(?:[^aeiou]ist|ician|arian|man|woman|men|women|father|mother|-in-law)$/u,
  /** Nouns that say no more than "a person". */
  generalPersons: wordSet('person man woman individual someone one'),
  /** Nouns before `of` that name no thing to look up, only what follows or an event of it. */
  transparent: wordSet(
    'much character month week year name names kind type sort part parts some most many all both each none half version rest beginning start end middle top bottom side front back course case use number amount result ' +
      'birth death life time day age era period founding formation creation construction opening closing release publication reign signing making shooting writing production adoption invention ' +
      'city town state country island village river isle province kingdom university house battle county republic title',
  ),
  /** Nouns for several things, or for what is not counted, without an ending that shows it. */
  uncounted: wordSet(
    'people men women children staff personnel police revenue turnover margin income profit debt cash money wealth advice knowledge progress news traffic weather health research data',
  ),
  /** Nouns whose things have no names to look up, and exceptions that only look like them. */
  abstract:
    /(?:(?<!na)tion|sion|ment|ness|ance|ence|ism|ship|ing|ity|acy|al|ure|ics|hood|dom)s?$|^(?:body|favorite|favourite|tip|choice|storyline|opinion|role|idea|effect|impact|view|thought|feeling|plan|advice|character|defense|defence|offense|report|article|claim|use|fear|love|hate|interest|goal|skill|style|mix|effort|attempt|work|influence|response|request|need|lack|loss|rise|fall|change|cost|price|amount|size|color|colour|shape|food|story|history|theme|message|discussion|relationship|status|trial|win|defeat)s?$/u,
  concrete:
    /^(?:organi[sz]ation|institution|corporation|station|foundation|nation|federation|association|location|constitution|religion|division|subdivision|population|occupation|profession|university|nationality|city|municipality|community|celebrity|deity|entity|university|facility|authority|capital|hospital|festival|animal|journal|metal|hotel|canal|funeral|mammal|general|terminal|residence|government|department|settlement|instrument|document|monument|element|segment|regiment|tournament|championship|ship|battleship|kingdom|king|building|painting|ring|sibling|spring|alliance|conference|province|pharmacy|embassy|creature|structure|manufacture|team)s?$/u,
  /** Places that texts give for a birth or death, and larger ones. */
  towns: wordSet('place town city village'),
  regions: wordSet('island county state province region continent archipelago country'),
  /** What an adjective measures, by its stem in comparatives; those measures that people have. */
  dimensions: {
    tall: 'height',
    high: 'height',
    long: 'length',
    short: 'length',
    deep: 'depth',
    wid: 'width',
    wide: 'width',
    heav: 'weight',
    larg: 'area',
    big: 'area',
    small: 'area',
  } as Readonly<Record<string, string>>,
  /** Stems of other adjectives in comparatives. */
  comparedStems: wordSet('old young new earl lat great low few'),
  dimensionsOfPeople: wordSet('height weight'),
  /** Words that make a description of one thing: `first`, `highest`. */
  superlative:
    /^(?:most|least|first|last|second|third|fourth|fifth|only|best|worst|top|main|same|current|official|.{2,}est|\d+(?:st|nd|rd|th))$/u,
};
