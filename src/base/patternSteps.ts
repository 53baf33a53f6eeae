/**
 * Matches text with wildcards in time proportional to text × pattern, whatever both are. A pattern is a list of steps; each takes all the
 * offsets that the steps before it can reach to those that it can reach. A regular expression tries them one after the other instead, and
 * with several wildcards it tries more of them than anyone can wait for.
 */

/** @param starts ascending @returns ascending offsets in `text` */
export type Step = (text: string, starts: readonly number[]) => readonly number[];

export function reached(steps: readonly Step[], text: string, starts: readonly number[]): readonly number[] {
  let offsets = starts;
  for (const step of steps) {
    if (offsets.length === 0) break;
    offsets = step(text, offsets);
  }
  return offsets;
}

export function literal(expected: string): Step {
  return (text, starts) => starts.filter((start) => text.startsWith(expected, start)).map((start) => start + expected.length);
}

export function one(isMeant: (character: string) => boolean): Step {
  return (text, starts) =>
    starts.flatMap((start) => {
      const character = characterAt(text, start);
      return character !== '' && isMeant(character) ? [start + character.length] : [];
    });
}

/** Any number of such characters. */
export function run(isMeant: (character: string) => boolean, least: 0 | 1): Step {
  return (text, starts) => {
    const ends: number[] = [];
    let at = -1;
    for (const start of starts) {
      // Inside of a run that began earlier, whose offsets are all there.
      if (start <= at) continue;
      at = start;
      if (least === 0) ends.push(at);
      for (let character = characterAt(text, at); character !== '' && isMeant(character); character = characterAt(text, at)) {
        at += character.length;
        ends.push(at);
      }
    }
    return ends;
  };
}

export function either(alternatives: readonly (readonly Step[])[]): Step {
  return (text, starts) => [...new Set(alternatives.flatMap((steps) => reached(steps, text, starts)))].sort((a, b) => a - b);
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}
