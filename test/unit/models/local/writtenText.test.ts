import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../src/base/seededRandom.ts';
import { TokenText } from '../../../../src/models/local/process/generate.ts';

/** As tokenizers decode: bytes make characters, and the first of SentencePiece's words loses its space. */
const decoders = {
  bytes: (tokens: readonly number[]): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(tokens)),
  words: (tokens: readonly number[]): string =>
    tokens
      .map((token) => ['', ' a', ' bc', 'd', ' '][token % 5]!)
      .join('')
      .replace(/^ /, ''),
};

const texts = ['Où est Zoë? 🙂👩\u200d👩\u200d👧 東京 \ufffd end', 'plain', '🇫🇷', ''];

function checked(decode: (tokens: readonly number[]) => string, tokens: readonly number[]): number {
  let decoded = 0;
  const written = new TokenText((part) => {
    decoded += part.length;
    return decode(part);
  });
  tokens.forEach((token, i) => assert.equal(written.add(token), decode(tokens.slice(0, i + 1))));
  return decoded;
}

test('after each token the text is that of all tokens', () => {
  for (const text of texts) checked(decoders.bytes, [...Buffer.from(text)]);
  const random = seededRandom(1);
  for (let i = 0; i < 200; i++) {
    const tokens = Array.from({ length: Math.floor(random() * 30) }, () => Math.floor(random() * 256));
    checked(decoders.words, tokens);
  }
});

test('a long reply is not decoded from its beginning again and again', () => {
  const decoded = checked(decoders.bytes, [...Buffer.from('word and '.repeat(100))]);
  assert.ok(decoded < 5 * 900, String(decoded));
});
