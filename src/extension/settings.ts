import { ConfigurationTarget, workspace, type ConfigurationScope, type Disposable, type WorkspaceConfiguration } from 'vscode';
import type { Logger } from '../base/logger.ts';
import type { AgentCallLimits } from '../protocol/agentRequests.ts';
import { builtinModels, type FirstStageMethod, type ModelIds } from '../protocol/runSpec.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import type { Knowledge } from '../protocol/knowledge.ts';
import type { RunBudget } from '../protocol/runOptions.ts';
import type { AnswerForm } from '../protocol/writtenAnswer.ts';
import { parseBudget } from './budgetSetting.ts';
import { settingValue, type SettingId, type SettingValue } from './declaredSettings.ts';
import { pricesOf } from './modelPrices.ts';

export interface Settings {
  readonly pipeline: string;
  /** The parameters of the chosen pipeline that differ from its defaults. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly firstStage: FirstStageMethod;
  /** What answers may rest on. */
  readonly knowledge: Knowledge;
  /** As chosen; `askedForm` has the form that the next question asks for. */
  readonly form: AnswerForm;
  /** Whether sentences that nothing supports are left out. */
  readonly isStrict: boolean;
  readonly models: ModelIds;
  /**
   * The limits of a question.
   * @throws AriadneError `budget-invalid`: an invalid limit must not count as no limit
   */
  readonly budget: () => RunBudget;
  /** A question that will probably take more model calls needs a confirmation. */
  readonly askAboveCalls: number;
  readonly baseUrl: string;
  /** The hub that models are downloaded from. */
  readonly hubUrl: string;
  /** Whether only this machine may be contacted. */
  readonly isOffline: boolean;
  /** For requests to `baseUrl`; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time limits of requests to a model server, in seconds; absent where the default applies. */
  readonly timeouts: { readonly firstToken?: number; readonly total?: number };
  readonly discovery: DiscoveryOptions;
  /** Location of the index outside the editor's storage: a LanceDB address or an absolute path; undefined for the editor's storage. */
  readonly indexUri: string | undefined;
  /** Whether changed files are indexed automatically. */
  readonly isWatching: boolean;
  /** One line about the folder, for agents. */
  readonly agentContext: string | undefined;
  readonly agentLimits: AgentCallLimits;
  /** Whether agents in VS Code are offered MCP servers, too. */
  readonly hasMcpServers: boolean;
}

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
export function readSettings(scope: ConfigurationScope | undefined, logger: Logger, chosen?: string): Settings {
  const configuration = workspace.getConfiguration(undefined, scope);
  const read = <I extends SettingId>(id: I): SettingValue<I> =>
    settingValue(id, configuration.get(id), (problem) => logger.log('warn', 'settings', problem));
  const pipeline = chosen ?? read('ariadne.pipeline');
  const optional = (role: 'reader' | 'planner', id: string): Partial<ModelIds> => (id === 'builtin' ? {} : { [role]: id });
  const models: ModelIds = {
    chat: read('ariadne.chat.model'),
    embedder: read('ariadne.embedder.model'),
    reranker: read('ariadne.reranker.model'),
    entailment: read('ariadne.entailment.model'),
    ...optional('reader', read('ariadne.reader.model')),
    ...optional('planner', read('ariadne.planner.model')),
  };
  // The storage location may be on a network, so it needs trust like a model.
  const storage = workspace.isTrusted ? read('ariadne.storage') : '';
  return {
    pipeline,
    params: read('ariadne.pipelineParameters')[pipeline] ?? {},
    firstStage: read('ariadne.firstStage'),
    knowledge: read('ariadne.knowledge'),
    form: read('ariadne.answer.form'),
    isStrict: read('ariadne.answer.strict'),
    models: workspace.isTrusted ? models : builtinModels,
    budget: () => parseBudget(configuration.get('ariadne.budget'), pricesOf(models, read('ariadne.prices'))),
    askAboveCalls: read('ariadne.confirmAboveCalls'),
    baseUrl: read('ariadne.openai.baseUrl'),
    hubUrl: read('ariadne.hub.baseUrl'),
    isOffline: isOffline(configuration),
    headers: Object.fromEntries(Object.entries(read('ariadne.openai.headers')).map(([name, value]) => [name.toLowerCase(), value])),
    timeouts: read('ariadne.openai.timeouts'),
    discovery: {
      // A pattern for a folder includes its contents.
      exclude: [...editorExcludes(configuration), ...read('ariadne.exclude')].flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]),
      maxFileBytes: Math.round(read('ariadne.maxFileSizeMB') * 1024 * 1024),
    },
    indexUri: storage === '' ? undefined : storage,
    isWatching: read('ariadne.watch'),
    agentContext: read('ariadne.agents.context').trim() || undefined,
    agentLimits: read('ariadne.agents.limits'),
    hasMcpServers: read('ariadne.agents.mcpServers'),
  };
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
