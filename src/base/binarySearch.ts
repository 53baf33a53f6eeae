/**
 * The first number from 0 on for which something holds; `count` if it holds for none of them.
 * @param holds must hold for all numbers after one for which it holds
 */
export function firstWhere(count: number, holds: (at: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Where a number is in an ascending list; -1 where it is not.
 * @param numbers each once
 */
export function insertionIndex(number: number, numbers: ArrayLike<number>): number {
  // Where none is missing, each is its own place.
  if (numbers[number] === number) return number;
  const at = firstWhere(numbers.length, (i) => numbers[i]! >= number);
  return numbers[at] === number ? at : -1;
}
