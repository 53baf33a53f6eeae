/**
 * Where a number is in an ascending list, found by halves; -1 where it is not.
 * @param numbers each once
 */
export function placeOf(number: number, numbers: ArrayLike<number>): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (numbers[middle]! < number) from = middle + 1;
    else to = middle;
  }
  return numbers[from] === number ? from : -1;
}
