/**
 * Takes inflection off an English word (`designed`, `designs`, `designing` → `design`; `cities` → `city`). Cruder than Porter's on purpose:
 * it only has to make the forms of one verb or noun meet, and leaves derivation to those who compare.
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

/** Takes the plural off a word in lower case: `boxes`, `cities`, `boats`, but not `glass`. */
export function singular(word: string): string {
  if (word.length <= 3) return word;
  return word.replace(/(?:(?<=[sxz]|ch|sh)es|(?<=[^aiou])ies|(?<=[^su])s)$/u, (ending) => (ending === 'ies' ? 'y' : ''));
}

function trimmed(root: string): string {
  const undoubled = /([bdgklmnprt])\1$/u.test(root) && root.length > 4 ? root.slice(0, -1) : root;
  return undoubled.endsWith('e') && undoubled.length > 3 ? undoubled.slice(0, -1) : undoubled;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'born:bear built:build founded:found wrote:write written:write made:make led:lead won:win held:hold sold:sell bought:buy gave:give given:give took:take ' +
    'taken:take began:begin begun:begin drew:draw drawn:draw sang:sing sung:sing grew:grow left:leave lost:lose met:meet paid:pay ran:run ' +
    'sat:sit spoke:speak spoken:speak stood:stand taught:teach thought:think died:die dies:die dying:die lay:lie lies:lie lying:lie ' +
    'went:go gone:go came:come became:become fell:fall fallen:fall kept:keep sent:send spent:spend fought:fight found:find children:child ' +
    'wives:wife men:man women:woman people:person lived:live used:use rose:rise risen:rise chose:choose chosen:choose known:know knew:know ' +
    'owned:own wed:wed feet:foot broke:break broken:break shot:shoot bred:breed laid:lay hung:hang struck:strike sank:sink sunk:sink lit:light'
  )
    .split(' ')
    .map((pair) => {
      const [from = '', to = ''] = pair.split(':');
      return [from, to];
    }),
);
