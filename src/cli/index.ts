import { defaultDiscovery } from '../protocol/engine.ts';
import type { Command } from './main.ts';
import { engineOptions, engineUsage, exitCode, modelsOf, plain, print, printJson, styled, withEngine } from './terminal.ts';

const skippedShown = 10;

export const index: Command = {
  usage: `ariadne index <folder> ${engineUsage}`,
  help: 'Index the documents of a folder, or bring its index up to date.',
  arguments: ['<folder>'],
  options: engineOptions,
  async run(context) {
    const [folder = ''] = context.positionals;
    const summary = await withEngine(context, folder, {}, (engine) => engine.index(defaultDiscovery, modelsOf(context), context.signal));
    if (context.isJson) printJson(summary);
    else {
      const { documents, passages, embedded, reused, skipped, seconds, graph } = summary;
      print(
        `${documents} documents, ${passages} passages (${embedded} embedded, ${reused} reused), ${graph.edges} neighbor edges, ${seconds.total.toFixed(1)} s`,
      );
      for (const { path, reason } of skipped.slice(0, skippedShown)) print(styled('yellow', `  skipped ${plain(path)}: ${plain(reason)}`));
      if (skipped.length > skippedShown) print(`  … and ${skipped.length - skippedShown} more; --json lists all`);
      if (documents === 0) print('There is nothing to ask about: the folder has no document that can be read.');
    }
    return exitCode.done;
  },
};
