import { identityOfFile } from '../../src/corpus/identity/identityOfFile.ts';
import type { IndexStore } from '../../src/indexing/store.ts';
import { english } from '../../src/language/english.ts';
import { passageOf } from './passages.ts';
import { searchTermsOf } from '../../src/corpus/searchTerms.ts';
import { NO_REFERENCES } from '../../src/corpus/references.ts';

/** Stores a document whose passages have these texts. */
export async function putTexts(store: IndexStore, path: string, texts: readonly string[], title = path): Promise<void> {
  const hash = texts.join();
  const passages = texts.map((text, i) => ({ ...passageOf(`${path} ${i}`, text), path, title, documentHash: hash }));
  const identity = identityOfFile(path, { title, titleOrigin: 'document', ...NO_REFERENCES }, passages, english);
  const parsed = {
    identity,
    title,
    titleOrigin: 'document',
    parser: 'test',
    parserVersion: 1,
    readMs: 0,
    cutMs: 0,
    ...NO_REFERENCES,
  } as const;
  await store.putDocuments([
    { file: { path, sizeBytes: 1, mtimeMs: 1 }, cut: { path, hash, passages, searchTerms: await searchTermsOf(passages), ...parsed } },
  ]);
}
