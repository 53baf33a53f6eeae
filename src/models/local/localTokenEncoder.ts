/** An encoder in a folder that gives a vector for each token. */
import { createHash } from 'node:crypto';
import type { TokenEncoder, TokenVectors } from '../models.ts';
import type { LoadOptions, LocalModel } from './localModel.ts';
import { readModelFiles, specOf } from './modelFiles.ts';
import type { ModelProcess } from './modelProcess.ts';

/** A long text has megabytes of vectors, which are held in two processes. */
const textsPerCall = 16;
const mostTokens = 512;

export async function localTokenEncoder(process: ModelProcess, model: LocalModel, load: LoadOptions): Promise<TokenEncoder> {
  const files = readModelFiles(model);
  const maxTokens = Math.min(files.maxTokens, mostTokens);
  const spec = specOf(model.name, { ...files, maxTokens });
  // Loads the model, and says whether it has such vectors.
  await process.request(spec, { task: 'tokens', texts: ['a'] }, load);
  const version = createHash('sha256').update(JSON.stringify([files.fingerprint, maxTokens]));
  return {
    id: `${model.name}#${files.dtype}/${version.digest('hex').slice(0, 12)}`,
    async encode(texts, { signal } = {}) {
      const found: TokenVectors[] = [];
      for (let from = 0; from < texts.length; from += textsPerCall)
        found.push(...(await process.request(spec, { task: 'tokens', texts: texts.slice(from, from + textsPerCall) }, { signal })));
      return found;
    },
  };
}
