/** A hub with generated models under the names that the catalog offers. They know a few words about France. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalog } from '../../../src/models/hub/catalog.ts';
import { startHub, type HubRepository, type HubServer } from '../hubServer.ts';
import type { Ending } from '../tempFolder.ts';
import { constructedShape, pairWeights, spanWeights, withoutPositions } from './constructed.ts';
import { makeModelFolder, type MadeModelOptions } from './modelFolder.ts';

const entailmentLabels = { 0: 'contradiction', 1: 'entailment', 2: 'neutral' };
const words = ['potatoes', 'wash', 'peel', 'them', 'man', 'guitar', 'stage'];

/** @param padding bytes that make each download take its time */
export async function startModelHub(t: Ending, { padding = 0 } = {}): Promise<HubServer> {
  const shape = { ...constructedShape, maxTokens: 128 };
  const made: Readonly<Record<string, MadeModelOptions>> = {
    embedder: { words, shape: { maxTokens: 256 }, config: { architectures: ['BertModel'] } },
    reranker: {
      words,
      shape,
      head: { labels: 1 },
      given: (tokenizer, of) => withoutPositions(pairWeights(tokenizer, { first: ['capital'], second: ['paris'] }), of),
      config: { architectures: ['BertForSequenceClassification'], id2label: { 0: 'LABEL_0' } },
    },
    entailment: {
      words,
      shape: { maxTokens: 128 },
      head: { labels: 3 },
      config: { architectures: ['BertForSequenceClassification'], id2label: entailmentLabels },
    },
    reader: {
      words,
      shape,
      head: 'spans',
      given: (tokenizer, of) => withoutPositions(spanWeights(tokenizer, { first: ['paris'], second: ['paris'] }), of),
      config: { architectures: ['BertForQuestionAnswering'] },
    },
  };
  const repositories = catalog.flatMap(({ role, name, revision, license }): (readonly [string, HubRepository])[] => {
    const options = made[role];
    if (!options) return [];
    const files = filesIn(makeModelFolder(t, { ...options, file: 'model_quantized' }).folder);
    // Of all files that are downloaded, this one may be of any size.
    const padded = padding === 0 ? files : { ...files, 'vocab.txt': Buffer.alloc(padding, 'word\n') };
    return [[name, { files: padded, license, commit: revision }]];
  });
  return startHub(t, Object.fromEntries(repositories));
}

function filesIn(folder: string): Readonly<Record<string, Uint8Array>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]));
}
