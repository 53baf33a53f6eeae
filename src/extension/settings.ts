import { ConfigurationTarget, workspace } from 'vscode';
import type { ConfigurationScope } from 'vscode';
import * as z from 'zod';
import type { Logger } from '../base/logger.ts';
import { builtinModels } from '../protocol/engine.ts';
import type { DiscoveryOptions, ModelIds } from '../protocol/engine.ts';
import { settings as declared } from './contributions.ts';
import type { SettingId } from './contributions.ts';

export interface Settings {
  readonly pipeline: string;
  /** Of the chosen pipeline: what differs from its defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly models: ModelIds;
  readonly baseUrl: string;
  readonly discovery: DiscoveryOptions;
}

const schemas = {
  'ariadne.pipeline': z.string().min(1),
  'ariadne.pipelineParameters': z.record(z.string(), z.record(z.string(), z.unknown())),
  'ariadne.chat.model': z.string().regex(/^(builtin|openai:.+)$/),
  'ariadne.openai.baseUrl': z.url(),
  'ariadne.exclude': z.array(z.string()),
  'ariadne.maxFileSizeMB': z.number().positive(),
} as const satisfies Record<SettingId, z.ZodType>;

/** The settings as they are now. A value of the wrong form counts as its default and is named in the log. In an untrusted folder the models are the built-in ones. */
export function readSettings(scope: ConfigurationScope | undefined, logger: Logger): Settings {
  const configuration = workspace.getConfiguration(undefined, scope);
  const read = <I extends SettingId>(id: I): z.output<(typeof schemas)[I]> => {
    const parsed = schemas[id].safeParse(configuration.get(id));
    if (!parsed.success) logger.log('warn', 'settings', `"${id}" is not valid, its default counts: ${z.prettifyError(parsed.error)}`);
    return (parsed.success ? parsed.data : declared[id].default) as z.output<(typeof schemas)[I]>;
  };
  const pipeline = read('ariadne.pipeline');
  const chat = workspace.isTrusted ? read('ariadne.chat.model') : builtinModels.chat;
  const hidden = Object.entries(configuration.get<Record<string, unknown>>('files.exclude', {})).flatMap(([glob, isOn]) =>
    isOn === true ? [glob] : [],
  );
  return {
    pipeline,
    params: read('ariadne.pipelineParameters')[pipeline] ?? {},
    models: { ...builtinModels, chat },
    baseUrl: read('ariadne.openai.baseUrl'),
    discovery: {
      // A pattern that names a folder means what is in it.
      exclude: [...hidden, ...read('ariadne.exclude')].flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]),
      maxFileBytes: Math.round(read('ariadne.maxFileSizeMB') * 1024 * 1024),
    },
  };
}

/** Writes where the value already comes from, so that the choice takes effect; where it is unset, the user's own settings. */
export async function writeSetting(id: SettingId, value: string): Promise<void> {
  const configuration = workspace.getConfiguration();
  const isOfWorkspace = configuration.inspect(id)?.workspaceValue !== undefined;
  await configuration.update(id, value, isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);
}
