/** The command line's `mcp` on each folder, as MCP servers of VS Code, run by its own Node: there need be no other one. */
import { join } from 'node:path';
import { EventEmitter, lm, McpStdioServerDefinition, workspace, type ExtensionContext, type Uri } from 'vscode';
import { frugalAllocation } from '../../base/allocation.ts';
import type { DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { WorkspaceFolders } from '../folders/workspaceFolders.ts';
import type { OpenFolder } from '../openFolder.ts';
import { readSettings, type Settings } from '../settings.ts';
import { mcpProviderId } from '../viewIds.ts';

export interface ServersParts {
  readonly context: ExtensionContext;
  readonly owned: DisposableStore;
  readonly logger: Logger;
  readonly folders: WorkspaceFolders;
}

export function registerMcpServers({ context, owned, logger, folders }: ServersParts): void {
  const changed = owned.add(new EventEmitter<void>());
  const change = (): void => changed.fire();
  owned.add(workspace.onDidGrantWorkspaceTrust(change));
  owned.add(workspace.onDidChangeWorkspaceFolders(change));
  owned.add(workspace.onDidChangeConfiguration((settings) => settings.affectsConfiguration('ariadne') && change()));
  const place = { cli: context.asAbsolutePath('dist/cli.js'), models: join(context.globalStorageUri.fsPath, 'models') };
  const { version } = context.extension.packageJSON as { readonly version: string };
  owned.add(
    lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions() {
        if (!workspace.isTrusted) return [];
        return folders.all.flatMap((folder) => {
          const { uri, name } = folder;
          const settings = readSettings(uri, logger);
          if (!settings.hasMcpServers || !folder.isOnDisk) return [];
          const storage = indexOf(folder, settings);
          return [serverFor({ uri, name, storage, settings, version, ...place })];
        });
      },
    }),
  );
}

/** What the window keeps up to date is searched as it is: a server would index by other rules. */
function indexOf({ storage }: OpenFolder, { indexUri }: Settings): string | undefined {
  return indexUri === undefined ? storage : indexUri.includes('://') ? indexUri : undefined;
}

interface Served {
  readonly uri: Uri;
  readonly name: string;
  /** Of the window's index of this folder. Without it, the server makes its own. */
  readonly storage: string | undefined;
  readonly settings: Pick<Settings, 'agentContext' | 'hubUrl' | 'isOffline' | 'baseUrl'>;
  readonly version: string;
  readonly cli: string;
  readonly models: string;
}

/** It answers with the built-in models: a key stays with the door of this window. */
export function serverFor({ uri, name, storage, settings, version, cli, models }: Served): McpStdioServerDefinition {
  const { agentContext, hubUrl, isOffline, baseUrl } = settings;
  const args = [
    ...[cli, 'mcp', uri.fsPath],
    ...(storage === undefined ? [] : ['--storage', storage, '--as-is']),
    ...(agentContext === undefined ? [] : [`--about=${agentContext}`]),
  ];
  const env = {
    ...{ ...frugalAllocation, ELECTRON_RUN_AS_NODE: '1', ARIADNE_MODELS: models, ARIADNE_OFFLINE: isOffline ? '1' : '' },
    ...{ HF_ENDPOINT: hubUrl, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: null, HF_TOKEN: null, NODE_OPTIONS: null },
  };
  const server = new McpStdioServerDefinition(`Ariadne: ${name}`, process.execPath, args, env, version);
  server.cwd = uri;
  return server;
}
