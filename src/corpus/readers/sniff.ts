import { AriadneError } from '../../base/errors.ts';

/** The format that the start of a file indicates; undefined if it is unknown. */
export function formatOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  for (const [signature, format] of SIGNATURES) if (head.startsWith(signature)) return format;
  // Some programs write a few bytes before the signature.
  if (head.includes('%PDF-')) return 'a PDF';
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html)\b/i.test(head)) return 'an HTML page';
  return head.length > 0 && !/[^\t\n\v\f\r\x20-\x7e\x80-\xff]/.test(head) ? 'a text file' : undefined;
}

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF'],
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['PK\u0005\u0006', 'an empty ZIP archive'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'a document of an old or password-protected Office format'],
  ['{\\rtf', 'an RTF document'],
  ['\u0089PNG', 'a PNG image'],
  ['\u00ff\u00d8\u00ff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['\u001f\u008b', 'a gzip archive'],
  ['7z\u00bc\u00af', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
];

const EXPECTED = { pdf: 'a PDF', zip: 'a ZIP archive' } as const;

/** @throws AriadneError `wrong-extension` when the file does not have the format that its name says, `empty-document` when it is empty */
export function refuseOtherFormat(bytes: Uint8Array, path: string, wanted: keyof typeof EXPECTED): void {
  if (bytes.length === 0) throw new AriadneError('empty-document', `${path} is empty. Save or download it again.`);
  const format = formatOf(bytes);
  if (format === EXPECTED[wanted]) return;
  const extension = path.slice(path.lastIndexOf('.'));
  const looks = format === undefined ? 'is damaged or has another format' : `looks like ${format}`;
  throw new AriadneError(
    'wrong-extension',
    `${path} ${looks}, not like a ${extension} file. Give it the right extension or save it again.`,
  );
}
