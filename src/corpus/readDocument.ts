import { abortError, yieldToEventLoop } from '../base/abort.ts';
import { firstWhere } from '../base/binarySearch.ts';
import { AriadneError } from '../base/errors.ts';
import { assumedLanguage } from '../language/assumed.ts';
import type { Passage } from '../protocol/passage.ts';
import { cutPassages } from './cut.ts';
import { decode } from './decode.ts';
import type { CutDocument, ExtractedDocument, FoundFile, FormatReader, KnownContent, ParsedDocument } from './document.ts';
import { contentOf, explained, load, signalIn, type LoadedFile, type ReadOptions } from './documentText.ts';
import { identityOfFile } from './identity/identityOfFile.ts';
import { readerOf } from './readers/allReaders.ts';
import { searchTermsOf } from './searchTerms.ts';
import { withoutInserted } from './withoutInserted.ts';

/**
 * Reads one file in this thread and cuts it into passages. A document that consists of inserted answers only has none. Until it returns, it
 * holds the file and its parsed tree, a few times the file's size.
 * @throws AriadneError `file-missing`, `file-unreachable`, `file-unreadable`, `file-too-large`, `unsupported-format`, `binary-file`,
 * `not-utf8`, `not-a-notebook`, `unreadable-document`, `scanned-document`, `encrypted-document`, `document-too-big`, `wrong-extension` or
 * `empty-document`; AbortError between reading, parsing and cutting
 */
export async function readDocument(folder: string, file: Pick<FoundFile, 'path'>, options: ReadOptions): Promise<CutDocument> {
  return await cutFile(await load(folder, file.path, options), options);
}

/**
 * Like `readDocument`, for a file that was read before.
 * @returns `unchanged`, without parsing, when the bytes have the known hash and the reader has the known version
 */
export async function readChangedDocument(
  folder: string,
  file: Pick<FoundFile, 'path'>,
  known: KnownContent,
  options: ReadOptions,
): Promise<CutDocument | 'unchanged'> {
  const loaded = await load(folder, file.path, options);
  const { hash, format } = loaded;
  if (hash === known.hash && format.name === known.parser && format.version === known.parserVersion) return 'unchanged';
  return await cutFile(loaded, options);
}

async function cutFile({ path, format, bytes, hash, readMs }: LoadedFile, options: ReadOptions): Promise<CutDocument> {
  const reader = readerOf(path) as FormatReader;
  const started = performance.now();
  options.onParsing?.(bytes.length);
  const { parsed, leftOut } = await explained(format, path, async (): Promise<ReadFile> => {
    if (reader.kind === 'extracting') {
      const extracted = await reader.extract(bytes, path, signalIn(options));
      await options.onExtracted?.(contentOf(format, hash), extracted.text);
      return { parsed: extracted, leftOut: 0 };
    }
    const { text: source } = decode(bytes);
    return withoutInserted(reader.parse(source, path), source, path, assumedLanguage);
  });
  await yieldToEventLoop();
  if (options.signal?.aborted === true) throw abortError();
  const passages = cutPassages({ path, hash, parsed, language: assumedLanguage });
  if (passages.length === 0 && leftOut === 0)
    throw new AriadneError('empty-document', `${path} contains no text, so there is nothing to index.`);
  const warnings = [...(parsed.warnings ?? []), ...(leftOut === 0 ? [] : [leftOutSentence(leftOut)])];
  return {
    path,
    title: parsed.title,
    titleOrigin: parsed.titleOrigin,
    identity: identityOfFile(path, parsed, passages, assumedLanguage),
    hash,
    parser: format.name,
    parserVersion: format.version,
    links: parsed.links,
    anchors: parsed.anchors,
    aliases: parsed.aliases,
    fields: parsed.fields,
    searchTerms: await searchTermsOf(passages),
    passages: 'pageStarts' in parsed ? withPages(passages, parsed.pageStarts) : passages,
    ...(warnings.length === 0 ? {} : { warnings }),
    readMs,
    cutMs: performance.now() - started,
  };
}

interface ReadFile {
  readonly parsed: ParsedDocument | ExtractedDocument;
  /** The number of inserted answers that were left out, because they are not evidence. */
  readonly leftOut: number;
}

function leftOutSentence(leftOut: number): string {
  const what =
    leftOut === 1
      ? 'One inserted answer is skipped: the passages it cites are'
      : `${leftOut} inserted answers are skipped: the passages they cite are`;
  return `${what} found instead.`;
}

function withPages(passages: readonly Passage[], pageStarts: readonly number[]): readonly Passage[] {
  if (pageStarts.length === 0) return passages;
  return passages.map((passage) => {
    const { startOffset, endOffset } = passage.range;
    // The last page that has begun has the text, since pages without text begin where the next one does.
    const begun = firstWhere(pageStarts.length, (i) => pageStarts[i]! > startOffset);
    const pageBreaks: number[] = [];
    for (let page = begun; (pageStarts[page] ?? endOffset) < endOffset; page++) pageBreaks.push(pageStarts[page] ?? 0);
    return { ...passage, pageNumber1: Math.max(1, begun), ...(pageBreaks.length === 0 ? {} : { pageBreaks }) };
  });
}
