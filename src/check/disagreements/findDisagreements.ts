/** Walks all passages of an index for sentences of different documents that say the same of the same, with another value or name. */
import { yieldToEventLoop } from '../../base/abort.ts';
import { hashOf } from '../../base/hash.ts';
import { RecentValues } from '../../base/recentValues.ts';
import type { RowSet } from '../../base/rowSet.ts';
import { keysOf, statementIn } from '../../citations/disagreement.ts';
import { isRow, quotablesOf } from '../../citations/quotable.ts';
import type { RequiredIndex } from '../../folder/folderIndexOptions.ts';
import { languageOf } from '../../language/languages.ts';
import { looksLikeCode } from '../../language/unwrapped.ts';
import type { FolderDisagreement, WalkProgress } from '../../protocol/disagreements.ts';
import type { Passage } from '../../protocol/passage.ts';
import { grouped, type DisagreeingPair } from './group.ts';
import { KeptKeys, type KeyedSentence } from './keptKeys.ts';
import { ofOneSubject } from './ofOneSubject.ts';
import { pairsOf } from './pairs.ts';
import { pairOf, statedIn, type Stated } from './statedPair.ts';
import type { Verdicts } from './verdicts.ts';

/** The part of an index that is walked. */
export interface WalkedIndex {
  readonly keys: Pick<RequiredIndex['index']['keys'], 'rows'> & {
    readonly paths: Iterable<string> & { at(i: number): string | undefined };
    readonly contentHashes: { at(i: number): string | undefined };
  };
  readonly passages: RequiredIndex['index']['passages'];
  readonly identityOf: RequiredIndex['index']['identityOf'];
}

export interface DisagreementWalk {
  readonly index: WalkedIndex;
  /** Default: all passages. */
  readonly among?: RowSet | undefined;
  /** Where the keys of passages are kept between walks. */
  readonly keysFile: string;
  readonly verdicts: Verdicts;
  readonly onProgress: (progress: WalkProgress) => void;
  readonly signal: AbortSignal;
}

const passagesAtOnce = 64;
const pairsAtOnce = 256;
/** Sentences that are ready to be compared, at a few kilobytes each. */
const keptStatements = 20_000;

/**
 * Costs what is new since the last walk: keys of known passages are kept, even where a walk is stopped.
 * @throws AbortError; errors of the file system
 */
export async function findDisagreements(walk: DisagreementWalk): Promise<readonly FolderDisagreement[]> {
  const { index, among, verdicts, signal, onProgress } = walk;
  const { rows, paths } = index.keys;
  const keys = await keysOfAll(walk);
  const documents = new Map([...new Set(paths)].map((path, number) => [path, number]));
  const sentences = [...rows].flatMap((row, i) =>
    among?.has(row) === false
      ? []
      : keys.of(keyOf(index.keys, i)).map((sentence) => ({ ...sentence, row, document: documents.get(paths.at(i)!)! })),
  );
  const { isComparable, areVersions } = ofOneSubject(
    sentences,
    [...documents.keys()].map((path) => index.identityOf(path)),
  );
  const pairs = (await pairsOf(sentences, signal)).filter(([a, b]) => isComparable(sentences[a]!, sentences[b]!));
  const statements = new RecentValues<number, Stated>(keptStatements);
  const found: DisagreeingPair[] = [];
  for (let from = 0; from < pairs.length; from += pairsAtOnce) {
    onProgress({ step: 'comparing', done: from, all: pairs.length });
    const some = pairs.slice(from, from + pairsAtOnce);
    const wanted = [...new Set(some.flat())].filter((at) => !statements.get(at));
    const passages = await index.passages(wanted.map((at) => sentences[at]!.row));
    const made = new Map(wanted.map((at, i) => [at, statedIn(passages[i]!, sentences[at]!)]));
    for (const [at, statement] of made) statements.set(at, statement);
    const statedAt = (at: number): Stated => made.get(at) ?? statements.get(at)!;
    for (const [a, b] of some) {
      const pair = pairOf(statedAt(a), statedAt(b), areVersions(sentences[a]!, sentences[b]!), verdicts);
      if (pair) found.push(pair);
    }
    await yieldToEventLoop();
    signal.throwIfAborted();
  }
  onProgress({ step: 'comparing', done: pairs.length, all: pairs.length });
  return grouped(found);
}

/** A title that is made of the file name is not in the content. */
function keyOf({ paths, contentHashes }: WalkedIndex['keys'], i: number): string {
  return hashOf([paths.at(i)!, contentHashes.at(i)!], 32);
}

async function keysOfAll({ index, keysFile, onProgress, signal }: DisagreementWalk): Promise<KeptKeys> {
  const kept = new KeptKeys(keysFile);
  const hashes = [...index.keys.rows.keys()].map((i) => keyOf(index.keys, i));
  const missing = [...hashes.keys()].filter((i) => !kept.has(hashes[i]!));
  try {
    for (let from = 0; from < missing.length; from += passagesAtOnce) {
      onProgress({ step: 'reading', done: from, all: missing.length });
      const some = missing.slice(from, from + passagesAtOnce);
      const passages = await index.passages(some.map((i) => index.keys.rows[i]!));
      for (const [n, passage] of passages.entries()) {
        kept.set(hashes[some[n]!]!, keyedSentencesOf(passage));
        await yieldToEventLoop();
      }
      signal.throwIfAborted();
    }
  } finally {
    kept.write(hashes);
  }
  return kept;
}

function keyedSentencesOf(passage: Passage): readonly KeyedSentence[] {
  const language = languageOf(passage.text);
  return quotablesOf(passage, language).flatMap(({ start, end, isCutBefore, isCutAfter }): readonly KeyedSentence[] => {
    if (isCutBefore || isCutAfter || looksLikeCode(passage.text.slice(start, end))) return [];
    const keys = keysOf(statementIn({ passage, range: { start, end } }, language));
    const isRowOfTable = isRow(passage.text.slice(start, end));
    return keys.frames.length + keys.clauses.length === 0 ? [] : [{ start, end, isRow: isRowOfTable, ...keys }];
  });
}
