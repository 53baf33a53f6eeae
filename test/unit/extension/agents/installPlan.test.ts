import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import {
  agentKinds,
  launcherFor,
  planInstall,
  uninstalled,
  type AgentKind,
  type PlannedFile,
} from '../../../../src/extension/agents/installPlan.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const server = { command: 'node', args: ['/home/u/ariadne.mjs', 'mcp', '/docs'] };

function plan(kind: AgentKind, files: Readonly<Record<string, string>> = {}): Promise<readonly PlannedFile[]> {
  return planInstall(kind, { server, skill: 'Skill.', version: '1.0.0', read: (path) => Promise.resolve(files[path]) });
}

test('each agent gets the files that it reads, and none is AGENTS.md', async () => {
  const paths = await Promise.all((Object.keys(agentKinds) as AgentKind[]).map(async (kind) => (await plan(kind)).map(({ path }) => path)));
  assert.deepEqual(paths, [
    ['.mcp.json', '.claude/skills/ariadne/SKILL.md'],
    ['.codex/config.toml', '.agents/skills/ariadne/SKILL.md'],
    ['.cursor/mcp.json', '.cursor/skills/ariadne/SKILL.md'],
    ['.mcp.json', '.agents/skills/ariadne/SKILL.md'],
    ['plugin.json', '.claude-plugin/plugin.json', 'mcp.json', 'skills/ariadne/SKILL.md'],
  ]);
  const [manifest, ofClaude, servers] = (await plan('plugin')).slice(0, 3).map(({ after }) => JSON.parse(after) as Record<string, unknown>);
  assert.deepEqual(Object.keys(manifest!), ['$schema', 'name', 'version', 'description']);
  assert.equal(ofClaude!['mcpServers'], './mcp.json');
  assert.deepEqual(servers, {
    $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    mcpServers: { ariadne: { type: 'stdio', ...server } },
  });
});

test('what was written is complete, and a second time nothing is written', async () => {
  for (const kind of Object.keys(agentKinds) as AgentKind[]) {
    const written = Object.fromEntries((await plan(kind)).map(({ path, after }) => [path, after]));
    assert.deepEqual(await plan(kind, written), []);
  }
});

test('the settings of Codex stay with their comments, and an earlier server is replaced', async () => {
  const theirs = 'model = "x" # mine\n\n[mcp_servers.other]\ncommand = "y"\n';
  const path = '.codex/config.toml';
  const [file] = await plan('codex', { [path]: theirs });
  const table = '[mcp_servers.ariadne]\ncommand = "node"\nargs = ["/home/u/ariadne.mjs","mcp","/docs"]\n';
  assert.equal(file!.after, `${theirs}\n${table}`);
  assert.deepEqual(uninstalled(file!, file!.after), { text: theirs });
  const since = `${file!.after}\n[mcp_servers.late]\ncommand = "z"\n`;
  assert.deepEqual(uninstalled(file!, since), { text: `${theirs}\n\n[mcp_servers.late]\ncommand = "z"\n` });
  const [again] = await plan('codex', { [path]: since.replace('"/docs"', '"/old","--about=[x] y"') });
  assert.equal(again!.after, since);
  for (const text of ['mcp_servers = { a = { command = "x" } }', '[a]\nb = 1\nmcp_servers.ariadne.command = "x"'])
    await assert.rejects(plan('codex', { [path]: text }), { code: 'file-unreadable' });
});

test('other servers stay with their comments, before and after', async () => {
  const theirs = '{\n\t// Mine.\n\t"mcpServers": {\n\t\t"other": { "command": "x" }, // keep\n\t},\n}\n';
  const [file] = await plan('other', { '.mcp.json': theirs });
  assert.match(file!.after, /\/\/ Mine\.[^]*"other": [^]*\/\/ keep/);
  assert.deepEqual((parse(file!.after) as { mcpServers: object }).mcpServers, {
    other: { command: 'x' },
    ariadne: { type: 'stdio', ...server },
  });
  assert.deepEqual(uninstalled(file!, file!.after), { text: theirs });
  // Somebody has added another server since.
  const since = file!.after.replace('"x"', '"y"');
  const back = uninstalled(file!, since) as { text: string };
  assert.deepEqual((parse(back.text) as { mcpServers: object }).mcpServers, { other: { command: 'y' } });
  assert.match(back.text, /\/\/ Mine\.[^]*\/\/ keep/);
});

test('what was changed since stays; what was not is as before', async () => {
  for (const kind of Object.keys(agentKinds) as AgentKind[]) {
    for (const file of await plan(kind)) {
      assert.deepEqual(uninstalled(file, file.after), { text: undefined });
      assert.deepEqual(
        uninstalled(file, file.after.replace('ariadne', 'ariadne2')),
        file.after.includes('ariadne') ? 'changed' : { text: undefined },
      );
    }
  }
});

test('any servers of a user survive being joined and left alone again', async () => {
  const theirs = fc.record({
    mcpServers: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.record({ command: fc.string() })),
    other: fc.jsonValue(),
  });
  await fc.assert(
    fc.asyncProperty(theirs, fc.constantFrom(undefined, 2, '\t'), async (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const [file] = await plan('other', { '.mcp.json': text });
      const after = JSON.parse(file!.after) as typeof value;
      const { ariadne, ...others } = after.mcpServers;
      assert.deepEqual([{ ...after, mcpServers: others }, ariadne], [JSON.parse(text), { type: 'stdio', ...server }]);
      assert.deepEqual(uninstalled(file!, file!.after), { text });
    }),
  );
});

test('a plugin of the user stays theirs, and a file that is no JSON is left alone with a sentence', async () => {
  const paths = (await plan('plugin', { 'plugin.json': '{ "name": "theirs" }' })).map(({ path }) => path);
  assert.deepEqual(paths, ['.claude-plugin/plugin.json', 'mcp.json', 'skills/ariadne/SKILL.md']);
  for (const text of ['{ "mcpServers": ', '[]', '{ "mcpServers": [] }', '<html>'])
    await assert.rejects(plan('other', { '.mcp.json': text }), { code: 'file-unreadable' });
});

test('the launcher starts the newest version beside the one that wrote it, and says when there is none', (t) => {
  const folder = tempFolder(t);
  const version = (name: string): string => join(folder, `ariadne.ariadne-${name}`);
  const launcher = join(folder, 'start.mjs');
  writeFileSync(launcher, launcherFor(version('1.0.0-linux-x64')));
  assert.throws(() => execFileSync(process.execPath, [launcher], { stdio: 'pipe' }), /no longer installed/);
  for (const name of ['1.1.0-linux-x64', '1.2.0-linux-x64']) {
    mkdirSync(join(version(name), 'dist'), { recursive: true });
    writeFileSync(join(version(name), 'package.json'), '{ "type": "module" }');
    writeFileSync(join(version(name), 'dist', 'cli.js'), `console.log('${name}', process.argv.slice(2).join(' '))`);
  }
  const said = execFileSync(process.execPath, [launcher, 'mcp', '/docs'], { encoding: 'utf8' });
  assert.match(said, /^1\.[12]\.0-linux-x64 mcp \/docs\n$/);
});
