import { ConfigurationTarget, workspace, type ConfigurationScope, type Disposable, type WorkspaceConfiguration } from 'vscode';
import type { Logger } from '../base/logger.ts';
import { builtinModels, type ModelIds } from '../protocol/runSpec.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import type { RunBudget } from '../protocol/runOptions.ts';
import { parseBudget } from './budgetSetting.ts';
import { answerChosen, modelSettings, settingValue, type SettingId, type SettingValue } from './declaredSettings.ts';
import { pricesOf } from './modelPrices.ts';

export type Settings = ReturnType<typeof readSettings>;

/** The current settings, read again only after they may have changed, because views need them at every redraw. */
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
 * Reads the current settings. An invalid value counts as its default and is logged. In an untrusted folder the models are the built-in
 * ones.
 * @param chosen the pipeline whose parameters are read; by default that of the settings
 */
export function readSettings(scope: ConfigurationScope | undefined, logger: Logger, chosen?: string) {
  const configuration = workspace.getConfiguration(undefined, scope);
  const read = <I extends SettingId>(id: I): SettingValue<I> =>
    settingValue(id, configuration.get(id), (problem) => logger.log('warn', 'settings', problem));
  const pipeline = chosen ?? read('ariadne.pipeline');
  const named = Object.entries(modelSettings).map(([role, id]) => [role, read(id)] as const);
  const models: ModelIds = { ...builtinModels, ...Object.fromEntries(named.filter(([, id]) => id !== 'builtin')) };
  // The storage location may be on a network, so it needs trust like a model.
  const storage = workspace.isTrusted ? read('ariadne.storage') : '';
  const discovery: DiscoveryOptions = {
    // A pattern for a folder includes its contents.
    exclude: [...editorExcludes(configuration), ...read('ariadne.exclude')].flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]),
    maxFileBytes: Math.round(read('ariadne.maxFileSizeMB') * 1024 * 1024),
  };
  const budget = (): RunBudget => parseBudget(configuration.get('ariadne.budget'), pricesOf(models, read('ariadne.prices')));
  return {
    pipeline,
    /** The parameters of the chosen pipeline that differ from its defaults. */
    params: read('ariadne.pipelineParameters')[pipeline] ?? {},
    firstStage: read('ariadne.firstStage'),
    /** What answers may rest on. */
    knowledge: read('ariadne.knowledge'),
    /** As chosen; `answerNow` has what the next question asks for. */
    answer: answerChosen(read),
    /** What of citations is checked while one writes. */
    check: read('ariadne.check'),
    models: workspace.isTrusted ? models : builtinModels,
    /** The limits of a question. @throws AriadneError `budget-invalid`: an invalid limit must not count as no limit */
    budget,
    /** The same for a request, where there are any. @throws AriadneError `budget-invalid` */
    limits: (): { readonly budget?: RunBudget } => {
      const limits = budget();
      return Object.keys(limits).length === 0 ? {} : { budget: limits };
    },
    /** A question that will probably take more model calls needs a confirmation. */
    askAboveCalls: read('ariadne.confirmAboveCalls'),
    baseUrl: read('ariadne.openai.baseUrl'),
    /** The hub that models are downloaded from. */
    hubUrl: read('ariadne.hub.baseUrl'),
    /** Whether only this machine may be contacted. */
    isOffline: isOffline(configuration),
    /** For requests to `baseUrl`; names in lower case. */
    headers: Object.fromEntries(Object.entries(read('ariadne.openai.headers')).map(([name, value]) => [name.toLowerCase(), value])),
    /** Time limits of requests to a model server, in seconds; absent where the default applies. */
    timeouts: read('ariadne.openai.timeouts'),
    discovery,
    /** Location of the index outside the editor's storage: a LanceDB address or an absolute path; undefined for the editor's storage. */
    indexUri: storage === '' ? undefined : storage,
    /** Whether changed files are indexed automatically. */
    isWatching: read('ariadne.watch'),
    /** One line about the folder, for agents. */
    agentContext: read('ariadne.agents.context').trim() || undefined,
    agentLimits: read('ariadne.agents.limits'),
    /** Whether agents in VS Code are offered MCP servers, too. */
    hasMcpServers: read('ariadne.agents.mcpServers'),
  } as const;
}

/** True if it is set anywhere: a workspace must not undo what its user has decided. */
function isOffline(configuration: WorkspaceConfiguration): boolean {
  const { globalValue, workspaceValue, workspaceFolderValue } = configuration.inspect<unknown>('ariadne.offline' satisfies SettingId) ?? {};
  return [globalValue, workspaceValue, workspaceFolderValue].includes(true);
}

/** VS Code's settings that, together with ours, decide which files are indexed. */
export const excludeSettings = ['files.exclude', 'search.exclude'] as const;

/** Leaves out patterns that depend on sibling files (`when`), which only the editor can evaluate. */
function editorExcludes(configuration: WorkspaceConfiguration): string[] {
  return excludeSettings.flatMap((id) =>
    Object.entries(configuration.get<Record<string, unknown>>(id, {})).flatMap(([glob, isOn]) => (isOn === true ? [glob] : [])),
  );
}

/** Writes where the value currently comes from, so that the choice takes effect; if unset, to the user settings. */
export async function writeSetting(id: SettingId, value: string): Promise<void> {
  const configuration = workspace.getConfiguration();
  const isOfWorkspace = configuration.inspect(id)?.workspaceValue !== undefined;
  await configuration.update(id, value, isOfWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global);
}
