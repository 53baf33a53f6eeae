import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { PerFolder } from '../../../../src/extension/folders/perFolder.ts';
import type { WorkspaceFolders } from '../../../../src/extension/folders/workspaceFolders.ts';
import type { OpenFolder } from '../../../../src/extension/openFolder.ts';
import { useFakeEditor } from '../../../support/fakeEditor.ts';

class Uri {
  readonly scheme = 'file';
  readonly authority = '';
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  toString(): string {
    return `file://${this.path}`;
  }
}

interface Editor {
  readonly foldersChange: Emitter<void>;
  readonly editorChanges: Emitter<void>;
  active?: { readonly document: { readonly uri: Uri } };
}

const editor: Editor = { foldersChange: new Emitter(), editorChanges: new Emitter() };
let modules: { readonly WorkspaceFolders: typeof WorkspaceFolders; readonly PerFolder: typeof PerFolder };

before(async () => {
  const on = (emitter: Emitter<void>) => (listener: () => void) => emitter.on(listener);
  useFakeEditor({
    Uri,
    workspace: { onDidChangeWorkspaceFolders: on(editor.foldersChange) },
    window: {
      onDidChangeActiveTextEditor: on(editor.editorChanges),
      tabGroups: { onDidChangeTabs: () => ({ dispose: () => undefined }), activeTabGroup: {} },
      get activeTextEditor() {
        return editor.active;
      },
    },
  });
  modules = {
    ...(await import('../../../../src/extension/folders/workspaceFolders.ts')),
    ...(await import('../../../../src/extension/folders/perFolder.ts')),
  };
});

const folder = (path: string): OpenFolder =>
  ({ uri: new Uri(path), name: path.slice(1), isOnDisk: true, storage: `${path}-storage` }) as unknown as OpenFolder;
const [notes, deep, rivers, bridges] = ['/notes', '/notes/deep', '/rivers', '/bridges'].map(folder) as [
  OpenFolder,
  OpenFolder,
  OpenFolder,
  OpenFolder,
];
const uri = (path: string) => new Uri(path) as unknown as OpenFolder['uri'];

interface Opened {
  readonly folders: WorkspaceFolders;
  readonly setOpen: (all: readonly OpenFolder[]) => void;
  readonly show: (path: string) => void;
}

/** Runs a test with some folders open. */
function withFolders(name: string, all: readonly OpenFolder[], work: (opened: Opened) => void | Promise<void>): void {
  test(name, async () => {
    editor.active = undefined;
    let open = all;
    const folders = new modules.WorkspaceFolders(() => open);
    try {
      await work({
        folders,
        setOpen(now) {
          open = now;
          editor.foldersChange.fire();
        },
        show(path) {
          editor.active = { document: { uri: new Uri(path) } };
          editor.editorChanges.fire();
        },
      });
    } finally {
      folders.dispose();
    }
  });
}

withFolders('the folder of the active editor is current, and stays it for files of none', [notes, rivers], ({ folders, show }) => {
  assert.equal(folders.current, notes);
  show('/rivers/a.md');
  assert.equal(folders.current, rivers);
  show('/elsewhere/a.md');
  assert.equal(folders.current, rivers);
});

withFolders(
  'a file is of the innermost folder with it; a run, a row and a document are of theirs',
  [notes, deep, rivers],
  ({ folders }) => {
    assert.deepEqual(
      ['/notes/a.md', '/notes/deep/a.md', '/notes/deeper/a.md', '/rivers', '/else/a.md'].map((path) => folders.of(uri(path))?.name),
      ['notes', 'notes/deep', 'notes', 'rivers', undefined],
    );
    folders.noteRun('r1', rivers);
    const row = folders.noteItem({}, deep);
    for (const [argument, expected] of [
      ['r1', rivers],
      [row, deep],
      [{ runId: 'r1' }, rivers],
      [{ run: { runId: 'r1' } }, rivers],
      [{ document: { uri: uri('/notes/a.md') } }, notes],
      [{ runId: 'unknown', uri: uri('/notes/a.md') }, notes],
      ['unknown', undefined],
      [undefined, undefined],
    ] as const)
      assert.equal(folders.ofArgument(argument), expected);
    assert.equal(folders.ofRequest({ runId: 'new', from: { runId: 'r1' } }), rivers);
    assert.equal(folders.ofRequest({ question: 'Why?' }), undefined);
  },
);

withFolders(
  'a gesture means one folder to its end, whatever becomes active meanwhile',
  [notes, rivers],
  async ({ folders, show, setOpen }) => {
    await folders.within(rivers, async () => {
      show('/notes/a.md');
      await Promise.resolve();
      assert.equal(folders.meant, rivers);
      assert.equal(
        folders.outside(() => folders.meant),
        notes,
      );
      setOpen([notes]);
      assert.equal(folders.meant, notes);
    });
  },
);

withFolders(
  'questions are asked of the chosen folders, the meant one first, until an editor of another is active',
  [notes, deep, rivers, bridges],
  ({ folders, show }) => {
    const asked = (): readonly string[] => folders.asked.map(({ name }) => name);
    assert.deepEqual(asked(), ['notes']);
    // What is in a folder is in its index.
    folders.choose([deep, notes, rivers]);
    assert.deepEqual(asked(), ['notes', 'rivers']);
    show('/rivers/a.md');
    assert.deepEqual(asked(), ['rivers', 'notes']);
    show('/bridges/a.md');
    assert.deepEqual(asked(), ['notes', 'rivers']);
    folders.choose([bridges]);
    assert.deepEqual(asked(), ['bridges']);
  },
);

withFolders(
  'a folder that stays is the same object; one that is gone is no longer current or asked',
  [notes, rivers],
  ({ folders, show, setOpen }) => {
    let changes = 0;
    folders.onDidChange.on(() => changes++);
    folders.choose([notes, rivers]);
    show('/rivers/a.md');
    setOpen([folder('/notes'), bridges]);
    assert.deepEqual([folders.all[0], folders.current, folders.asked], [notes, notes, [notes]]);
    assert.equal(changes, 3);
  },
);

withFolders(
  'there is one thing for each folder, made once and ended with it; without a folder, one',
  [notes, rivers],
  ({ folders, setOpen }) => {
    const log: string[] = [];
    const things = new modules.PerFolder(folders, (of) => {
      const name = of?.name ?? 'none';
      log.push(`+${name}`);
      return { name, dispose: () => void log.push(`-${name}`) };
    });
    assert.deepEqual([things.meant.name, things.of(rivers).name, things.all.length], ['notes', 'rivers', 2]);
    assert.equal(
      folders.within(rivers, () => things.meant),
      things.of(rivers),
    );
    setOpen([bridges, notes]);
    setOpen([]);
    assert.equal(things.meant.name, 'none');
    setOpen([notes]);
    things.dispose();
    setOpen([rivers]);
    assert.deepEqual(log, ['+notes', '+rivers', '-rivers', '+bridges', '-notes', '-bridges', '+none', '-none', '+notes', '-notes']);
  },
);
