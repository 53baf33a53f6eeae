/** A capitalized name in a text. */
export interface NameSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Names in text order: runs of capitalized words with the particles inside them (`Ludwig van Beethoven`, `Isles of Scilly`), an appended title
 * (`Edmund Grey, 1st Earl of Kent`), `No. 4`, and bracketed qualifiers when they follow at once and `brackets` is set. A sentence's first word starts a
 * name only when it is not a function word.
 */
export function findNames(text: string, { brackets = false }: { readonly brackets?: boolean } = {}): NameSpan[] {
  const names: NameSpan[] = [];
  for (const match of text.matchAll(NAME)) {
    let start = match.index;
    let end = start + match[0].length;
    const lead = LEADING.exec(text.slice(start, end));
    if (lead !== null) start += lead[0].length;
    const possessive = /['’][sS]?$/u.exec(text.slice(start, end));
    // `Tarrow's wife` but `in St. John's, Newfoundland`.
    if (possessive !== null && /^\s|^$/u.test(text.slice(end, end + 1))) end = start + possessive.index;
    if (end <= start || FUNCTION_WORD.test(text.slice(start, end))) continue;
    if (brackets) end += /^ ?\([^()]{1,60}\)/u.exec(text.slice(end, end + 64))?.[0].length ?? 0;
    names.push({ start, end });
  }
  return names;
}

/** Titles and works in quotation marks, without the marks. */
export function findQuoted(text: string): NameSpan[] {
  return [...text.matchAll(/(?:"([^"\n]{2,90})"|“([^”\n]{2,90})”|‘([^’\n]{2,90})’)/gu)].map((match) => {
    const inner = match[1] ?? match[2] ?? match[3] ?? '';
    const padding = inner.length - inner.trimStart().length;
    const start = match.index + 1 + padding;
    return { start, end: start + inner.trim().replace(/[,.;]$/u, '').length };
  });
}

const CAPITAL = "\\p{Lu}[\\p{L}\\p{M}\\p{N}]*(?:['’.&][\\p{L}\\p{N}]+)*(?:['’](?=\\s))?";
const TOKEN = `${CAPITAL}(?:-\\s?[\\p{L}\\p{N}]+(?:['’]\\p{L}+)*)*(?:(?<=\\b(?:Jr|Sr|Inc|Ltd|Co|Bros))\\.)?`;
const INITIAL_DOT = `(?:(?:\\p{Lu}\\.\\s?)+|(?:St|Dr|Mr|Mrs|Ms|Sr|Jr|Lt|Col|Gen|Mt|No)\\.\\s)`;
const PARTICLE =
  "(?:of the|of|de la|de las|de los|de|del|della|der|den|des|du|di|da|dos|do|van der|van den|van|von der|von und zu|von|zu|zur|la|le|el|al|bin|ibn|bint|ter|ten|te|y|e|af|av|och|the|and the|d'|d’)";
const NUMERAL = '(?:\\d{1,4}(?:st|nd|rd|th)?(?![\\p{L}\\p{N}.,]\\d))';
const WORD = `(?:${INITIAL_DOT})*(?:(?:d'|d’|al-|el-|ʻ|ʿ)?${TOKEN})`;
const RANK =
  '(?:Prince|Princess|Duke|Duchess|Count|Countess|Earl|Marquess|Marquis|Viscount|Viscountess|Baron|Baroness|Baronet|Lord|Lady|King|Queen|Landgrave|Margrave|Elector|Emperor|Empress|Archduke|Archduchess|Infante|Infanta)';
const APPENDED = `(?:,\\s(?:\\d+(?:[sS]t|[nN]d|[rR]d|[tT]h)\\s)?${RANK}(?!\\p{L})(?:\\s(?:Palatine|Consort|Regent))?(?:\\s(?:of|Of|de|zu|von)\\s(?:the\\s)?${CAPITAL}(?:[ -]${CAPITAL})*(?:\\s[aA]nd\\s${CAPITAL}(?![\\p{L}]|\\s(?:of|\\p{Lu}|his|her)))?|\\s${CAPITAL})?)`;
const NAME = new RegExp(
  `(?<![\\p{L}\\p{N}])${WORD}(?:(?:\\s|\\s?&\\s)(?:${PARTICLE}\\s?(?=['’]?\\p{Lu}))?(?:${WORD}|${NUMERAL}))*(?:,\\s(?:Jr|Sr)\\.)?${APPENDED}?`,
  'gu',
);
const FUNCTION_WORD =
  /^(?:The|A|An|This|That|These|Those|It|Its|He|She|His|Her|They|Their|We|Our|You|Your|I|My|In|On|At|By|To|From|For|With|As|Of|And|Or|But|Nor|So|Then|Than|If|Is|Are|Was|Were|Do|Does|Did|Has|Have|Had|Can|Could|Will|Would|Who|Whom|Whose|Which|What|When|Where|Why|How|After|Before|During|While|Since|Until|Although|Though|Because|Both|Each|All|Some|Such|There|Here|Not|No|Yes|Also|However|Later|Nobody|Once|Now|Today|First|Next|Finally|Meanwhile|Soon|Everyone|Someone|Item|Value|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|BC|AD)$/u;
const LEADING =
  /^(?:(?:The|A|An|This|That|It|He|She|His|Her|They|Their|In|On|At|By|To|From|For|With|As|Of|And|Or|But|If|Is|Are|Was|Were|Do|Does|Did|Has|Have|Who|Whom|Whose|Which|What|When|Where|Why|How|After|Before|During|While|Since|Until|Although|Both|Also|However|Later|Born|Besides)\s|(?:January|February|March|April|May|June|July|August|September|October|November|December) the )+(?=\S)/u;
