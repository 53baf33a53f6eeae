import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Field, Int32, Schema } from '../../../src/indexing/arrow.cjs';
import { IndexDatabase } from '../../../src/indexing/database.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { intValues } from '../../../src/indexing/tables.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test('a table that another process reads can be dropped, and nothing of it stays once it is not read', async (t) => {
  const location = parseLocation(tempFolder(t));
  const writer = await IndexDatabase.open(location);
  await writer.add('numbers', new Schema([new Field('n', new Int32(), false)]), 2, { n: Int32Array.of(1, 2) });
  const reader = await IndexDatabase.open(location);
  const pinned = await reader.pinNewest('numbers');
  assert.equal((await pinned.query().toArray()).length, 2);
  await writer.drop('numbers');
  await writer.refresh();
  assert.deepEqual(writer.names(), []);
  pinned.close();
  reader.close();
  await writer.sweep();
  assert.deepEqual(await writer.remnants(), []);
  writer.close();
});

test('a table that another process has created again, in fewer writes, is read by who had it open', async (t) => {
  const location = parseLocation(tempFolder(t));
  const [writer, reader] = [await IndexDatabase.open(location), await IndexDatabase.open(location)];
  const write = (rows: number) =>
    writer.replace('numbers', new Schema([new Field('n', new Int32(), false)]), rows, { n: new Int32Array(rows) });
  const rowsRead = async () => (await reader.select('numbers', ['n']))?.numRows;
  for (const look of [() => reader.refresh(), () => reader.renew()]) {
    for (let writes = 0; writes < 3; writes++) await write(2);
    await look();
    assert.equal(await rowsRead(), 2);
    await writer.drop('numbers');
    await write(3);
    await look();
    assert.equal(await rowsRead(), 3);
  }
  reader.close();
  writer.close();
});

test('rows that are read in turn are each read once, whatever is written meanwhile', async (t) => {
  const database = await IndexDatabase.open(parseLocation(tempFolder(t)));
  const schema = new Schema([new Field('n', new Int32(), false)]);
  const numbers = Int32Array.from({ length: 10_000 }, (_, i) => i);
  await database.add('numbers', schema, 6000, { n: numbers.subarray(0, 6000) });
  await database.add('numbers', schema, 4000, { n: numbers.subarray(6000) });
  const read: number[] = [];
  for await (const batch of database.batchesInTurn('numbers', ['n'])) {
    if (read.length === 0) await database.table('numbers')?.delete('n < 500');
    read.push(...intValues(batch, 'n'));
  }
  assert.deepEqual(read, [...numbers]);
  assert.equal((await database.batchesInTurn('none', ['n']).next()).done, true);
  database.close();
});
