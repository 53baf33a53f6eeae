// Only VS Code has the module `vscode`. For modules of the extension that are tested without it, its names stand for anything.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

/** Is, returns and creates itself; `known` is what it has besides. */
export function anything(known: object = {}): object {
  return anythingOf(() => known);
}

function anythingOf(known: () => object): object {
  const self: object = new Proxy(function () {}, {
    get: (_, name) => {
      const has = known();
      return name in has ? has[name as keyof typeof has] : name === Symbol.toPrimitive ? () => '' : self;
    },
    set: () => true,
    apply: () => self,
    construct: (_, given, target) => {
      const has = known();
      return typeof has === 'function'
        ? (Reflect.construct(has, given, target) as object)
        : { dispose: () => undefined, event: () => self, fire: () => undefined };
    },
  });
  return self;
}

/** What names of `vscode` are. Test files share a process, and modules keep what they have imported, so it is looked up when it is used. */
let given: Readonly<Record<string, object>> = {};
let isUsed = false;

/** @param known what names of `vscode` have from now on, besides `anything`. Modules that use them are imported after this. */
export function useFakeEditor(known: Readonly<Record<string, object>>): void {
  given = { l10n: { bundle: undefined }, ...known };
  if (isUsed) return;
  isUsed = true;
  const root = join(import.meta.dirname, '../../src/extension');
  const sources = globSync('**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const imports = sources.flatMap((source) => [...source.matchAll(/^import \{([^}]+)\} from 'vscode';/gm)].map(([, names = '']) => names));
  const names = new Set(imports.flatMap((list) => list.split(',').map((name) => name.trim())).filter((name) => /^\w+$/.test(name)));
  Object.assign(globalThis, { fakeEditor: Object.fromEntries([...names].map((name) => [name, anythingOf(() => given[name] ?? {})])) });
  const source = [...names].map((name) => `export const ${name} = globalThis.fakeEditor.${name};`).join('\n');
  registerHooks({
    resolve: (name, context, next) => (name === 'vscode' ? { url: 'fake:vscode', shortCircuit: true } : next(name, context)),
    load: (url, context, next) => (url === 'fake:vscode' ? { format: 'module', source, shortCircuit: true } : next(url, context)),
  });
}
