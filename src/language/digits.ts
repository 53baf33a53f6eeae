/** A text with ASCII digits in place of those of other scripts, of the same length. */
export function withAsciiDigits(text: string): string {
  return isAscii(text) ? text : text.replace(/(?![0-9])\p{Nd}/gu, (digit) => (digit.length === 1 ? asciiDigit(digit) : digit));
}

/** Unicode has the ten digits of a script in a row, the zero first. */
export function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}

export function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text);
}
