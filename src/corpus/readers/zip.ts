import { AriadneError, messageOf } from '../../base/errors.ts';
import { decode } from '../decode.ts';
import { formatOf, refuseOtherFormat } from './sniff.ts';

/** Documents that are ZIP archives of XML. */
export interface ZipArchive {
  readonly names: ReadonlySet<string>;
  /**
   * An archive member as text; undefined when there is none with this name.
   * @throws AriadneError `unreadable-document`, `document-too-big`
   */
  text(name: string): string | undefined;
  /**
   * Several members in the given order. Scans the directory once for a few of them, not for each.
   * @throws the errors of `text`
   */
  texts(names: readonly string[]): Generator<readonly [name: string, text: string | undefined], void>;
}

/**
 * Opens an archive without inflating anything. Nested archives are never opened.
 * @param kind name of the expected format, shown to the user
 * @throws AriadneError `wrong-extension`, `encrypted-document`, `document-too-big` (a ZIP bomb), `unreadable-document`
 */
export async function openZip(bytes: Uint8Array, path: string, kind: string): Promise<ZipArchive> {
  // An Office document with a password stores its archive inside a file of the old format.
  if (/OLE|old or password/.test(formatOf(bytes) ?? ''))
    throw new AriadneError(
      'encrypted-document',
      `${path} is password-protected or has an older format. Save a copy as ${kind} without a password.`,
    );
  refuseOtherFormat(bytes, path, 'zip');
  if (((bytes[6] ?? 0) & ENCRYPTED_FLAG) !== 0) throw encryptedDocument(path);
  const { unzipSync } = await import('fflate');
  const sizes = new Map<string, number>();
  let totalBytes = 0;
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (name.length > MAX_NAME_CHARS) throw new Error('a name in it is too long');
        sizes.set(name, originalSize);
        totalBytes += originalSize;
        return false;
      },
    });
  } catch (error) {
    throw damaged(path, kind, error);
  }
  if (totalBytes > BOMB_BYTES && totalBytes > bytes.length * BOMB_RATIO) throw tooBig(path, totalBytes);
  function* texts(names: readonly string[]): ReturnType<ZipArchive['texts']> {
    for (const batch of batchesOf(names, sizes)) {
      const wanted = new Set(batch);
      for (const name of wanted) if ((sizes.get(name) ?? 0) > MAX_MEMBER_BYTES) throw tooBig(path, sizes.get(name) ?? 0);
      try {
        const members = new Map(Object.entries(unzipSync(bytes, { filter: ({ name }) => wanted.has(name) })));
        for (const name of batch) {
          const member = members.get(name);
          yield [name, member === undefined ? undefined : decode(member).text];
        }
      } catch (error) {
        throw damaged(path, kind, error);
      }
    }
  }
  return {
    names: new Set(sizes.keys()),
    text(name) {
      const [first] = texts([name]);
      return first?.[1];
    },
    texts,
  };
}

/** Groups members so that each group fits in memory. */
function* batchesOf(names: readonly string[], sizes: ReadonlyMap<string, number>): Generator<readonly string[]> {
  let batch: string[] = [];
  let batchBytes = 0;
  for (const name of names) {
    const size = sizes.get(name) ?? 0;
    if (batch.length > 0 && batchBytes + size > BATCH_BYTES) {
      yield batch;
      batch = [];
      batchBytes = 0;
    }
    batch.push(name);
    batchBytes += size;
  }
  if (batch.length > 0) yield batch;
}

const BATCH_BYTES = 20e6;
/** No file system has longer paths, and each reference scans the name again. */
const MAX_NAME_CHARS = 4096;
const ENCRYPTED_FLAG = 1;
const MAX_MEMBER_BYTES = 200e6;
const BOMB_BYTES = 20e6;
/** XML usually shrinks to a tenth, seldom to a fiftieth. */
const BOMB_RATIO = 100;

export function encryptedDocument(path: string): AriadneError {
  return new AriadneError('encrypted-document', `${path} is encrypted (by a password or against copying). Save a copy without encryption.`);
}

function tooBig(path: string, sizeBytes: number): AriadneError {
  const megabytes = Math.round(sizeBytes / 1e6);
  return new AriadneError(
    'document-too-big',
    `${path} would take ${megabytes} MB when unpacked, too much for a document. Exclude or split it.`,
  );
}

function damaged(path: string, kind: string, error: unknown): AriadneError {
  const sentence = `${path} is damaged and cannot be read as ${kind} (${messageOf(error)}). Save or download it again.`;
  return new AriadneError('unreadable-document', sentence, { cause: error });
}

/** The error for an archive that lacks the members of its format. */
export function otherArchive(path: string, kind: string): AriadneError {
  return new AriadneError('wrong-extension', `${path} is a ZIP archive, but not ${kind}. Unpack it or give it the right extension.`);
}
