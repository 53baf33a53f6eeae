/** Text in other encodings than UTF-8: as the document declares it, or as its bytes look. What is not clear is not decoded. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { chardet as Detector } from 'jschardet';
import { withoutMarks } from '../language/terms/folding.ts';
import { editorEncodings } from '../protocol/encodings.ts';

export interface Decoded {
  readonly text: string;
  /** Its name in the Encoding Standard, in lower case. */
  readonly encoding: string;
}

/** Text in UTF-16 without a byte order mark. Read in the other byte order, a space or line end is no character of any text. */
export function unmarkedUtf16(bytes: Uint8Array): Decoded | undefined {
  const probe = bytes.subarray(0, PROBE_BYTES);
  const found = ['utf-16le', 'utf-16be'].filter((encoding) => {
    const { text } = decoded(probe, encoding);
    return /[ \n]/.test(text) && isText(text);
  });
  const [encoding] = found;
  return encoding === undefined || found.length > 1 ? undefined : usable(decoded(bytes, encoding));
}

/** The text in the encoding that the document itself names, unless it cannot be in it. */
export function declaredText(bytes: Uint8Array): Decoded | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARED_WITHIN_BYTES));
  const [, inMarkup] = /<(?:\?xml|meta)\b[^>]*\b(?:encoding|charset)\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ?? [];
  // Comments for Python, Emacs, Vim, TeX and JabRef: "-*- coding: latin-1 -*-", "vim: fileencoding=cp1251", "% !TeX encoding = …".
  const [, inComment] = /^.*coding\s*[:=]\s*([\w.:-]+)/im.exec(head.split(/\r\n?|\n/, 2).join('\n')) ?? [];
  const [, inLatex] = /^[^%\n]*\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}/m.exec(head) ?? [];
  for (const name of [inMarkup, inComment, inLatex]) {
    const encoding = name === undefined ? undefined : encodingNamed(name);
    const text = encoding === undefined || encoding === 'utf-8' ? undefined : usable(decoded(bytes, encoding));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The text in the only encoding that its bytes look like. */
export function detectedText(bytes: Uint8Array): Decoded | undefined {
  const sample = tellingLines(bytes);
  const { detectAll, EncodingEra } = detector();
  const found = detectAll(sample, { encodingEra: EncodingEra.ALL & ~EncodingEra.MAINFRAME, ignoreThreshold: true, compatNames: false });
  let best: { readonly encoding: string | undefined; readonly text: string; readonly confidence: number } | undefined;
  for (const { encoding: name, confidence } of found) {
    if (name === null) continue;
    const encoding = encodingNamed(name);
    // What an encoding that is not read would give, is unknown, but differs.
    const text = encoding === undefined ? name : decoded(sample, encoding).text;
    if (best === undefined) best = { encoding, text, confidence };
    else if (text !== best.text) {
      if (best.confidence > confidence * TIED) break;
      if (isOfWord(sample)) best = { ...best, encoding: 'windows-1252' };
      else if (!isNearly(best.text, text)) return undefined;
      break;
    }
  }
  return best?.encoding === undefined || best.encoding === 'utf-8' ? undefined : usable(decoded(bytes, best.encoding));
}

/** Whether all that is not ASCII are quotation marks, dashes, dots and bullets as Word puts them into plain text. */
function isOfWord(bytes: Uint8Array): boolean {
  return (
    bytes.every((byte) => byte < 0x80 || byte === 0x85 || (byte >= 0x91 && byte <= 0x97)) &&
    !/\p{L}[\u2026\u2018\u201c\u201d\u2022]\p{L}/u.test(decoded(bytes, 'windows-1252').text)
  );
}

/** Whether two readings differ in no more letters than may be wrong in a text. Romanian is written with a cedilla for want of a comma. */
function isNearly(reading: string, next: string): boolean {
  const [one, other] = [withoutMarks(reading), withoutMarks(next)];
  if (one.length !== other.length) return false;
  let differing = 0;
  for (let i = 0; i < one.length; i++) if (one.charCodeAt(i) !== other.charCodeAt(i)) differing++;
  return differing < one.length * MAX_STRANGE_SHARE;
}

const PROBE_BYTES = 8192;
const DECLARED_WITHIN_BYTES = 4096;
const SAMPLE_BYTES = 32 * 1024;
/**
 * Where the two likeliest encodings are this near, the detector has no reason for either. Without these, hardly a text is taken for one in
 * another encoding (bench/RESULTS.md), and few are lost.
 */
const TIED = 1.00005;
/** Share of characters that no text has. */
const MAX_STRANGE_SHARE = 0.005;

/** The lines that have bytes besides ASCII, up to a size that suffices. */
function tellingLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const lines: Uint8Array[] = [];
  let size = 0;
  for (let start = 0; start < bytes.length && size < SAMPLE_BYTES;) {
    const lineEnd = bytes.indexOf(LINE_FEED, start);
    const end = Math.min(lineEnd < 0 ? bytes.length : lineEnd + 1, start + SAMPLE_BYTES);
    const line = bytes.subarray(start, end);
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line);
      size += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}

const LINE_FEED = 0x0a;

function usable(text: Decoded): Decoded | undefined {
  return editorEncodings.has(text.encoding) && isText(text.text) ? text : undefined;
}

function isText(text: string): boolean {
  let left = text.length * MAX_STRANGE_SHARE;
  for (const [strange] of text.matchAll(STRANGE)) {
    left -= strange.length;
    if (left < 0) return false;
  }
  return true;
}

/** Control characters, except those that plain text has, and places without a character. */
const STRANGE = /[\0-\x08\x0e-\x19\x1c-\x1f\x7f-\x9f\p{Cn}\p{Co}\p{Cs}\ufffd]/gu;

function decoded(bytes: Uint8Array, encoding: string): Decoded {
  return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes), encoding };
}

/** The Encoding Standard's name for what a document or the detector calls an encoding. */
function encodingNamed(name: string): string | undefined {
  const label = name.toLowerCase();
  try {
    return new TextDecoder(FURTHER_NAMES[label] ?? label.replace(/^iso8859-/, 'iso-8859-')).encoding;
  } catch {
    return undefined;
  }
}

/** Names that the Encoding Standard does not list: the detector's, those of LaTeX and of Python. */
const FURTHER_NAMES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  shift_jis_2004: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  euc_kr: 'euc-kr',
  euc_jp: 'euc-jp',
  euc_jis_2004: 'euc-jp',
  big5hkscs: 'big5',
  cp950: 'big5',
  cp874: 'windows-874',
  'mac-roman': 'macintosh',
  applemac: 'macintosh',
  'latin-1': 'windows-1252',
  latin9: 'iso-8859-15',
  latin10: 'iso-8859-16',
  ansinew: 'windows-1252',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
};

/** Takes 40 MB and a quarter of a second, so it is loaded when a file needs it: from beside the bundle, or from its package. */
function detector(): typeof Detector {
  const beside = join(import.meta.dirname, 'encodings.cjs');
  const load = createRequire(import.meta.url);
  return (load(existsSync(beside) ? beside : 'jschardet') as { readonly chardet: typeof Detector }).chardet;
}
