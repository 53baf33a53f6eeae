import { connect } from '@lancedb/lancedb';
import { IndexDatabase } from '../../src/indexing/database.ts';

/** Calls `before` with its name ahead of every step by which this process changes a database, until the function it returns is called. */
export async function beforeEachStep(before: (step: string) => void): Promise<() => void> {
  const connection = await connect('memory://');
  const table = await connection.createTable('any', [{ value: 1 }]);
  const steps: readonly (readonly [object, readonly string[]])[] = [
    [Object.getPrototypeOf(connection) as object, ['createEmptyTable']],
    [Object.getPrototypeOf(table) as object, ['add', 'mergeInsert', 'delete', 'update', 'createIndex', 'dropIndex', 'optimize']],
    [IndexDatabase.prototype, ['drop', 'sweep']],
  ];
  connection.close();
  const undo: (() => void)[] = [];
  for (const [type, names] of steps) {
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(type, name);
      const original: unknown = descriptor?.value;
      if (typeof original !== 'function' || !descriptor) throw new Error(`there is no step ${name}`);
      Object.defineProperty(type, name, {
        ...descriptor,
        value(this: unknown, ...args: readonly unknown[]): unknown {
          before(name);
          return Reflect.apply(original, this, args);
        },
      });
      undo.push(() => void Object.defineProperty(type, name, descriptor));
    }
  }
  return () => {
    for (const restore of undo) restore();
  };
}
