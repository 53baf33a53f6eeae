/** The tools of agents, as VS Code calls them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as vscode from 'vscode';
import { answerInChat } from '../../../src/extension/agents/participant.ts';
import { serverFor } from '../../../src/extension/agents/mcpServers.ts';
import { agentTools, type AgentTool } from '../../../src/protocol/agentTools.ts';
import { check } from './check.ts';

const question = 'Where was Ada Marsh born?';

type Result = Readonly<Record<string, unknown>>;

async function call(
  tool: AgentTool,
  input: object,
  options: Partial<vscode.LanguageModelToolInvocationOptions<object>> = {},
  token?: vscode.CancellationToken,
): Promise<Result> {
  const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined, ...options }, token);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Result;
}

async function failureOf(called: Promise<unknown>): Promise<string> {
  return called.then(
    () => 'it answered',
    (error: unknown) => (error as Error).message,
  );
}

const linksOf = (places: unknown): string[] => (places as readonly { readonly link: string }[]).map(({ link }) => link);

export async function checkAgentTools(folder: vscode.Uri, extension: vscode.Extension<unknown>): Promise<void> {
  await check('VS Code knows the tools of agents', () => {
    const known = vscode.lm.tools
      .filter(({ name }) => name in agentTools)
      .map(({ name, inputSchema }) => [name, inputSchema !== undefined]);
    assert.deepEqual(
      known.toSorted(),
      Object.keys(agentTools)
        .map((name) => [name, true])
        .toSorted(),
    );
  });

  await check('a tool finds passages, reads around one, and finds a quote', async () => {
    const [first] = linksOf((await call('ariadne_search', { question: 'Bo Lund sluice', k: 2 }))['results']);
    assert.match(first ?? '', /^bo\.md#L\d+-L7$/);
    assert.match(String((await call('ariadne_read', { path: 'tides.pdf' }))['text']), /The Orfield gauge was moved/);
    const quote = await call('ariadne_verify_quote', { text: 'Ada Marsh was born in Marrick on 3 May 1902.' });
    assert.deepEqual([quote['found'], quote['differences']], ['differs', [{ said: 'Marrick', has: 'Wexcombe' }]]);
    const checked = await call('ariadne_check_document', { path: 'citing.md' });
    assert.deepEqual(checked['summary'], { current: 0, accepted: 0, changed: 3, missing: 0, unsupported: 0, unresolved: 0, uncited: 0 });
  });

  await check('a tool answers as the command line does, and the run is one of the window', async () => {
    const asked = await call('ariadne_ask', { question });
    const cli = join(extension.extensionPath, 'dist', 'cli.js');
    const storage = vscode.Uri.joinPath(folder, '..', 'cli-storage').fsPath;
    const run = promisify(execFile);
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const onFolder = [folder.fsPath, '--storage', storage, '--json'];
    await run(process.execPath, [cli, 'index', ...onFolder], { env });
    const { stdout } = await run(process.execPath, [cli, 'ask', ...onFolder.toSpliced(1, 0, question)], { env });
    const { answer, citations } = JSON.parse(stdout) as {
      answer: string;
      citations: { path: string; startLine: number; endLine: number }[];
    };
    assert.deepEqual(
      [asked['answer'], linksOf(asked['quotes'])],
      [answer, citations.map(({ path, startLine, endLine }) => `${path}#L${startLine}-L${endLine}`)],
    );
    assert.equal(asked['status'], 'ok');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('ariadne.insertAnswer', { runId: asked['run'] });
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^Wexcombe \[1\]\(ada\.md#L7 /);
  });

  await check('the MCP server of a folder is run by the editor’s own Node on an index that is there', async () => {
    const { extensionPath } = extension;
    const server = serverFor({
      ...{ uri: folder, name: 'folder', storage: vscode.Uri.joinPath(folder, '..', 'cli-storage').fsPath, version: '1' },
      ...{ cli: join(extensionPath, 'dist', 'cli.js'), models: vscode.Uri.joinPath(folder, '..', 'models').fsPath },
      settings: {
        agentContext: 'People of the marsh.',
        hubUrl: 'https://huggingface.co',
        isOffline: true,
        baseUrl: 'http://127.0.0.1:1/v1',
      },
    });
    const env = Object.fromEntries(Object.entries({ ...process.env, ...server.env }).filter(([, value]) => value !== null)) as Record<
      string,
      string
    >;
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    const { command, args } = server;
    await client.connect(new StdioClientTransport({ command, args, env, cwd: server.cwd!.fsPath, stderr: 'ignore' }));
    const { structuredContent } = await client.callTool({ name: 'ariadne_search', arguments: { question: 'Ada Marsh', k: 1 } });
    await client.close();
    const { context, results } = structuredContent as { context: string; results: object };
    assert.deepEqual([context, linksOf(results)], ['People of the marsh.', ['ada.md#L2-L7']]);
  });

  await check('a result is cut to the tokens that there are, and says how to go on', async () => {
    const tokenizationOptions = { tokenBudget: 60, countTokens: (text: string) => Promise.resolve(Math.ceil(text.length / 4)) };
    const { results, cut } = await call('ariadne_search', { question: 'born', k: 8 }, { tokenizationOptions });
    assert.ok((results as unknown[]).length < 3);
    assert.match(JSON.stringify(cut), /"next":"ariadne_read/);
  });

  await check('what a tool refuses is a sentence with its code, and a stopped one is no failure', async () => {
    assert.match(
      await failureOf(call('ariadne_read', { path: '../secret.md' })),
      /is not in the folder that Ariadne serves.*\(outside-folder\)/,
    );
    assert.match(await failureOf(call('ariadne_search', { question: 'born', scope: 'in:nowhere' })), /\(scope-empty\)/);
    const stopped = new vscode.CancellationTokenSource();
    stopped.cancel();
    assert.match(await failureOf(call('ariadne_ask', { question }, {}, stopped.token)), /^Cancell?ed$/i);
  });

  /** What `@ariadne` says, part by part. */
  const said = async (
    request: Partial<vscode.ChatRequest>,
  ): Promise<{ readonly parts: readonly string[]; readonly error: string | undefined }> => {
    const parts: string[] = [];
    const place = (value: vscode.Uri | vscode.Location): string =>
      value instanceof vscode.Uri ? value.path : `${value.uri.path}:${value.range.start.line + 1}`;
    const stream = {
      markdown: (text: string) => parts.push(`markdown ${text}`),
      anchor: (value: vscode.Uri | vscode.Location, title: string) =>
        parts.push(`anchor ${title} ${place(value).replace(folder.path, '')}`),
      reference: () => undefined,
      progress: (text: string) => parts.push(`progress ${text}`),
      button: ({ command, arguments: given }: vscode.Command) =>
        parts.push(`button ${command} ${Object.keys((given as object[])[0]!).join()}`),
    } as unknown as vscode.ChatResponseStream;
    const handler = answerInChat({
      folder: () => ({ uri: folder, name: 'folder', isOnDisk: true, storage: '' }),
      call: (tool, input) => call(tool, input as object),
      ask: { wanted: () => ({ pipeline: 'sunar-nar', form: 'short' }), mayAsk: () => Promise.resolve(true) },
      fillTable: (questions, out) => {
        parts.push(`table ${questions.join('|')}`);
        return Promise.resolve(out);
      },
    });
    const asked = { prompt: '', command: undefined, references: [], ...request } as unknown as vscode.ChatRequest;
    const result = await handler(asked, { history: [] }, stream, new vscode.CancellationTokenSource().token);
    return { parts, error: result?.errorDetails?.message };
  };

  await check('@ariadne answers, searches, checks and fills a table with places that open', async () => {
    const asked = await said({ prompt: question });
    assert.deepEqual(asked.parts.slice(0, 4), [
      'progress Searching the documents',
      'markdown Wexcombe',
      'markdown \n\n1. ',
      'anchor ada.md:7 /ada.md:7',
    ]);
    assert.equal(asked.parts.at(-1), 'button ariadne.openTrace runId');
    assert.match((await said({ command: 'search', prompt: 'Orfield gauge' })).parts.join('\n'), /anchor tides\.pdf, page 1 \/tides\.pdf\n/);
    const checked = await said({ command: 'check', prompt: 'citing.md' });
    assert.match(checked.parts.join('\n'), /^markdown 0 current, 3 changed[^]*anchor line 1 \/citing\.md:1\nmarkdown  changed: ada\.md/);
    const table = await said({ command: 'table', prompt: 'Where born?\nWhen?' });
    assert.deepEqual(table.parts.slice(1), ['table Where born?|When?', 'anchor where-born /where-born.ariadne-table.json']);
    assert.deepEqual((await said({ command: 'search' })).error, 'Type a question after @ariadne.');
    assert.match((await said({ command: 'check', prompt: '../x.md' })).error ?? '', /is not in the folder/);
  });
}
