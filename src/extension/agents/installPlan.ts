/** The files that agents beside VS Code read in a folder, and how they get there and away again. Does not use VS Code. */
import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { AriadneError } from '../../base/errors.ts';
import { isObject } from '../../base/isObject.ts';

interface AgentFiles {
  readonly label: string;
  /** What makes the folder a plugin, with its content. */
  readonly manifests?: Readonly<Record<string, object>>;
  /** The file with the servers, of JSON or TOML. */
  readonly servers: string;
  /** The folder of skills. */
  readonly skills: string;
}

const schemas = 'https://agent-plugins.org/schemas/1.0.0';
const manifests = {
  'plugin.json': { $schema: `${schemas}/plugin.schema.json` },
  '.claude-plugin/plugin.json': { mcpServers: './mcp.json' },
};

export const agentKinds = {
  claude: { label: 'Claude Code', servers: '.mcp.json', skills: '.claude/skills' },
  codex: { label: 'Codex', servers: '.codex/config.toml', skills: '.agents/skills' },
  cursor: { label: 'Cursor', servers: '.cursor/mcp.json', skills: '.cursor/skills' },
  other: { label: t('Other Agents'), servers: '.mcp.json', skills: '.agents/skills' },
  plugin: { label: t('Plugin for Agents'), servers: 'mcp.json', skills: 'skills', manifests },
} as const satisfies Readonly<Record<string, AgentFiles>>;
export type AgentKind = keyof typeof agentKinds;

/** Paths of the files, relative to the folder. */
export function plannedFiles(kind: AgentKind): readonly string[] {
  const { manifests = {}, servers, skills }: AgentFiles = agentKinds[kind];
  return [...Object.keys(manifests), servers, `${skills}/ariadne/SKILL.md`];
}

export interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface PlannedFile {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  /** Undefined where there is no file. */
  readonly before?: string;
  readonly after: string;
  /** The server, in a file that may have more than that: its value in JSON, its text in TOML. */
  readonly entry?: (Server & { readonly type: 'stdio' }) | string;
}

interface PlanParts {
  readonly server: Server;
  /** Text of the skill. */
  readonly skill: string;
  readonly version: string;
  readonly read: (path: string) => Promise<string | undefined>;
}

const entryPath = ['mcpServers', 'ariadne'];
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The files that are missing or differ.
 * @throws AriadneError `file-unreadable` for a file of servers that is not as its agent writes it
 */
export async function planInstall(kind: AgentKind, { server, skill, version, read }: PlanParts): Promise<readonly PlannedFile[]> {
  const about = { name: 'ariadne', version, description: 'Search, quote and check the documents of this folder.' };
  const { manifests = {} }: AgentFiles = agentKinds[kind];
  const planned = async (path: string): Promise<PlannedFile> => {
    const before = await read(path);
    if (path.endsWith('.md')) return { path, before, after: skill };
    const manifest = manifests[path];
    if (!manifest) return { path, before, ...withServer(path, before, server) };
    // A folder that is a plugin of its user stays that plugin; it gets the server and the skill.
    const isTheirs = before !== undefined && valueIn(path, before)['name'] !== about.name;
    return { path, before, after: isTheirs ? before : json({ ...manifest, ...about }) };
  };
  return (await Promise.all(plannedFiles(kind).map(planned))).filter(({ before, after }) => before !== after);
}

/** Undefined: the file is removed. `changed`: it is no longer what was written, and stays. */
export function uninstalled(written: PlannedFile, current: string | undefined): { readonly text: string | undefined } | 'changed' {
  const { before, after, entry } = written;
  if (current === undefined || current === after) return { text: before };
  if (!entry) return 'changed';
  if (typeof entry === 'string') return current.includes(entry) ? { text: current.replace(entry, '') } : 'changed';
  const value = parse(current) as { mcpServers?: { ariadne?: unknown } } | undefined;
  if (!isObject(value) || !isDeepStrictEqual(value.mcpServers?.ariadne, entry)) return 'changed';
  return { text: edited(current, undefined) };
}

function valueIn(path: string, text: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length === 0 && isObject(value)) return value;
  throw new AriadneError('file-unreadable', t('{0} is not JSON. Correct or remove it, then install again.', path));
}

function withServer(path: string, before: string | undefined, server: Server): Pick<PlannedFile, 'after' | 'entry'> {
  const isEmpty = before === undefined || before.trim() === '';
  if (path.endsWith('.toml')) return withTable(path, isEmpty ? '' : before, server);
  const entry = { type: 'stdio', ...server } as const;
  const $schema = path === agentKinds.plugin.servers ? `${schemas}/mcp.schema.json` : undefined;
  if (isEmpty) return { entry, after: json({ $schema, mcpServers: { ariadne: entry } }) };
  const { mcpServers } = valueIn(path, before);
  if (mcpServers !== undefined && !isObject(mcpServers))
    throw new AriadneError('file-unreadable', t('“mcpServers” in {0} is not an object. Correct it, then install again.', path));
  return { entry, after: isDeepStrictEqual(mcpServers?.['ariadne'], entry) ? before : edited(before, entry) };
}

/** Behind everything else, or in place of what an earlier installation wrote. Strings of JSON are strings of TOML. */
function withTable(path: string, text: string, { command, args, env }: Server): Pick<PlannedFile, 'after' | 'entry'> {
  if (/^[ \t]*mcp_servers\s*(?:=|\.\s*["']?ariadne)/m.test(text))
    throw new AriadneError('file-unreadable', t('“mcp_servers” in {0} is not a table. Make it one, then install again.', path));
  const values = Object.entries({ command, args, ...(env ? { env } : {}) }).map(([key, value]) =>
    isObject(value)
      ? `${key} = { ${Object.entries(value)
          .map(([name, one]) => `${name} = ${JSON.stringify(one)}`)
          .join(', ')} }`
      : `${key} = ${JSON.stringify(value)}`,
  );
  const entry = ['[mcp_servers.ariadne]', ...values, ''].join('\n');
  const earlier = /^\[mcp_servers\.ariadne\][ \t]*\r?\n(?:[a-z_]+ *=.*(?:\r?\n|$))*/m.exec(text);
  if (earlier) return { entry, after: text.replace(earlier[0], () => entry) };
  return { entry, after: text === '' ? entry : `${text.endsWith('\n') ? text : `${text}\n`}\n${entry}` };
}

/** Keeps everything else of the file, with its comments. */
function edited(text: string, entry: object | undefined): string {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    keepLines: true,
  };
  return applyEdits(text, modify(text, entryPath, entry, { formattingOptions }));
}

/** Starts the newest version of the extension, whose folder has another name with each. */
export function launcherFor(extensionPath: string): string {
  return `// Written by Ariadne for agents: starts its newest version on this computer.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const installed = ${JSON.stringify(extensionPath)};
const all = dirname(installed);
const isVersion = (name) => name.startsWith('ariadne.ariadne-');
const names = existsSync(all) && isVersion(basename(installed)) ? readdirSync(all).filter(isVersion) : [basename(installed)];
const files = names.map((name) => join(all, name, 'dist', 'cli.js')).filter((file) => existsSync(file));
const [newest] = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
if (newest !== undefined) await import(pathToFileURL(newest).href);
else {
  process.stderr.write('Ariadne is no longer installed in VS Code. Install it, or remove the entry that starts it.\\n');
  process.exitCode = 3;
}
`;
}
