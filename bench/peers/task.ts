import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AriadneError } from '../../src/base/errors.ts';
import { readDocument } from '../../src/corpus/readDocument.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { createCorpus, writeCorpus } from '../corpus.ts';
import { readDataset, writeDocuments } from '../dataset.ts';
import type { BenchOptions } from '../harness.ts';
import { naturalQuestions } from '../naturalQuestions.ts';
import { isEditable, peerPassages } from './passages.ts';
import type { PeerPassage } from './peer.ts';

/** Passages and questions of one folder, which all peers get. */
export interface Task {
  readonly name: string;
  /** Has the documents in `docs`, and the passages and questions for the processes. */
  readonly work: string;
  readonly passages: readonly PeerPassage[];
  readonly textBytes: number;
  readonly questions: readonly Question[];
}

interface Question {
  readonly question: string;
  /** What an answer needs: for each fact, the documents any of which will do. Empty where that is not known. */
  readonly gold: readonly (readonly string[])[];
}

/** @param dataset undefined for generated text, whose questions have no gold documents */
export async function prepareTask(dataset: string | undefined, work: string, options: BenchOptions): Promise<Task> {
  const { documents, quick, log } = options;
  const docs = join(work, 'docs');
  const all = dataset === undefined ? generated(docs, options) : ofDataset(dataset, documents, docs);
  const questions = quick ? all.slice(0, 10) : all;
  if (questions.length === 0) throw new Error(`${dataset} has no question with gold documents.`);
  const passages: PeerPassage[] = [];
  let unread = 0;
  for (const path of filesBelow(docs)) {
    const cut = await readDocument(docs, { path }, defaultDiscovery).catch((error: unknown) => {
      if (error instanceof AriadneError) unread++;
      else throw error;
    });
    passages.push(...peerPassages(cut?.passages ?? [], passages.length));
  }
  if (unread > 0) log(`${unread} files are left out: Ariadne does not read them`);
  if (!passages.some(({ path }) => isEditable(path))) throw new Error('There is no Markdown, reStructuredText or text file to change.');
  writeFileSync(join(work, 'passages.json'), JSON.stringify(passages));
  writeFileSync(join(work, 'questions.json'), JSON.stringify(questions.map(({ question }) => question)));
  const textBytes = passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const name = dataset === undefined ? 'generated' : basename(dataset);
  log(`${name}: ${passages.length} passages, ${(textBytes / 1e6).toFixed(1)} MB, ${questions.length} questions`);
  return { name, work, passages, textBytes, questions };
}

function ofDataset(dataset: string, documents: string | undefined, docs: string): readonly Question[] {
  if (documents === undefined) {
    const { documents: all, questions } = readDataset(dataset);
    writeDocuments(all, docs);
    return questions.map(({ question, supporting }) => ({ question, gold: supporting.map((id) => [`${id}.md`]) }));
  }
  cpSync(documents, docs, { recursive: true });
  return naturalQuestions(dataset).map(({ question, gold }) => ({ question, gold: gold.map((fact) => fact.map(({ path }) => path)) }));
}

function generated(docs: string, { quick }: BenchOptions): readonly Question[] {
  const corpus = createCorpus({ seed: 1, textBytes: quick ? 1e6 : 12e6 });
  writeCorpus(corpus, docs);
  return Array.from({ length: 200 }, (_, i) => ({ question: corpus.query(i), gold: [] }));
}

export function sizeOf(folder: string): number {
  return filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}

/** `/`-separated and in order. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
