import { AriadneError } from '../base/errors.ts';
import { declaredText, detectedText, unmarkedUtf16, type Decoded } from './encodings.ts';

/**
 * Decodes a file's bytes. A byte order mark decides, then whether they are UTF-8, then what the document declares, then what they look
 * like. The mark is not part of the text. A few invalid bytes become U+FFFD.
 * @throws AriadneError `binary-file`; `not-utf8` when no other encoding fits either, or several do, and for one that VS Code does not have
 */
export function decode(bytes: Uint8Array): Decoded {
  const mark = MARKS.find(({ start }) => start.every((byte, i) => bytes[i] === byte));
  const body = bytes.subarray(mark?.start.length ?? 0);
  if (mark !== undefined && mark.encoding !== 'utf-8') return { text: decoderOf(mark.encoding).decode(body), encoding: mark.encoding };
  if (body.subarray(0, BINARY_PROBE_BYTES).includes(0)) {
    const wide = mark === undefined ? unmarkedUtf16(body) : undefined;
    if (wide !== undefined) return wide;
    throw new AriadneError('binary-file', 'The file looks binary (it contains NUL bytes). Save it as UTF-8 text to index it.');
  }
  const text = decoderOf('utf-8').decode(body);
  if (SWITCHED.test(text)) {
    throw new AriadneError(
      'not-utf8',
      'The file is in ISO-2022-JP or an encoding like it, which VS Code cannot show. Save it with encoding UTF-8 to index it.',
    );
  }
  if (!text.includes(REPLACEMENT)) return { text, encoding: 'utf-8' };
  const { invalid, valid, first } = sequencesIn(body);
  // Text in another encoding has hardly any bytes that happen to be UTF-8.
  const other = mark === undefined && valid < invalid ? (declaredText(body) ?? detectedText(body)) : undefined;
  if (other !== undefined) return other;
  if (invalid > 0 && invalid >= text.length * MAX_INVALID_SHARE) {
    throw new AriadneError(
      'not-utf8',
      `The file is not UTF-8 (${invalid} invalid ${invalid === 1 ? 'byte sequence' : 'byte sequences'}, the first at byte ` +
        `${(mark?.start.length ?? 0) + first}), and which other encoding it has is uncertain. Save it with encoding UTF-8 to index it.`,
    );
  }
  return { text, encoding: 'utf-8' };
}

function decoderOf(encoding: string): TextDecoder {
  return new TextDecoder(encoding, { ignoreBOM: true });
}

const MARKS: readonly { readonly encoding: string; readonly start: readonly number[] }[] = [
  { encoding: 'utf-8', start: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', start: [0xff, 0xfe] },
  { encoding: 'utf-16be', start: [0xfe, 0xff] },
];
/** Encodings of ISO 2022 are ASCII by their bytes: an escape sequence switches to characters of two bytes each. Terminals use others. */
const SWITCHED = /\x1b\$(?:[@AB]|[()*+][@-Z])\x0e?[\x21-\x7e]{2}/;
const BINARY_PROBE_BYTES = 8192;
const MAX_INVALID_SHARE = 0.005;
const REPLACEMENT = '\ufffd';

interface Sequences {
  /** Those that a decoder replaces, by the rules of the WHATWG Encoding Standard's UTF-8 decoder. */
  readonly invalid: number;
  /** Valid ones of more than one byte. */
  readonly valid: number;
  /** Where the first invalid one begins, in bytes; -1 without one. */
  readonly first: number;
}

function sequencesIn(bytes: Uint8Array): Sequences {
  let invalid = 0;
  let valid = 0;
  let first = -1;
  for (let i = 0; i < bytes.length;) {
    const length = sequenceLength(bytes, i);
    if (length <= 0) {
      if (invalid++ === 0) first = i;
      i += Math.max(1, -length);
    } else {
      if (length > 1) valid++;
      i += length;
    }
  }
  return { invalid, valid, first };
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
