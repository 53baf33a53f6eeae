/** The record's own value for a name that anybody chose, such as `constructor`, which every object has from elsewhere. */
export function valueAt<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
