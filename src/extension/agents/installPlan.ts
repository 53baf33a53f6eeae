/** The files that agents beside VS Code read in a folder, and how they get there and away again. Does not use VS Code. */
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { AriadneError } from '../../base/errors.ts';
import { isObject } from '../../base/isObject.ts';

export const agentKinds = {
  claude: { label: 'Claude Code', description: '.claude-plugin, .mcp.json, skills' },
  plugin: { label: 'Codex and Cursor', description: 'plugin.json, mcp.json, skills' },
  other: { label: 'Other Agents', description: '.mcp.json' },
} as const;
export type AgentKind = keyof typeof agentKinds;

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
  /** The server, in a file that has more than that. */
  readonly entry?: Server & { readonly type: 'stdio' };
}

interface PlanParts {
  readonly server: Server;
  /** Text of the skill. */
  readonly skill: string;
  readonly version: string;
  readonly read: (path: string) => Promise<string | undefined>;
}

const schemas = 'https://agent-plugins.org/schemas/1.0.0';
const entryPath = ['mcpServers', 'ariadne'];
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The files that are missing or differ.
 * @throws AriadneError `file-unreadable` for a file that is no JSON
 */
export async function planInstall(kind: AgentKind, { server, skill, version, read }: PlanParts): Promise<readonly PlannedFile[]> {
  const about = { name: 'ariadne', version, description: 'Search, quote and check the documents of this folder.' };
  const manifest = async (path: string, value: object): Promise<PlannedFile> => {
    const before = await read(path);
    // A folder that is a plugin of its user stays that plugin; it gets the server and the skill.
    const isTheirs = before !== undefined && valueIn(path, before)['name'] !== about.name;
    return { path, before, after: isTheirs ? before : json(value) };
  };
  const servers = async (path: string, schema?: string): Promise<PlannedFile> => {
    const before = await read(path);
    const entry = { type: 'stdio', ...server } as const;
    const fresh = json({ ...(schema === undefined ? {} : { $schema: schema }), mcpServers: { ariadne: entry } });
    return { path, before, after: before === undefined || before.trim() === '' ? fresh : withEntry(path, before, entry), entry };
  };
  const skillPath = 'skills/ariadne/SKILL.md';
  const skillFile = async (): Promise<PlannedFile> => ({ path: skillPath, before: await read(skillPath), after: skill });
  const files = {
    claude: () => [manifest('.claude-plugin/plugin.json', about), servers('.mcp.json'), skillFile()],
    plugin: () => [
      manifest('plugin.json', { $schema: `${schemas}/plugin.schema.json`, ...about }),
      servers('mcp.json', `${schemas}/mcp.schema.json`),
      skillFile(),
    ],
    other: () => [servers('.mcp.json')],
  }[kind];
  return (await Promise.all(files())).filter(({ before, after }) => before !== after);
}

/** Undefined: the file is removed. `changed`: it is no longer what was written, and stays. */
export function uninstalled(written: PlannedFile, current: string | undefined): { readonly text: string | undefined } | 'changed' {
  const { before, after, entry } = written;
  if (current === undefined || current === after) return { text: before };
  if (!entry) return 'changed';
  const value = parse(current) as { mcpServers?: { ariadne?: unknown } } | undefined;
  if (!isObject(value) || !isDeepStrictEqual(value.mcpServers?.ariadne, entry)) return 'changed';
  return { text: edited(current, undefined) };
}

function valueIn(path: string, text: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length === 0 && isObject(value)) return value;
  throw new AriadneError('file-unreadable', `${path} is not JSON. Correct or remove it, then install again.`);
}

function withEntry(path: string, text: string, entry: object): string {
  const { mcpServers } = valueIn(path, text);
  if (mcpServers !== undefined && !isObject(mcpServers))
    throw new AriadneError('file-unreadable', `“mcpServers” in ${path} is not an object. Correct it, then install again.`);
  return isDeepStrictEqual(mcpServers?.['ariadne'], entry) ? text : edited(text, entry);
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
