import { AriadneError } from '../base/errors.ts';

/**
 * Decodes a file's bytes to the text that VS Code shows: UTF-8, or UTF-16 if a byte order mark says so. The mark is not part of the text. A
 * few invalid bytes become U+FFFD.
 * @throws AriadneError `binary-file` or `not-utf8`
 */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(bytes.subarray(2));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { ignoreBOM: true }).decode(bytes.subarray(2));
  const markLength = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const body = bytes.subarray(markLength);
  if (body.subarray(0, BINARY_PROBE_BYTES).includes(0)) {
    throw new AriadneError('binary-file', 'The file looks binary (it contains NUL bytes). Save it as UTF-8 text to index it.');
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  if (!text.includes(REPLACEMENT)) return text;
  const { count, first } = invalidSequences(body);
  if (count > 0 && count >= text.length * MAX_INVALID_SHARE) {
    throw new AriadneError(
      'not-utf8',
      `The file is not UTF-8 (${count} invalid ${count === 1 ? 'byte sequence' : 'byte sequences'}, the first at byte ${markLength + first}); ` +
        'save it with encoding UTF-8 to index it.',
    );
  }
  return text;
}

const BINARY_PROBE_BYTES = 8192;
const MAX_INVALID_SHARE = 0.005;
const REPLACEMENT = '\ufffd';

/** Counts the sequences that a decoder replaces, by the rules of the WHATWG Encoding Standard's UTF-8 decoder. */
function invalidSequences(bytes: Uint8Array): { readonly count: number; readonly first: number } {
  let count = 0;
  let first = -1;
  for (let i = 0; i < bytes.length;) {
    const length = sequenceLength(bytes, i);
    if (length <= 0) {
      if (count++ === 0) first = i;
      i += Math.max(1, -length);
    } else i += length;
  }
  return { count, first };
}

/** The length of the valid sequence at `i` in bytes. For an invalid one, the negated length of its truncated prefix, or 0. */
function sequenceLength(bytes: Uint8Array, i: number): number {
  const lead = bytes[i] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  for (let k = 1; k < length; k++) {
    const low = k > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const high = k > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    const byte = bytes[i + k] ?? 0;
    if (byte < low || byte > high) return -k;
  }
  return length;
}
