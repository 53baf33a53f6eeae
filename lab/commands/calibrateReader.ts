/** `ariadne calibrate --reader`: how sure a local reader must be to answer. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder } from '../../src/base/cacheFolder.ts';
import { AriadneError } from '../../src/base/errors.ts';
import { isAbstention } from '../../src/run/aboutPipelines.ts';
import { ModelLibrary } from '../../src/models/library/modelLibrary.ts';
import { keepCalibration, readingOf } from '../models/readerCalibrations.ts';
import { localProviders } from '../../src/models/library/localProviders.ts';
import { Providers } from '../../src/models/library/providers.ts';
import { tooFew } from '../evaluation/calibration.ts';
import { readDataset, type Dataset, type DatasetQuestion } from '../evaluation/dataset.ts';
import { fitReader, type FittedReader, type Outcome, type Reading } from '../evaluation/readerCalibration.ts';
import { percent } from '../evaluation/reportNumbers.ts';
import { documentFolder } from '../evaluation/workingFolder.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import { fetchFrom } from '../../src/cli/network.ts';
import { progressByTenths } from './progressByTenths.ts';
import { stringOption } from '../../src/cli/effects.ts';
import { countOption, exitCode, plain, print, printErrors, printJson, type CommandContext } from '../../src/cli/terminal.ts';
import { firstStageOf, modelsOf } from '../../src/cli/askOptions.ts';
import { engineFiles, modelsFolder, modelsHost, openaiBaseUrl, withEngine } from '../../src/cli/withEngine.ts';

/** As many passages as pipelines read for a sub-question. */
const readTogether = 5;
/** Deep enough to find as many that are of no gold document. */
const searchDepth = 30;

/** @throws AriadneError `usage`, `dataset-…`, `model-…`; AbortError */
export async function calibrateReader(context: CommandContext): Promise<number> {
  const [folder = ''] = context.positionals;
  const { reader: id = 'builtin' } = modelsOf(context);
  const dataset = readDataset(folder, isAbstention);
  const questions = dataset.questions.slice(0, countOption(context, 'limit', Number.MAX_SAFE_INTEGER));
  const { reader, readings } = await readAll(context, id, dataset, questions);
  const fitted = fitReader(readings);
  if (!fitted) throw notFitted(readings, id);
  const isBetter = fitted.heldOut.logLoss < fitted.byDefault.logLoss;
  if (isBetter) keepCalibration({ reader, ...fitted.border, dataset: dataset.name, questions: questions.length });
  const json = { dataset: dataset.name, questions: questions.length, reader, readings: readings.length, ...fitted, saved: isBetter };
  const out = stringOption(context, 'out');
  if (out !== undefined) {
    mkdirSync(resolve(out), { recursive: true });
    writeFileSync(join(resolve(out), 'calibration.json'), `${JSON.stringify(json, null, 2)}\n`);
  }
  if (context.isJson) printJson(json);
  else print(textOf(fitted, { reader, questions: questions.length, isBetter }));
  return exitCode.done;
}

/**
 * Each question twice: over the passages that a search finds, and over those among them that are of no document with its answer, which
 * shows what the reader does where there is none.
 */
async function readAll(
  context: CommandContext,
  id: string,
  dataset: Dataset,
  questions: readonly DatasetQuestion[],
): Promise<{ readonly reader: string; readonly readings: readonly Reading[] }> {
  const { signal } = context;
  const fetch = fetchFrom(openaiBaseUrl(), 'OPENAI_BASE_URL', process.env['OPENAI_API_KEY']);
  const library = new ModelLibrary(fetch, modelsFolder());
  const options = { library, files: engineFiles.models, host: modelsHost(context), onNotice: printErrors };
  const documents = documentFolder(dataset, join(cacheFolder(), 'datasets'));
  const providers = new Providers(localProviders(options));
  try {
    const reader = await providers.get('reader', id, { fetch, signal });
    return await withEngine(context, documents.folder, {}, async (engine) => {
      const models = modelsOf(context);
      await engine.index(defaultDiscovery, models, { confirmed: true, signal });
      await engine.learn(models, signal);
      const onProgress = progressByTenths('Reader', 'questions', 'read');
      const readings: Reading[] = [];
      for (const [i, { question, answers, gold }] of questions.entries()) {
        const found = await engine.search(question, { method: firstStageOf(context), k: searchDepth, models, quotes: 'preferred', signal });
        const passages = found.map(({ passage }) => passage);
        const others = passages.filter(({ path }) => !gold.includes(documents.idOf(path)));
        for (const some of distinct([passages.slice(0, readTogether), others.slice(0, readTogether)])) {
          const reading = await readingOf({ reader, signal }, { question, answers, passages: some });
          if (reading) readings.push(reading);
        }
        onProgress({ done: i + 1, of: questions.length, reused: 0 });
      }
      return { reader: reader.id, readings };
    });
  } finally {
    await providers.close();
  }
}

/** Without a gold document among the first, both are the same. */
function distinct([found = [], others = []]: readonly (readonly Passage[])[]): readonly (readonly Passage[])[] {
  return found.every(({ id }, i) => others[i]?.id === id) ? [found] : [found, others];
}

function notFitted(readings: readonly Reading[], id: string): AriadneError {
  const right = readings.filter(({ isRight }) => isRight).length;
  const reason =
    right === 0
      ? 'none of its quotes is an accepted answer'
      : right === readings.length
        ? 'all of its quotes are accepted answers'
        : 'it is as sure of wrong quotes as of right ones';
  return new AriadneError(
    'model-unfit',
    `${id} cannot be calibrated with this dataset: ${reason}. Choose another dataset, or another reader.`,
  );
}

function textOf(
  { border, byDefault, heldOut }: FittedReader,
  { reader, questions, isBetter }: { readonly reader: string; readonly questions: number; readonly isBetter: boolean },
): string {
  const row = (name: string, { answered, right, logLoss }: Outcome): string =>
    `  ${name.padEnd(34)}${percent(answered).padStart(6)}    ${percent(right).padStart(6)}    ${logLoss.toFixed(3).padStart(6)}`;
  return [
    `${plain(reader)} answers when a quote has ${border.nullThreshold.toFixed(2)} more than "not in this passage", in logits (temperature ${border.temperature.toFixed(2)}).`,
    '',
    `${' '.repeat(36)}answered, %   right, %   log loss`,
    row('with its own border', byDefault),
    row('fitted, on questions left out', heldOut),
    '',
    isBetter
      ? 'Saved. The command line and VS Code use it for this model from now on.'
      : 'On questions left out of the fit, this is no better than the border of the model, so it is not saved.',
    ...tooFew(questions),
  ].join('\n');
}
