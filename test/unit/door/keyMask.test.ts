import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hiddenKey, KeyMask } from '../../../src/door/keyMask.ts';

const key = 'sk-proj-Ab3dEf6hIj9/Lm2n+p5qRs8tUv1wXy4z';
const mask = new KeyMask(key);
/** A body after masking, which came in pieces of this many bytes. */
async function maskedBody(bytes: Buffer, pieceBytes: number): Promise<Buffer> {
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  })();
  const out: Uint8Array[] = [];
  for await (const piece of mask.body(pieces)) out.push(piece);
  return Buffer.concat(out);
}

test('the key is hidden where it is whole, also behind Bearer and with its slashes escaped; parts of it stay', () => {
  const cases: readonly (readonly [string, string])[] = [
    [`(${key})`, `(${hiddenKey})`],
    [`"authorization":"Bearer ${key}","x":1`, `"authorization":"${hiddenKey}","x":1`],
    [key.replaceAll('/', '\\/'), hiddenKey],
    ['Incorrect API key provided: sk-proj-****Xy4z.', 'Incorrect API key provided: sk-proj-****Xy4z.'],
    [key.slice(0, -1), key.slice(0, -1)],
  ];
  assert.deepEqual(
    cases.map(([text]) => mask.text(text)),
    cases.map(([, expected]) => expected),
  );
});

test('in base64 all but what it shares with its neighbors is hidden, wherever it begins and in both alphabets', () => {
  for (const before of ['', 'x', 'xy', 'Bearer ', 'user:'])
    for (const after of ['', 'z', 'zz'])
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(before + key + after).toString(encoding);
        const [start = '', end = '', ...more] = mask.text(text).split(hiddenKey);
        const edges = Buffer.from(start, 'base64').toString('latin1') + Buffer.from(end, 'base64').toString('latin1');
        assert.deepEqual([more, text.startsWith(start), text.endsWith(end)], [[], true, true], `${before}·${after}`);
        assert.ok(end.length <= 2 + Math.ceil((after.length * 4) / 3) + 2 && edges.length <= before.length + after.length + 3, text);
      }
});

test('placeholders that are keys in name only make no holes in answers; behind Bearer they are hidden too', () => {
  const cases: readonly (readonly [key: string, text: string, expected: string])[] = [
    ['x', 'Bearer x, bearer xylophone, x', `${hiddenKey}, bearer xylophone, x`],
    ['none', 'There are none. Bearer none', `There are none. ${hiddenKey}`],
    ['ollama', 'ollama serves llamas', 'ollama serves llamas'],
    ['lm-studio', 'LM-Studio: lm-studio', 'LM-Studio: lm-studio'],
    ['not-needed', 'not-needed', 'not-needed'],
    ['sk-12345', 'sk-12345 and 12345', `${hiddenKey} and 12345`],
    ['abcdefghij1', 'abcdefghij1 abcdefghij', `${hiddenKey} abcdefghij`],
    ['my-research-token', 'research tokens of my research', 'research tokens of my research'],
  ];
  assert.deepEqual(
    cases.map(([short, text]) => new KeyMask(short).text(text)),
    cases.map(([, , expected]) => expected),
  );
});

test('a body is hidden alike however the network cuts it', async () => {
  const text = `{"a":"${key} – ${key}${key.slice(0, 9)}","b":"${key.slice(0, 20)}${key}"}`;
  const expected = `{"a":"${hiddenKey} – ${hiddenKey}${key.slice(0, 9)}","b":"${key.slice(0, 20)}${hiddenKey}"}`;
  for (const size of [1, 2, 3, 7, 16, 1000]) assert.equal(String(await maskedBody(Buffer.from(text), size)), expected, `${size} bytes`);
});

test('other text comes back byte for byte, and JSON stays JSON with the key in any text of it', () => {
  const secret = fc.string({ unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789-_'), minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(
      secret,
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 60 }),
      (one, before, after) => {
        const of = new KeyMask(one);
        const other = before.toWellFormed();
        // By chance the key is in nothing.
        assert.equal(of.text(other), other);
        const texts: unknown = JSON.parse(of.text(JSON.stringify([before, `${before}${one}${after}`])));
        assert.ok(Array.isArray(texts) && texts.length === 2 && !JSON.stringify(texts).includes(one));
      },
    ),
  );
});

test('bytes that are no text pass as they are', async () => {
  const bytes = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
  assert.deepEqual(await maskedBody(bytes, 100), bytes);
});
