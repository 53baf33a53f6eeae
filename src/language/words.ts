/** A word of a text: `fold` is lower case without accents, apostrophes and possessive ending, so `Witch'S` and `witch` meet. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly fold: string;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=[\p{L}\p{N}])|(?<=\p{N})[.,](?=\p{N}))*/gu;

/** Words in text order; punctuation is dropped, numbers keep their separators. Linear. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) words.push({ start: match.index, end: match.index + match[0].length, fold: fold(match[0]) });
  return words;
}

/** Folds one word. Names keep their last `s` apart from the possessive: `Dickens's` and `Dickens` become `dickens`. */
export function fold(word: string): string {
  const lower = word
    .toLowerCase()
    .replace(/['’]s$/u, '')
    .replace(/['’]/gu, '');
  return ASCII.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}

/** The folded words of a text, joined with one space: what two names are compared by. */
export function foldText(text: string): string {
  return wordsOf(text)
    .map((word) => word.fold)
    .join(' ');
}

/**
 * Takes inflection off an English word (`designed`, `designs`, `designing` → `design`; `cities` → `city`). Cruder than Porter's on purpose: it
 * only has to make the forms of one verb or noun meet, and leaves derivation to the relation table.
 */
export function stem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 3 || /\d/u.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  for (const ending of ['ing', 'ed']) {
    if (word.endsWith(ending) && word.length - ending.length >= 3) return trimmed(word.slice(0, -ending.length));
  }
  if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/u.test(word)) return trimmed(word.slice(0, -1));
  return trimmed(word);
}

/** Words that carry no content in a question or a sentence, folded. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those of in on at by to from for with as into onto over under about between among through during before after ' +
    'and or but nor so than then if is are was were be been being am do does did done has have had having will would can could shall should may ' +
    'might must not no it its he she they him her his hers their them we us our you your i me my who whom whose which what when where why how ' +
    'there here also both each all any some such same other only own very just more most first one out up what whats s d t'
  ).split(' '),
);

const ASCII = /^[\x20-\x7e]*$/u;

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'born:bear built:build founded:found wrote:write written:write made:make led:lead won:win held:hold sold:sell bought:buy gave:give given:give took:take ' +
    'taken:take began:begin begun:begin drew:draw drawn:draw sang:sing sung:sing grew:grow left:leave lost:lose met:meet paid:pay ran:run ' +
    'sat:sit spoke:speak spoken:speak stood:stand taught:teach thought:think died:die dies:die dying:die lay:lie lies:lie lying:lie ' +
    'went:go gone:go came:come became:become fell:fall fallen:fall kept:keep sent:send spent:spend fought:fight found:find children:child ' +
    'wives:wife men:man women:woman people:person lived:live used:use rose:rise risen:rise chose:choose chosen:choose known:know knew:know ' +
    'owned:own wed:wed feet:foot won:win broke:break broken:break shot:shoot bred:breed laid:lay hung:hang struck:strike sank:sink sunk:sink lit:light'
  )
    .split(' ')
    .map((pair) => {
      const [from = '', to = ''] = pair.split(':');
      return [from, to];
    }),
);

function trimmed(root: string): string {
  const undoubled = /([bdgklmnprt])\1$/u.test(root) && root.length > 4 ? root.slice(0, -1) : root;
  return undoubled.endsWith('e') && undoubled.length > 3 ? undoubled.slice(0, -1) : undoubled;
}
