import type { AnswerWordLists } from '../wordLists.ts';
import { wordSet } from '../wordSet.ts';

export const answers: AnswerWordLists = {
  ignored: wordSet(
    'a an the of in on at to by for from with as into and or & is are was were be been being has have had do does did will would it its they them their he his ' +
      'she her him i we you this that these those there who whom whose which what when where how both also about around approximately circa ca c. nearly roughly ' +
      'almost answer named called known de la le der van von du di da ad ce bc',
  ),
  worn: wordSet(
    'mr mrs ms miss dr prof professor doctor sir dame lord lady king queen prince princess president pope emperor captain colonel general jr sr ' +
      'inc ltd corp corporation company co llc plc gmbh ag group records river city town village island mountain language film movie novel book song album band people republic',
  ),
  same: groups(
    'saint st ste sainte|street st|mount mt|fort ft|usa america|television tv|doctor dr|center centre|theater theatre|gray grey|versus vs v',
  ),
  opposites: groups(
    'before after|earlier later|older younger|oldest youngest|north south|northern southern|east west|eastern western|left right|above below|higher lower|' +
      'larger smaller|more less|more fewer|increased decreased|rose fell|male female|man woman|true false|won lost|alive dead|same different',
  ).map(([one = '', other = '']) => [one, other] as const),
  polarity:
    /^\s*(yes|yeah|yep|true|correct|no|nope|false|incorrect)\s*(?=$|[.,;:!–—-]|\b(?:it|they|he|she|both|neither|the|this|that|because)\b)/iu,
  yes: /^(?:yes|yeah|yep|true|correct)$/u,
  negator: /^(?:not|never|without|neither|nor|cannot|no|none|nobody|nothing|nowhere)$|n['’]t$/iu,
  notDenying:
    /\bnot (?:only|until|before|least|just|merely|to mention)\b|\b(?:no|not) (?:later|earlier|sooner|fewer|less|more) than\b|\bnothing (?:but|else than|less than|more than|other than)\b|\bnone other\b|\bno\. ?\d/giu,
  impliedDenial:
    /\b(?:refus|fail|lack|absen|den(?:y|ie|ial)|reject|exclu|except|prevent|forb[ai]d|prohibit|declin|miss(?:ed|ing)|ceas|stopp|avoid|hardly|scarcely|rarely|seldom|barely|only (?:after|from|in|on|since|when)\b|few(?:er)?\b|instead|un(?!i|der|til|cle|less\b|ex)\p{L}{2,}|\p{L}{3,}less\b|omit|omission|left out|leaves? out|withdr[ae]w|in(?:ability|adequate|complete|correct|sufficient|valid|visible)|im(?:possible|probable)|dis(?:agree|allow|approv|claim|contin|miss|prove|qualif|use)|non-)/iu,
  mutual:
    /^(?:with|between|as|like|unlike|than|versus|vs|v|against|opposite|near|nearby|beside|alongside|both|each|other|together|same|similar|equal\w*|differ\w*|meet\w*|met|marr\w+|wed\w*|divorc\w+|dat(?:ed|es|ing)|join\w*|merg\w+|border\w*|adjoin\w*|neighbou?r\w*|resembl\w+|fac(?:e|es|ed|ing)|play\w*|host\w*|fought|fight\w*|debat\w+|becom\w+|became|means?|or|via|through)$/iu,
  undoing: /^(?:br[eo]ak|broke|harm|damag|chang|alter|affect|invalidat|remov|lose|lost|violat|deprecat|disrupt|impact|interfer|end)/iu,
  unsure: wordSet(
    'may might could would should possibly perhaps maybe probably likely unlikely allegedly reportedly supposedly apparently planned proposed intended expected',
  ),
  narrowing: wordSet('can must only if unless except some few most'),
  limits: wordSet(
    'all any each both every more less fewer than first once again before after until since during under over above below between same other just very',
  ),
  spellings: [[/\b(?:United States(?: of America)?\b|U\.S\.(?:A\.)?|USA?\b)/gu, 'USA']],
  asksPlace: /\b(?:where|city|town|place|country|birthplace|born|located|location|capital|village|state|headquartered|buried)\b/iu,
  asksPerson: /\b(?:who|whom|whose)\b/iu,
  or: /^[^,\n]*,.*(?:\band\b|\bor\b|&)/imu,
};

function groups(list: string): readonly (readonly string[])[] {
  return list.split('|').map((group) => group.split(' '));
}
