import { wordSet } from '../wordSet.ts';

const titles =
  '(?:Prince|Princess|Duke|Duchess|Count|Countess|Earl|Marquess|Marquis|Viscount|Viscountess|Baron|Baroness|Baronet|Lord|Lady|King|Queen|Landgrave|Margrave|Elector|Emperor|Empress|Archduke|Archduchess|Infante|Infanta)';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const weekdays = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';

const contractions = "(?:I|You|He|She|It|We|They|There|That|Who)['’](?:m|re|ve|ll|d)|\\p{L}+n['’]t";
export const names = {
  /** Pattern sources of words inside names that are not capitalized: `of the`, `van der`. */
  particles:
    "(?:of the|of|de la|de las|de los|de|del|della|der|den|des|du|di|da|dos|do|van der|van den|van|von der|von und zu|von|zu|zur|la|le|el|al|bin|ibn|bint|ter|ten|te|y|e|af|av|och|the|and the|d'|d’)",
  /** Capitalized short forms that a point follows inside a name: `St`, `Dr`. */
  abbreviations: '(?:St|Dr|Mr|Mrs|Ms|Sr|Jr|Lt|Col|Gen|Mt|No)',
  /** Those that end a name with their point: `Jr`, `Inc`. */
  endings: '(?:Jr|Sr|Inc|Ltd|Co|Bros)',
  suffixes: '(?:Jr|Sr)',
  /** Titles that follow a name and a comma, with what follows them: `, 1st Earl of Kent`. */
  appended: (name: string) =>
    `(?:,\\s(?:\\d+(?:[sS]t|[nN]d|[rR]d|[tT]h)\\s)?${titles}(?!\\p{L})(?:\\s(?:Palatine|Consort|Regent))?(?:\\s(?:of|Of|de|zu|von)\\s(?:the\\s)?${name}(?:[ -]${name})*(?:\\s[aA]nd\\s${name}(?![\\p{L}]|\\s(?:of|\\p{Lu}|his|her)))?|\\s${name})?)`,
  /** Capitalized words that are no name alone. */
  notNames: new RegExp(
    `^(?:The|A|An|This|That|These|Those|It|Its|He|She|His|Her|They|Their|We|Our|You|Your|I|My|In|On|At|By|To|From|For|With|As|Of|And|Or|But|Nor|So|Then|Than|If|Is|Are|Was|Were|Do|Does|Did|Has|Have|Had|Can|Could|Will|Would|Who|Whom|Whose|Which|What|When|Where|Why|How|After|Before|During|While|Since|Until|Although|Though|Because|Both|Each|All|Some|Such|There|Here|Not|No|Yes|Also|However|Later|Nobody|Once|Now|Today|First|Next|Finally|Meanwhile|Soon|Everyone|Someone|Item|Value|${months}|${weekdays}|BC|AD|${contractions})$`,
    'u',
  ),
  /** Capitalized words and phrases that lead into a name. */
  lead: new RegExp(
    `^(?:(?:The|A|An|This|That|It|He|She|His|Her|They|Their|In|On|At|By|To|From|For|With|As|Of|And|Or|But|If|Is|Are|Was|Were|Do|Does|Did|Has|Have|Who|Whom|Whose|Which|What|When|Where|Why|How|After|Before|During|While|Since|Until|Although|Both|Also|However|Later|Born|Besides)\\s|(?:${months}) the )+(?=\\S)`,
    'u',
  ),
  caseEnding: /['’][sS]?$/u,
  /** Folded words that say little in a name: `of`, `the`, `van`. */
  smallWords: wordSet('the a an of and de la le du von van der den di da del el al y in on to for s'),
  // With the words of other languages for what has captions.
  /** Pattern source of what is before the number of a part of a document, in lower case: `section`, `note`, `table`. */
  parts:
    'sections?|sect?\\.|chapters?|parts?|notes?|items?|tables?|tab\\.|figures?|figs?\\.|exhibits?|appendix|appendices|annex(?:es)?|schedules?|' +
    'box|tabelle|tableau|tabla|abbildung|abb\\.|figura|anhang|annexe|anexo|abschnitt|kapitel',
  /** Pattern source of what follows the number of a part of another work: ` of the Exchange Act`. */
  ofAnotherWork: '\\s(?:of|to|under|OF|TO|UNDER)\\s(?:the\\s|THE\\s)?(?!Part|Item|Note|Form)\\p{Lu}',
};
