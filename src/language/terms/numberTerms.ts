/**
 * A term for each written number that its words do not show: the first digits, rounded, wherever the point is. So `136.8 billion`,
 * `$136,835 million` and `136 835` in a table in millions have one term in common, in languages with a decimal comma too.
 * @param text in compatibility forms with ASCII digits
 */
export function numberTerms(text: string): readonly string[] {
  return (text.match(WRITTEN) ?? []).flatMap((written): readonly string[] => {
    const digits = written.replace(/\D|^[0\D]+/g, '');
    const kept = digits.length > SHOWN_DIGITS ? String(Math.round(Number(digits.slice(0, SHOWN_DIGITS + 1)) / 10)) : digits;
    const told = kept.replace(/0+$/, '');
    return told.length < 2 ? [] : [`#${told}`];
  });
}

/** As many as people write of a large number. */
const SHOWN_DIGITS = 4;
/** Numbers with a point, comma or blank in them, of which words are parts, and long ones. Not versions, dates and addresses. */
const WRITTEN =
  /(?<![\p{L}\d][.,:/-]?)(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,5}(?:[.,]\d{1,4})?|\d{1,6}[.,]\d{1,4}|\d{5,15})(?![\d/:]|[.,-]\d)/gu;
