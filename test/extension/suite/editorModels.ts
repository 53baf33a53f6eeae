/** The language models of VS Code, as an extension with simulated ones offers them. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import { isAbort } from '../../../src/base/abort.ts';
import { AriadneError } from '../../../src/base/errors.ts';
import type { LedgerLine } from '../../../src/door/hostDoor.ts';
import { EditorModels } from '../../../src/extension/modelChoice/editorModels.ts';
import type { Settings } from '../../../src/extension/settings.ts';
import type { ChatProviderApi } from '../chatProvider/extension.ts';
import { check } from './check.ts';

type Line = Omit<LedgerLine, 'atUtc'>;

export async function checkEditorModels(): Promise<void> {
  const provider = vscode.extensions.getExtension<ChatProviderApi>('test.chat-provider');
  assert.ok(provider, 'the extension with the models is there');
  const { exports } = provider.isActive ? provider : { exports: await provider.activate() };
  const lines: Line[] = [];

  /** Asks as the engine does. */
  const piecesOf = async (family: string, content: string, signal: AbortSignal, stream: boolean): Promise<Uint8Array[]> => {
    const { body } = await modelsFor(family, lines).fetch(
      {
        id: '1',
        url: 'vscode-lm://models/chat/completions',
        method: 'POST',
        headers: {},
        body: JSON.stringify({ model: `simulation/${family}`, messages: [{ role: 'user', content }], ...(stream ? { stream } : {}) }),
        purpose: 'chat',
      },
      signal,
    );
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return pieces;
  };
  const ask = async (family: string, content: string, signal = new AbortController().signal): Promise<unknown> =>
    JSON.parse(Buffer.concat(await piecesOf(family, content, signal, false)).toString());
  const failureOf = async (family: string, content = 'Hello?'): Promise<string> => {
    try {
      await ask(family, content);
      return 'it answered';
    } catch (error) {
      return error instanceof AriadneError ? `${error.code}: ${error.message}` : String(error);
    }
  };

  await check('VS Code’s language models are listed with their limits', async () => {
    const listed = await modelsFor('answering', []).list();
    assert.deepEqual(
      listed.filter(({ vendor }) => vendor === 'simulation').map(({ id, maxInputTokens }) => [id, maxInputTokens]),
      [
        ['vscode:simulation/answering', 8_000],
        ['vscode:simulation/small', 20],
        ['vscode:simulation/blocked', 8_000],
        ['vscode:simulation/failing', 8_000],
        ['vscode:simulation/endless', 8_000],
        ['vscode:simulation/refused', 8_000],
        ['vscode:simulation/silent', 8_000],
      ],
    );
  });

  await check('a question is answered by the chosen language model of VS Code', async () => {
    const { counts } = exports;
    const before = counts['answering'] ?? 0;
    await vscode.workspace
      .getConfiguration()
      .update('ariadne.chat.model', 'vscode:simulation/answering', vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('ariadne.ask', 'Where was Ada Marsh born?');
    await vscode.workspace.getConfiguration().update('ariadne.chat.model', undefined, vscode.ConfigurationTarget.Global);
    assert.ok((counts['answering'] ?? 0) > before, 'the model was asked');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('ariadne.insertAnswer');
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^Wexcombe \[1\]/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  await check('a reply is streamed as a model of VS Code writes it, and is the same', async () => {
    const whole = completion.parse(await ask('answering', 'Where was Ada Marsh born?'));
    const pieces = await piecesOf('answering', 'Where was Ada Marsh born?', new AbortController().signal, true);
    const events = pieces.map((piece) =>
      streamed.parse(
        JSON.parse(
          Buffer.from(piece)
            .toString()
            .replace(/^data: /, ''),
        ),
      ),
    );
    const text = events.map(({ choices: [choice] }) => choice?.delta.content ?? '').join('');
    assert.deepEqual([text, events.at(-1)?.usage], [whole.choices[0]?.message.content, whole.usage]);
    await assert.rejects(piecesOf('failing', 'Hello?', new AbortController().signal, true), { code: 'door-unreachable' });
    lines.length = 0;
  });

  await check('failures of VS Code’s language models say what to do', async () => {
    assert.match(
      await failureOf('blocked'),
      /^chat-rate-limited: Simulated \(blocked\) does not take requests now .*quota is used up.*choose another model\.$/,
    );
    assert.match(
      await failureOf('failing'),
      /^door-unreachable: Simulated \(failing\) failed in VS Code \(.*lost its server\)\. Try again/,
    );
    assert.match(
      await failureOf('refused'),
      /^chat-unauthorized: VS Code does not let Ariadne use Simulated \(refused\)\. .*"Manage Language Model Access…", and ask again\.$/,
    );
    assert.match(await failureOf('gone'), /^chat-model-missing: VS Code has no model simulation\/gone now\. Choose another model/);
    assert.match(
      await failureOf('small', 'x'.repeat(200)),
      /^chat-context-too-long: The prompt is too long for Simulated \(small\) \(50 tokens; the limit is 20\)/,
    );
    assert.equal(exports.counts['small'], 0, 'what is too long is not sent');
  });

  await check('a request that is cancelled ends in the provider too', async () => {
    const controller = new AbortController();
    const asked = ask('endless', 'Hello?', controller.signal);
    while (exports.counts['endless'] === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await assert.rejects(asked, isAbort);
    while (exports.cancelled === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  await check('a model of VS Code that never answers ends with a sentence, and can be cancelled', async () => {
    assert.match(
      await failureOf('silent'),
      /^chat-timeout: Simulated \(silent\) did not begin to answer within 0\.5 seconds\. Look at the log of the extension .*\(simulation\)/,
    );
    await assert.rejects(piecesOf('silent', 'Hello?', new AbortController().signal, true), { code: 'chat-timeout' });
    assert.equal(exports.counts['silent'], 2);
    const controller = new AbortController();
    const asked = ask('silent', 'Hello?', controller.signal);
    controller.abort();
    await assert.rejects(asked, isAbort);
  });

  await check('the ledger lists what VS Code’s language models were sent', () => {
    assert.deepEqual(
      [...new Set(lines.map(({ host, status }) => `${host} ${status}`))],
      [
        'VS Code: simulation/blocked null',
        'VS Code: simulation/failing null',
        'VS Code: simulation/refused null',
        'VS Code: simulation/endless null',
        'VS Code: simulation/silent null',
      ],
    );
  });
}

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })), usage: z.unknown() });
const streamed = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().optional() }) })),
  usage: z.unknown().optional(),
});

function modelsFor(family: string, lines: Line[]): EditorModels {
  return new EditorModels({
    access: { onDidChange: () => ({ dispose: () => undefined }), canSendRequest: () => true },
    settings: () =>
      ({ models: { chat: `vscode:simulation/${family}` }, timeouts: family === 'silent' ? { firstToken: 0.5 } : {} }) as Settings,
    ledger: { record: (line) => void lines.push(line) },
  });
}
