type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** A copy without the properties that are undefined: what is spread over defaults must not hide them. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Defined<T>;
}

/** The items that there are: in the list where a condition holds. */
export function present<T>(items: readonly (T | false | undefined)[]): T[] {
  return items.filter((item): item is T => item !== false && item !== undefined);
}
