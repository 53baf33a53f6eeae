import type { FollowUpWords } from '../language.ts';
import { wordSet } from '../wordSet.ts';

export const followUps: FollowUpWords = {
  leads: /^(?:(?:and|but|so|or|then|ok|okay|also|well|now)[,\s]+)+/iu,
  about: /^(?:what|how)\s+about\s+|^what\s+of\s+|^(?:is\s+it\s+)?(?:the\s+)?same\s+(?:for|with)\s+/iu,
  people: wordSet('he him his she her hers'),
  things: wordSet('it its'),
  groups: wordSet('they them their'),
  owning: wordSet('his her its their'),
  objects: wordSet('him them it her'),
  expletive:
    /\bit\s+(?:take|takes|took|rains?|rained|snows?|snowed|(?:(?:is|was|be)\s+)?(?:possible|likely|true|necessary|important|clear|known|said|thought|believed|that)\b|(?:is|was|be)\s+\p{Ll}+\s+(?:to|for|if|that|when)\b)|\bis\s+it\s+(?:true|possible|likely|necessary|known|that)\b|\b(?:time|day|date|year)\s+is\s+it\b/iu,
  now: /^(?:year|month|week|weekend|day|morning|afternoon|evening|night|time|century|decade|season|spring|summer|autumn|winter|folder|document|file|note|text|way)s?$/u,
  within: wordSet('before after when while if since until because where as although though that whether'),
  event:
    /\b(?:did|does|do|has|is|was|will)\s+(?:this|that)\s+(?:happen|happened|mean|work|change|matter|end|begin|start|occur|so|true)\b|\b(?:this|that)\?*$/iu,
  there: /\bthere\b/iu,
  doing: wordSet('do does did can could will would must should may might'),
  duty: /\b(?:must|may|might|should)\s$/iu,
  existing: /\b(?:is|are|was|were|be|been)\s+there\b|\bthere\s+(?:is|are|was|were|be|been|will|have|has|had)\b/iu,
  unfinished:
    /^(?:(?:who|what|where|anything|anyone|nothing|something)\s+else|(?:which|the)\s+(?:other|others|former|latter|first|second|last)(?:\s+ones?)?|(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\s+(?:he|she|it|they|there)|(?:really|are\s+you\s+sure|how\s+so|more|tell\s+me\s+more|go\s+on|what\s+then|and\s+then))[?!.\s]*$/iu,
  asking:
    /^(?:why(?:\s+not)?|when(?:\s+exactly)?|where(?:\s+exactly)?|how(?:\s+come)?|by\s+whom|(?:since|until)\s+when|(?:in|since)\s+(?:what|which)\s+year|(?:in|on|at)\s+(?:what|which)\s+\p{Ll}+)[?!.\s]*$/iu,
  placed: wordSet('in on at during before after since until by from for near under of with around between'),
  hints: new Map([
    ...hint(
      'person',
      'born birth birthplace die died death dies marry married marriage wife husband spouse daughter daughters son sons child children parents mother father brother sister study studied school childhood grave buried career retire retired',
    ),
    ...hint(
      'organization',
      'founded founder founders employ employs employees hire hired headquarters headquartered ceo chairman merge merged bankrupt bankruptcy shareholders directors customers staff revenue profit acquired acquire competitors',
    ),
    ...hint('place', 'population inhabitants mayor capital flooded residents tourists climate'),
    ...hint('work', 'published publish publisher wrote written author pages chapters directed director released premiere music soundtrack'),
    ...hint(
      'thing',
      'built build builder designed designer design architect tall high wide deep heavy height length width opened commissioned demolished turbines lit lens keeper lamp',
    ),
  ]),
  life: /^(?:born|die|died|marry|married|grow|grew|study|studied|spend|spent|buried|retire|retired|killed|educated)$/u,
  deeds:
    /^(?:design|write|found|invent|direct|compose|paint|marry|study|say|do|publish|discover|build|propose|argue|think|want|prefer|recommend|suggest|agree|enjoy|remember|recall|describe|mention|share|give|ask|play|plan|win|lose|like|love|believe|know|live|leave|predict|view|advise|invite|congratulate)$/u,
  relations:
    /^(?:wife|husband|spouse|partner|daughter|son|children|child|mother|father|parents|brother|sister|uncle|aunt|nephew|niece|cousin|grandfather|grandmother|book|novel|birthplace|birthday|childhood|career|death|age|job|favou?rite|opinion|advice|role|idea|view|teacher|student|friend)s?$/u,
  aliases: wordSet('called named nicknamed titled as'),
  male: wordSet('husband father son brother uncle nephew grandfather grandson king prince man boy actor widower duke lord mr'),
  female: wordSet(
    'wife mother daughter sister aunt niece grandmother granddaughter queen princess woman girl actress widow duchess lady mrs ms',
  ),
};

function hint(kind: 'person' | 'organization' | 'place' | 'work' | 'thing', words: string): (readonly [string, typeof kind])[] {
  return words.split(' ').map((word) => [word, kind] as const);
}
