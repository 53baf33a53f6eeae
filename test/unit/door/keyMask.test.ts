import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hiddenKey, KeyMask } from '../../../src/door/keyMask.ts';

const key = 'sk-proj-Ab3dEf6hIj9/Lm2n+p5qRs8tUv1wXy4z';
const mask = new KeyMask(key);
const codes = [...key].map((character) => character.charCodeAt(0));
const hexOf = (code: number): string => code.toString(16);

/** A body after masking, which came in pieces of this many bytes. */
async function maskedBody(bytes: Buffer, pieceBytes: number): Promise<Buffer> {
  const pieces = (async function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  })();
  const out: Uint8Array[] = [];
  for await (const piece of mask.body(pieces)) out.push(piece);
  return Buffer.concat(out);
}

const written: Readonly<Record<string, string>> = {
  whole: key,
  'in capitals': key.toUpperCase(),
  'in small letters': key.toLowerCase(),
  'with blanks': [...key].join(' '),
  'over lines': `${key.slice(0, 17)}\r\n   ${key.slice(17)}`,
  'over lines in JSON': JSON.stringify(`${key.slice(0, 17)}\n${key.slice(17)}`).slice(1, -1),
  'with zero-width spaces': [...key].join('\u200b'),
  'with slashes escaped': key.replaceAll('/', '\\/'),
  'in JSON in JSON': JSON.stringify(JSON.stringify(key.replaceAll('/', '\\/'))).slice(3, -3),
  'in JSON, each character': codes.map((code) => `\\u00${hexOf(code)}`).join(''),
  'in JSON in JSON, each character': codes.map((code) => `\\\\u00${hexOf(code)}`).join(''),
  'in JavaScript': codes.map((code) => `\\x${hexOf(code)}`).join(''),
  'in an address': encodeURIComponent(key),
  'in an address twice': encodeURIComponent(encodeURIComponent(key)),
  'in an address, each character': codes.map((code) => `%${hexOf(code)}`).join(''),
  'in HTML': codes.map((code) => `&#${code};`).join(''),
  'in HTML, hexadecimal': codes.map((code) => `&#x${hexOf(code)};`).join(''),
  hexadecimal: Buffer.from(key).toString('hex'),
  'hexadecimal, in capitals': Buffer.from(key).toString('hex').toUpperCase(),
  'as a dump': Buffer.from(key)
    .toString('hex')
    .replace(/....(?=.)/g, '$& '),
};

for (const [how, text] of Object.entries(written)) {
  test(`the key ${how} is hidden`, () => assert.equal(mask.text(`(${text})`), `(${hiddenKey})`));
}

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

test('parts are hidden from 8 characters with a digit and a letter, from 12 without, and what servers mask themselves stays', () => {
  const cases: readonly (readonly [string, string])[] = [
    [key.slice(8, 16), hiddenKey],
    [key.slice(8, 15), key.slice(8, 15)],
    [key.slice(0, 12), hiddenKey],
    ['Incorrect API key provided: sk-proj-****Xy4z.', 'Incorrect API key provided: sk-proj-****Xy4z.'],
    [`Bearer ${key}`, hiddenKey],
    [`"authorization":"Bearer ${key}","x":1`, `"authorization":"${hiddenKey}","x":1`],
    [`${key.slice(0, 14)}, ${key.slice(14, 27)} und ${key.slice(27)}`, `${hiddenKey}, ${hiddenKey} und ${hiddenKey}`],
  ];
  assert.deepEqual(
    cases.map(([text]) => mask.text(text)),
    cases.map(([, expected]) => expected),
  );
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
  const text = `{"a":"${key} – ${key.slice(9, 20)}","b":"${written['in JSON, each character']}"}`;
  const expected = `{"a":"${hiddenKey} – ${hiddenKey}","b":"${hiddenKey}"}`;
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
        // By chance a part of the key is in nothing that does not hold one.
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
