import { ConfigurationTarget, workspace } from 'vscode';
import type { ConfigurationScope, Disposable, WorkspaceConfiguration } from 'vscode';
import * as z from 'zod';
import type { Logger } from '../base/logger.ts';
import { builtinModels } from '../protocol/engine.ts';
import type { DiscoveryOptions, ModelIds } from '../protocol/engine.ts';
import type { RunBudget } from '../protocol/runOptions.ts';
import { parseBudget } from './budgetSetting.ts';
import { settings as declared } from './declaredSettings.ts';
import type { SettingId } from './declaredSettings.ts';

export interface Settings {
  readonly pipeline: string;
  /** Of the chosen pipeline: what differs from its defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly models: ModelIds;
  /**
   * What a question may spend at most.
   * @throws AriadneError `budget-invalid`: a limit that cannot be understood must not pass for none
   */
  readonly budget: () => RunBudget;
  /** A question that will probably take more calls to the model is confirmed first. */
  readonly askAboveCalls: number;
  readonly baseUrl: string;
  readonly discovery: DiscoveryOptions;
  /** Where the index is when it is not in the editor's own storage: a LanceDB address or an absolute path. */
  readonly indexUri: string | undefined;
  /** Whether changed files are indexed automatically. */
  readonly isWatching: boolean;
}

/** The settings as they are now, read again only once they may have changed: views ask for them at every redraw. */
export class CurrentSettings implements Disposable {
  readonly #read: () => Settings;
  readonly #listening: readonly Disposable[];
  #current: Settings | undefined;

  constructor(read: () => Settings) {
    this.#read = read;
    const forget = (): void => void (this.#current = undefined);
    this.#listening = [workspace.onDidChangeConfiguration(forget), workspace.onDidGrantWorkspaceTrust(forget)];
  }

  get(): Settings {
    return (this.#current ??= this.#read());
  }

  dispose(): void {
    for (const listening of this.#listening) listening.dispose();
  }
}

/**
 * The settings as they are now. A value of the wrong form counts as its default and is named in the log. In an untrusted folder the models
 * are the built-in ones.
 * @param chosen the pipeline to read the parameters of; by default that of the settings
 */
export function readSettings(scope: ConfigurationScope | undefined, logger: Logger, chosen?: string): Settings {
  const configuration = workspace.getConfiguration(undefined, scope);
  const read = <I extends SettingId>(id: I): z.output<(typeof declared)[I]> => {
    const schema: z.ZodType = declared[id];
    const { success, data, error } = schema.safeParse(configuration.get(id));
    if (!success) logger.log('warn', 'settings', `"${id}" has an invalid value; using the default. ${z.prettifyError(error)}`);
    return (success ? data : schema.parse(undefined)) as z.output<(typeof declared)[I]>;
  };
  const pipeline = chosen ?? read('ariadne.pipeline');
  const chat = workspace.isTrusted ? read('ariadne.chat.model') : builtinModels.chat;
  // A place may be on a network, like a model.
  const storage = workspace.isTrusted ? read('ariadne.storage') : '';
  return {
    pipeline,
    params: read('ariadne.pipelineParameters')[pipeline] ?? {},
    models: { ...builtinModels, chat },
    budget: () => parseBudget(configuration.get('ariadne.budget')),
    askAboveCalls: read('ariadne.confirmAboveCalls'),
    baseUrl: read('ariadne.openai.baseUrl'),
    discovery: {
      // A pattern that names a folder means what is in it.
      exclude: [...editorExcludes(configuration), ...read('ariadne.exclude')].flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]),
      maxFileBytes: Math.round(read('ariadne.maxFileSizeMB') * 1024 * 1024),
    },
    indexUri: storage === '' ? undefined : storage,
    isWatching: read('ariadne.watch'),
  };
}

/** The editor's own settings that decide, with ours, which files are indexed. */
export const excludeSettings = ['files.exclude', 'search.exclude'] as const;

/** Patterns that depend on sibling files (`when`) are left to the editor. */
function editorExcludes(configuration: WorkspaceConfiguration): string[] {
  return excludeSettings.flatMap((id) =>
    Object.entries(configuration.get<Record<string, unknown>>(id, {})).flatMap(([glob, isOn]) => (isOn === true ? [glob] : [])),
  );
}

/** Writes where the value already comes from, so that the choice takes effect; where it is unset, the user's own settings. */
export async function writeSetting(id: SettingId, value: string): Promise<void> {
  const configuration = workspace.getConfiguration();
  const isOfWorkspace = configuration.inspect(id)?.workspaceValue !== undefined;
  await configuration.update(id, value, isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);
}
