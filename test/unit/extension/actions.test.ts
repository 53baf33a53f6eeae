import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionContext } from 'vscode';
import { commands } from '../../../src/extension/contributions.ts';
import { innerCommands } from '../../../src/extension/viewIds.ts';
import { fromPanel } from '../../../src/protocol/panel.ts';
import { anything, useFakeEditor } from '../../support/fakeEditor.ts';

const registered: string[] = [];

class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }

  static from(...all: readonly Disposable[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
}

function registerCommand(id: string): Disposable {
  registered.push(id);
  return new Disposable(() => undefined);
}

const given: Readonly<Record<string, object>> = {
  Disposable,
  CodeAction: class {},
  commands: { registerCommand, executeCommand: () => undefined },
  workspace: {
    workspaceFolders: undefined,
    getConfiguration: () => anything({ get: (_: string, byDefault: unknown) => byDefault }),
  },
};

test('every command is registered once, and every message of the panel has one handler', async (context) => {
  useFakeEditor(given);
  const { Actions } = await import('../../../src/extension/actions.ts');
  const registering = context.mock.method(Actions.prototype, 'messages');
  const { activate } = await import('../../../src/extension/extension.ts');
  const subscriptions: { dispose: () => unknown }[] = [];
  const parts = { subscriptions, asAbsolutePath: (path: string) => path, globalStorageUri: { fsPath: '' } };
  activate(anything(parts) as unknown as ExtensionContext);
  for (const subscription of subscriptions) subscription.dispose();

  assert.deepEqual(registered.toSorted(), [...Object.keys(commands), ...Object.values(innerCommands)].toSorted());
  const ofThePanelItself = ['ready', 'focus', 'drawn', 'dismiss-problem', 'take-way'];
  const kinds = fromPanel.options.map(({ shape }) => shape.kind.value).filter((kind) => !ofThePanelItself.includes(kind));
  const handled = registering.mock.calls.flatMap(({ arguments: [handlers] }) => Object.keys(handlers));
  assert.deepEqual(handled.toSorted(), kinds.toSorted());
});
