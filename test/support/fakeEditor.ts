// Only VS Code has the module `vscode`. For modules of the extension that are tested without it, its names stand for anything.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

/** Is, returns and creates itself; `known` is what it has besides. */
export function anything(known: object = {}): object {
  const self: object = new Proxy(class {}, {
    get: (_, name) => (name in known ? known[name as keyof typeof known] : name === Symbol.toPrimitive ? () => '' : self),
    set: () => true,
    apply: () => self,
    construct: () => ({ dispose: () => undefined, event: () => self, fire: () => undefined }),
  });
  return self;
}

/** @param given what names of `vscode` are; the others are `anything`. Modules that use them are imported after this. */
export function useFakeEditor(given: Readonly<Record<string, unknown>>): void {
  const root = join(import.meta.dirname, '../../src/extension');
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
