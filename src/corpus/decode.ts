import { count } from '../base/amounts.ts';
import { AriadneError } from '../base/errors.ts';
import { lineBreaksIn } from '../base/lines.ts';
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
  // The character may be in the file itself.
  const invalid = occurrences(text, REPLACEMENT) - occurrences(Buffer.from(body).toString('latin1'), REPLACEMENT_BYTES);
  const valid = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  // Text in another encoding has hardly any bytes that happen to be UTF-8.
  const other = mark === undefined && valid < invalid ? (declaredText(body) ?? detectedText(body)) : undefined;
  if (other !== undefined) return other;
  if (invalid > 0 && invalid >= text.length * MAX_INVALID_SHARE) {
    throw new AriadneError(
      'not-utf8',
      `The file is not UTF-8 (${count(invalid, 'invalid byte sequence')}, the first on line ` +
        `${lineBreaksIn(text, 0, text.indexOf(REPLACEMENT)) + 1}), and which other encoding it has is uncertain. Save it with encoding UTF-8 to index it.`,
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
/** Its bytes in UTF-8, each as a character. */
const REPLACEMENT_BYTES = '\u00ef\u00bf\u00bd';

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
