/** BERTScore in `ariadne eval`: which model computes it, and what happens when that fails. */
import { join } from 'node:path';
import { isAbort } from '../../src/base/abort.ts';
import { AriadneError, isAriadneError } from '../../src/base/errors.ts';
import { openBertEncoder } from '../models/bertEncoder.ts';
import { ModelLibrary } from '../../src/models/library/modelLibrary.ts';
import { scoredPair, scorePairs, type BertEncoder, type BertScores } from '../evaluation/bertScores.ts';
import type { EvalRecord } from '../evaluation/evalRecord.ts';
import { LinesFile } from '../evaluation/linesFile.ts';
import { stringOption, type CommandOptions, takes } from '../../src/cli/effects.ts';
import type { ChosenSystem } from './evalSystems.ts';
import { fetchFrom } from '../../src/cli/network.ts';
import { progressByTenths } from './progressByTenths.ts';
import { printError, type CommandContext } from '../../src/cli/terminal.ts';
import { fromHere } from '../../src/cli/askOptions.ts';
import { engineFiles, modelsFolder, modelsHost, openaiBaseUrl } from '../../src/cli/withEngine.ts';

export const bertScoreOptions: CommandOptions = { bertscore: takes('hf:ORG/NAME|folder:PATH', 'the model of BERTScore') };

export type BertScored = { readonly scores: BertScores } | { readonly failure: string };

const isLocal = (id: string): boolean => /^(?:hf|folder):./s.test(id);

/**
 * The model of `--bertscore`, which is loaded to see that it can be used; otherwise the local embedder of the systems, if they have one.
 * @returns undefined when there is no such model
 * @throws AriadneError `usage`, `model-…`; AbortError
 */
export async function bertScoreModel(context: CommandContext, systems: readonly ChosenSystem[]): Promise<string | undefined> {
  const given = stringOption(context, 'bertscore');
  if (given !== undefined) {
    if (!isLocal(given)) throw new AriadneError('usage', `--bertscore takes hf:ORG/NAME or folder:PATH, not "${given}".`);
    const id = fromHere(given);
    await openEncoder(context, id);
    return id;
  }
  const [first, ...others] = new Set(systems.map(({ system }) => system.models.embedder).filter(isLocal));
  if (others.length === 0) return first;
  printError('BERTScore is left out: the systems have several local embedders. Name one with --bertscore.');
  return undefined;
}

/**
 * A failure of the model leaves the other results as they are. Pairs that were scored before are not scored again.
 * @throws AbortError; AriadneError `results-unwritable`
 */
export async function bertScored(context: CommandContext, id: string, records: readonly EvalRecord[], out: string): Promise<BertScored> {
  const stored = new LinesFile(join(out, 'bertscores.jsonl'), scoredPair);
  const onProgress = progressByTenths('BERTScore', 'pairs of answers', 'scored');
  try {
    const encoder = await openEncoder(context, id);
    return { scores: await scorePairs({ encoder, records, stored, signal: context.signal, onProgress }) };
  } catch (error) {
    if (isAbort(error) || !isAriadneError(error) || error.code === 'results-unwritable') throw error;
    const advice = error.code === 'model-unfit' ? 'Name another model with --bertscore.' : 'Rerun the command to add it.';
    printError(`BERTScore is left out. ${error.message} ${advice}`);
    return { failure: error.message };
  }
}

function openEncoder(context: CommandContext, id: string): Promise<BertEncoder> {
  const fetch = fetchFrom(openaiBaseUrl(), 'OPENAI_BASE_URL', process.env['OPENAI_API_KEY']);
  const library = new ModelLibrary(fetch, modelsFolder());
  return openBertEncoder(id, { library, files: engineFiles.models, host: modelsHost(context) }, context.signal);
}
