/**
 * Walks through running text from one possible mark to the next. Text between them is plain, and so is a candidate that is not a mark.
 * @param special global pattern of places where a mark may be
 * @param on.mark returns the offset where the text continues; `at` when this is not a mark
 * @param on.plainLength how much text of a failed mark to copy before the next mark can begin, at least 1
 */
export function walkMarks(
  text: string,
  special: RegExp,
  on: {
    readonly copy: (start: number, end: number) => void;
    readonly mark: (match: RegExpExecArray, at: number) => number;
    readonly plainLength: (token: string) => number;
  },
): void {
  let at = 0;
  // A copy of the pattern, because a mark's text may be walked inside the mark.
  const own = new RegExp(special);
  for (let match = own.exec(text); match !== null; match = own.exec(text)) {
    on.copy(at, match.index);
    at = on.mark(match, match.index);
    if (at === match.index) {
      at += on.plainLength(match[0]);
      on.copy(match.index, at);
    }
    own.lastIndex = at;
  }
  on.copy(at, text.length);
}
