import { defaultDiscovery } from '../protocol/indexRequests.ts';
import { builtinModels } from '../protocol/runSpec.ts';
import type { LearnSummary } from '../folder/learnEmbedder.ts';
import type { IndexSummary } from '../protocol/indexStatus.ts';
import type { IndexedFile } from '../protocol/indexedFile.ts';
import type { Command } from './terminal.ts';
import { stringOption, modelsBut, never, whyNoServer, withEffects, type Given, flag } from './effects.ts';
import { exitCode, plain, print, printJson, styled } from './terminal.ts';
import { engineOptions, modelsOf } from './askOptions.ts';
import { withEngine } from './withEngine.ts';

const skippedShown = 10;
const filesAtOnce = 1000;

const onlyEmbeds = never('Indexing asks no model but the embedder.');
const isBuiltinEmbedder = (given: Given): boolean => (stringOption(given, 'embedder') ?? builtinModels.embedder) === builtinModels.embedder;

export const index: Command = {
  usage: ['ariadne index <folder> [options]'],
  help: 'Index the documents of a folder or update its index, then let the built-in embedder learn from it if needed.',
  arguments: ['<folder>'],
  options: withEffects(
    {
      ...engineOptions,
      'no-adapt': flag('skip learning'),
      yes: flag('index an unusually large folder, and download models without asking'),
    },
    {
      ...modelsBut(['embedder'], onlyEmbeds),
      'no-adapt': (given) =>
        isBuiltinEmbedder(given) ? undefined : 'Only the built-in embedder learns from the documents. Leave out --no-adapt or --embedder.',
      ...whyNoServer((given) => ({ talking: [], others: [stringOption(given, 'embedder')] })),
    },
  ),
  async run(context) {
    const [folder = ''] = context.positionals;
    const { values, signal } = context;
    const models = modelsOf(context);
    await withEngine(context, folder, {}, async (engine) => {
      const willLearn = values['no-adapt'] !== true;
      const summary = await engine.index(defaultDiscovery, models, { confirmed: values['yes'] === true, willLearn, signal });
      // Printed before learning, which takes longer and is separate.
      if (!context.isJson) printSummary(summary, (await engine.shownFiles({ from: 0 })).files);
      const learned = willLearn ? await engine.learn(models, signal) : undefined;
      if (context.isJson) {
        // Mentions are no longer stored; programs may still read how long that took.
        const seconds = { ...summary.seconds, mentions: 0 };
        const { graph = summary.graph } = await engine.status();
        const files = await allOf((from) => engine.files(from, filesAtOnce));
        const skipped = (await allOf((from) => engine.shownFiles({ from }))).map(({ path, reason }) => ({ path, reason }));
        printJson({ ...summary, skipped, seconds, graph, ...(learned ? { adaptation: published(learned) } : {}), files });
      } else if (learned?.outcome === 'learned') print(learnedLine(learned));
      else if (learned?.outcome === 'adopted') print(`embedded with ${learned.embedder}, ${learned.seconds.total.toFixed(1)} s`);
    });
    return exitCode.done;
  },
};

function printSummary(summary: IndexSummary, skipped: readonly IndexedFile[]): void {
  const { documents, passages, embedded, reused, seconds } = summary;
  print(`${documents} documents, ${passages} passages (${embedded} embedded, ${reused} reused), ${seconds.total.toFixed(1)} s`);
  for (const { path, reason = '' } of skipped.slice(0, skippedShown)) {
    const line = reason.startsWith(`${path} `) ? reason : `${path}: ${reason}`;
    print(styled('yellow', `  skipped ${plain(line)}`));
  }
  const more = summary.skipped.files - skippedShown;
  if (more > 0) print(`  … and ${more} more; --json lists all`);
  if (documents === 0) print('The folder has no documents that Ariadne can read.');
}

/** The summary with the outcome's published name. */
function published(learned: LearnSummary): Readonly<Record<string, unknown>> {
  return { ...learned, outcome: learned.outcome === 'learned' ? 'adapted' : learned.outcome };
}

function learnedLine({ pairs, seconds }: LearnSummary): string {
  return `embedder learned from ${pairs} pairs of text in the documents, ${seconds.total.toFixed(1)} s`;
}

async function allOf(read: (from: number) => Promise<{ readonly files: readonly IndexedFile[] }>): Promise<readonly IndexedFile[]> {
  const all: IndexedFile[] = [];
  for (;;) {
    const { files } = await read(all.length);
    if (files.length === 0) return all;
    all.push(...files);
  }
}
