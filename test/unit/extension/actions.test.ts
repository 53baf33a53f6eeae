import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ExtensionContext } from 'vscode';
import { commands } from '../../../src/extension/contributions.ts';
import { innerCommands } from '../../../src/extension/viewIds.ts';
import { fromPanel } from '../../../src/protocol/panel.ts';

const registered: string[] = [];

/** Is, returns and creates itself; `known` is what it has besides. */
function anything(known: object = {}): object {
  const self: object = new Proxy(class {}, {
    get: (_, name) => (name in known ? known[name as keyof typeof known] : name === Symbol.toPrimitive ? () => '' : self),
    set: () => true,
    apply: () => self,
    construct: () => ({ dispose: () => undefined, event: () => self }),
  });
  return self;
}

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
  commands: anything({ registerCommand, executeCommand: () => undefined }),
  workspace: anything({
    workspaceFolders: undefined,
    getConfiguration: () => anything({ get: (_: string, byDefault: unknown) => byDefault }),
  }),
};

/** Only VS Code has `vscode`. Here, its names stand for anything. */
function useFakeEditor(): void {
  const root = join(import.meta.dirname, '../../../src/extension');
  const sources = globSync('**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const imports = sources.flatMap((source) => [...source.matchAll(/^import \{([^}]+)\} from 'vscode';/gm)].map(([, names = '']) => names));
  const names = new Set(imports.flatMap((list) => list.split(',').map((name) => name.trim())).filter((name) => /^\w+$/.test(name)));
  Object.assign(globalThis, { fakeEditor: Object.fromEntries([...names].map((name) => [name, given[name] ?? anything()])) });
  const source = [...names].map((name) => `export const ${name} = globalThis.fakeEditor.${name};`).join('\n');
  registerHooks({
    resolve: (name, context, next) => (name === 'vscode' ? { url: 'fake:vscode', shortCircuit: true } : next(name, context)),
    load: (url, context, next) => (url === 'fake:vscode' ? { format: 'module', source, shortCircuit: true } : next(url, context)),
  });
}

test('every command is registered once, and every message of the panel has one handler', async (context) => {
  useFakeEditor();
  const { Actions } = await import('../../../src/extension/actions.ts');
  const registering = context.mock.method(Actions.prototype, 'messages');
  const { activate } = await import('../../../src/extension/extension.ts');
  const subscriptions: { dispose: () => unknown }[] = [];
  const given = { subscriptions, asAbsolutePath: (path: string) => path, globalStorageUri: { fsPath: '' } };
  activate(anything(given) as unknown as ExtensionContext);
  for (const subscription of subscriptions) subscription.dispose();

  assert.deepEqual(registered.toSorted(), [...Object.keys(commands), ...Object.values(innerCommands)].toSorted());
  const ofThePanelItself = ['ready', 'focus', 'dismiss-problem', 'take-way'];
  const kinds = fromPanel.options.map(({ shape }) => shape.kind.value).filter((kind) => !ofThePanelItself.includes(kind));
  const handled = registering.mock.calls.flatMap(({ arguments: [handlers] }) => Object.keys(handlers));
  assert.deepEqual(handled.toSorted(), kinds.toSorted());
});
