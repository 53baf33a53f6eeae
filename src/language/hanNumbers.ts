/** Numbers written with Han characters: `三千五百`, `一万二千`. */

const digits = '〇一二三四五六七八九';
const scales: ReadonlyMap<string, number> = new Map(Object.entries({ 十: 10, 百: 100, 千: 1e3, 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 }));

/** Begins with a digit, as `万一` is a word; parts of dates are none. */
const written = /[一二三四五六七八九两兩十][一二三四五六七八九两兩十百千万萬亿億〇零]+(?![月日号號世]|年代)/gu;

/** Only those with a scale: without one, each character is a digit, as in years and telephone numbers. */
export function hanNumbers(text: string): readonly { readonly start: number; readonly end: number; readonly value: number }[] {
  return [...text.matchAll(written)].flatMap(({ 0: said, index }) => {
    const value = valueOf(said);
    return value === undefined ? [] : [{ start: index, end: index + said.length, value }];
  });
}

/** Undefined where two digits follow each other. */
function valueOf(said: string): number | undefined {
  let [total, section, digit] = [0, 0, 0];
  for (const one of said) {
    const scale = scales.get(one);
    if (scale === undefined) {
      if (digit !== 0) return undefined;
      digit = one === '两' || one === '兩' ? 2 : Math.max(0, digits.indexOf(one));
    } else if (scale < 1e4) {
      section += Math.max(1, digit) * scale;
      digit = 0;
    } else {
      total = (total + section + digit) * scale;
      [section, digit] = [0, 0];
    }
  }
  return total + section + digit;
}
