/** `ariadne models`: what is on this machine and what is offered; downloading and removing it. */
import { bytesText } from '../base/amounts.ts';
import { AriadneError } from '../base/errors.ts';
import { ModelLibrary, offerText, downloadText } from '../models/library/modelLibrary.ts';
import { modelIds } from '../protocol/runSpec.ts';
import type { ModelList } from '../protocol/modelLibrary.ts';
import { stringOption, type WhyIdle, flag, takes } from './effects.ts';
import { fetchFrom } from './network.ts';
import { testModel } from './testModel.ts';
import {
  confirmed,
  exitCode,
  plain,
  print,
  printInPlace,
  printJson,
  styled,
  usageOf,
  type Command,
  type CommandContext,
} from './terminal.ts';
import { modelsFolder, openaiBaseUrl } from './withEngine.ts';

export const modelsCommand: Command = {
  usage: [
    'ariadne models [list]',
    'ariadne models pull ID [--from DIR] [--yes]',
    'ariadne models test ID [--role ROLE] [--yes]',
    'ariadne models remove ID | --unused',
  ],
  help: 'List local models, download one from the hub (or copy it from a folder), ask one a question, or remove one.',
  arguments: ['[<action>]', '[<id>]'],
  options: {
    yes: flag('download without asking'),
    from: { ...takes('DIR', 'copy the model from this folder'), whyIdle: onlyFor('pull') },
    role: { ...takes(modelIds.keyof().options.join('|'), 'what the model is asked as'), whyIdle: onlyFor('test') },
    unused: { ...flag('remove all that nothing uses'), whyIdle: onlyFor('remove') },
  },
  run(context) {
    const [action = 'list', id] = context.positionals;
    const library = new ModelLibrary(fetchFrom(openaiBaseUrl(), 'OPENAI_BASE_URL', process.env['OPENAI_API_KEY']), modelsFolder());
    if (action === 'list' && id === undefined) return list(library, context);
    if (action === 'pull' && id !== undefined) return pull(library, id, context);
    if (action === 'test' && id !== undefined) return testModel(library, id, context);
    if (action === 'remove' && (id === undefined) === (context.values['unused'] === true)) return remove(library, id, context);
    throw new AriadneError('usage', `"ariadne models" lists, pulls, tests or removes.\n${usageOf(modelsCommand)}`);
  },
};

function onlyFor(wanted: string): WhyIdle {
  return ({ positionals: [action = 'list'] }) => (action === wanted ? undefined : `It is for "ariadne models ${wanted}". Leave it out.`);
}

async function list(library: ModelLibrary, { isJson }: CommandContext): Promise<number> {
  const found = await library.list();
  if (isJson) printJson(found);
  else printList(found);
  return exitCode.done;
}

function printList({ folder, models, unfinishedBytes, catalog }: ModelList): void {
  print(styled('bold', `On this machine (${plain(folder)})`));
  if (models.length === 0) print('  none');
  for (const { id, sizeBytes, license, lastUsedUtc, isUnused } of models) {
    const used = `last used ${lastUsedUtc.slice(0, 10)}${isUnused ? ', unused for a month' : ''}`;
    print(`  ${plain(id)}\n    ${bytesText(sizeBytes)}, ${plain(license ?? 'license not stated')}, ${used}`);
  }
  if (unfinishedBytes > 0) print(`  Unfinished downloads: ${bytesText(unfinishedBytes)}`);
  print(styled('bold', '\nOffered'));
  for (const { id, role, summary, license, megabytes: size, isInstalled } of catalog) {
    const facts = [...(size === undefined ? [] : [`${size} MB`]), license, ...(isInstalled ? ['on this machine'] : [])].join(', ');
    print(`  ${role.padEnd(10)} ${id}\n    ${summary} ${styled('dim', facts)}`);
  }
}

async function pull(library: ModelLibrary, id: string, context: CommandContext): Promise<number> {
  const isLive = process.stderr.isTTY && !context.isJson;
  const from = stringOption(context, 'from');
  try {
    const stored = await library.pull(id, {
      signal: context.signal,
      from,
      consent: (offer) => confirmed(offerText(offer), context),
      onProgress: (progress) => {
        if (isLive) printInPlace(downloadText(progress));
      },
    });
    if (isLive) printInPlace(null);
    if (context.isJson) printJson({ name: stored.name, revision: stored.revision, dtype: stored.dtype, folder: stored.folder });
    else print(`${plain(stored.name)} (${stored.dtype}) is in ${plain(stored.folder)}`);
    return exitCode.done;
  } catch (error) {
    if (isLive) printInPlace(null);
    throw error;
  }
}

async function remove(library: ModelLibrary, id: string | undefined, { isJson }: CommandContext): Promise<number> {
  const removed = id === undefined ? await library.removeUnused() : { ids: [id], freeBytes: await library.remove(id) };
  if (isJson) printJson(removed);
  else
    print(
      removed.freeBytes === 0
        ? 'No model was unused for a month.'
        : `Removed ${removed.ids.map(plain).join(', ') || 'unfinished downloads'}: ${bytesText(removed.freeBytes)}`,
    );
  return exitCode.done;
}
