/**
 * Goes through running text from one place where a mark may be to the next: what is between them, and what turns out to be no mark, is text.
 * @param special global; where a mark may be
 * @param on.mark returns where the text goes on; `at` when this is no mark
 * @param on.plainLength how much of what is no mark is text before the next mark can begin, at least 1
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
  // A mark's own text may be walked inside it.
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
