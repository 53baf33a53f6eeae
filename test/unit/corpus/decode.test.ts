import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAriadneError } from '../../../src/base/errors.ts';
import { decode } from '../../../src/corpus/decode.ts';

function outcome(bytes: Uint8Array): string {
  try {
    return decode(bytes).text;
  } catch (error) {
    return isAriadneError(error) ? `${error.code}${/on line \d+/.exec(error.message)?.[0].replace('on line', '') ?? ''}` : String(error);
  }
}

const text = 'é👩‍🔬\r\nש';

test('a byte order mark names the encoding and is no text', () => {
  const utf16 = Buffer.from(text, 'utf16le');
  const cases = [
    Buffer.from(text),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
  ];
  assert.deepEqual(cases.map(outcome), [text, text, text, text]);
});

test('text in ISO-2022-JP is not taken for ASCII; colors of a terminal are no such text', () => {
  const jis = '# Bell\n\n\x1b$B>-4}$N>b$O\x1b(B 1952.\n';
  assert.throws(() => decode(Buffer.from(jis)), { code: 'not-utf8', message: /ISO-2022-JP/ });
  const log = '\x1b(B\x1b[m\x1b[31mfailed\x1b[0m for $B in \x1b$ 5';
  assert.equal(outcome(Buffer.from(log)), log);
});

test('binary and foreign encodings are refused, a few bad bytes are not', () => {
  const cases = [
    Buffer.from('PNG\0\0'),
    Buffer.from('caf\xe9 au lait', 'latin1'),
    Buffer.concat([Buffer.from(`é${'a'.repeat(1000)}`), Buffer.from([0xff])]),
    Buffer.from('a \ufffd genuine replacement character'),
  ];
  assert.deepEqual(cases.map(outcome), [
    'binary-file',
    'not-utf8 1',
    `é${'a'.repeat(1000)}\ufffd`,
    'a \ufffd genuine replacement character',
  ]);
});

test('invalid sequences are counted as the decoder replaces them', () => {
  // A byte order mark says that it is UTF-8.
  const padding = Buffer.concat([Buffer.from('\ufeff'), Buffer.alloc(100_000, 'a')]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (noise) => {
      const bytes = Buffer.concat([padding, noise]);
      assert.equal(decode(bytes).text, new TextDecoder('utf-8').decode(bytes));
    }),
  );
});
