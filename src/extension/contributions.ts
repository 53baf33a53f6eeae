/**
 * Everything that Ariadne contributes to VS Code, declared once. `scripts/generateContributions.ts` writes it to package.json. The
 * extension derives the types of names from it, so that an undeclared name does not compile; it is not needed at run time.
 */
import * as z from 'zod';
import { extractedExtensions } from '../protocol/documentFormats.ts';
import { isPreset, presetNames } from '../protocol/methodNames.ts';
import { settings as declared } from './declaredSettings.ts';
import { keybindings, menus } from './menus.ts';
import { recordSuffix } from '../protocol/table.ts';
import { extractedSuffix, panelViewType, tableViewType, viewIds } from './viewIds.ts';

interface CommandDeclaration {
  readonly title: string;
  readonly icon?: string;
  readonly enablement?: string;
  /** False for commands that only make sense on an item of a view. */
  readonly inPalette?: false;
}

export const commands = {
  'ariadne.ask': { title: 'Ask a Question…', icon: '$(comment-discussion)' },
  'ariadne.askSelection': { title: 'Ask about the Selection…', icon: '$(comment)', enablement: 'editorHasSelection' },
  'ariadne.askAbout': { title: 'Ask about These…', icon: '$(comment)', inPalette: false },
  'ariadne.askDocument': { title: 'Ask about This Document…', icon: '$(comment)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.askOpenEditors': { title: 'Ask about Open Editors…', icon: '$(comment)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.askEachDocument': { title: 'Ask of Each Document…', icon: '$(table)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.index': { title: 'Index This Folder', icon: '$(refresh)', enablement: '!ariadne.isIndexing' },
  'ariadne.stopIndexing': { title: 'Stop Indexing', icon: '$(debug-stop)', enablement: 'ariadne.isWorkingOnIndex' },
  'ariadne.explainFile': { title: 'Why Is This File (Not) Indexed?', icon: '$(question)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.openOriginal': { title: 'Open the Original', icon: '$(go-to-file)', inPalette: false },
  'ariadne.cancel': { title: 'Cancel', icon: '$(debug-stop)', enablement: 'ariadne.isBusy' },
  'ariadne.choosePipeline': { title: 'Choose Method…', icon: '$(type-hierarchy)' },
  'ariadne.chooseModels': { title: 'Choose Models…', icon: '$(chip)' },
  'ariadne.manageModels': { title: 'Manage Models…', icon: '$(package)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.testModels': { title: 'Test Models', icon: '$(beaker)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.writeQuestions': { title: 'Write Questions from Documents…', icon: '$(checklist)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.applyReview': {
    title: 'Make Dataset from This Review Sheet',
    icon: '$(check-all)',
    enablement: 'resourceFilename =~ /^review\\.(md|csv)$/',
  },
  'ariadne.enterHubToken': { title: 'Enter Token for the Model Hub…', icon: '$(key)' },
  'ariadne.openTrace': { title: 'Open Research Panel', icon: '$(graph)' },
  'ariadne.insertAnswer': { title: 'Insert Answer with Citations', icon: '$(insert)' },
  'ariadne.resumeRun': { title: 'Resume This Run', icon: '$(debug-continue)', inPalette: false },
  'ariadne.deleteRun': { title: 'Delete This Run', icon: '$(trash)', inPalette: false },
  'ariadne.renameRun': { title: 'Rename…', icon: '$(edit)', inPalette: false },
  'ariadne.pinRun': { title: 'Pin to the Top', icon: '$(pin)', inPalette: false },
  'ariadne.unpinRun': { title: 'Unpin', icon: '$(pinned)', inPalette: false },
  'ariadne.togglePinRun': { title: 'Pin or Unpin This Question', enablement: 'ariadne.hasRuns' },
  'ariadne.refreshPin': { title: 'Refresh', icon: '$(sync)', inPalette: false },
  'ariadne.refreshPinned': { title: 'Refresh Pinned Questions', icon: '$(sync)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.restoreRun': { title: 'Restore Deleted Run…', icon: '$(history)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.searchRuns': { title: 'Search Questions…', icon: '$(search)', enablement: 'ariadne.hasRuns' },
  'ariadne.clearRunSearch': { title: 'Show All Questions', icon: '$(clear-all)', inPalette: false },
  'ariadne.compare': { title: 'Compare Answers…', icon: '$(git-compare)', enablement: 'ariadne.hasRuns' },
  'ariadne.askAgain': { title: 'Ask Again', icon: '$(debug-rerun)', inPalette: false },
  'ariadne.tryOtherMethod': { title: 'Try Another Method…', icon: '$(type-hierarchy)', inPalette: false },
  'ariadne.editSubQuestion': { title: 'Change This Question', icon: '$(edit)', inPalette: false },
  'ariadne.rerunStep': { title: 'Ask This Again', icon: '$(debug-restart)', inPalette: false },
  'ariadne.pinPassage': { title: 'Pin This Passage', icon: '$(pin)', inPalette: false },
  'ariadne.unpinPassage': { title: 'Unpin This Passage', icon: '$(pinned)', inPalette: false },
  'ariadne.banPassage': { title: 'Ban This Passage', icon: '$(circle-slash)', inPalette: false },
  'ariadne.unbanPassage': { title: 'Allow This Passage Again', icon: '$(check)', inPalette: false },
  'ariadne.deleteIndex': { title: 'Delete Index and Runs…', icon: '$(trash)', enablement: 'workspaceFolderCount > 0' },
  'ariadne.showLedger': { title: 'Show Network Ledger', icon: '$(globe)' },
  'ariadne.restartEngine': { title: 'Restart Engine' },
  'ariadne.showLog': { title: 'Show Log', icon: '$(output)' },
  'ariadne.copyDiagnostics': { title: 'Copy Diagnostics' },
} as const satisfies Record<string, CommandDeclaration>;
export type CommandId = keyof typeof commands;

/** In package.json's form and in the order of the settings editor, which is that of the declaration. */
export const settings = Object.fromEntries(
  Object.entries(settingSchemas()).map(([id, { type, default: byDefault, ...rest }], i) => [
    id,
    { type, default: byDefault, order: i + 1, ...rest },
  ]),
);

const extractedLanguage = 'ariadne-text';

const viewsContainers = { activitybar: [{ id: 'ariadne', title: 'Ariadne', icon: 'media/activity.svg' }] };

const views = {
  ariadne: [
    { id: viewIds.questions, name: 'Questions', icon: 'media/activity.svg', contextualTitle: 'Ariadne' },
    { id: viewIds.index, name: 'Index', icon: 'media/activity.svg', contextualTitle: 'Ariadne' },
  ],
};

/** One button per state; the index view below describes the state in a few words. */
const viewsWelcome = [
  ...welcome(
    'workspaceFolderCount == 0',
    'Ariadne answers questions over a folder of documents: PDF, Word, Markdown, HTML, LaTeX, notebooks and more.\n[Open Folder](command:vscode.openFolder)',
    'No folder is open.',
  ),
  ...welcome(
    "ariadne.readiness == 'virtual'",
    'This folder is not on a disk. Ariadne only indexes files it can read directly. Clone the folder or open a local copy.\n[Open Folder](command:vscode.openFolder)',
    'This folder is not on a disk.',
  ),
  {
    view: viewIds.questions,
    when: "ariadne.readiness == 'no-index' && ariadne.isPartial",
    contents:
      'Only part of this folder is indexed. You can ask about that part.\n[Continue Indexing](command:ariadne.index)\n[Ask a Question](command:ariadne.ask)',
  },
  ...welcome(
    "ariadne.readiness == 'no-index' && !ariadne.isPartial",
    'This folder needs to be indexed once. It runs on this computer and needs no account.\n[Index This Folder](command:ariadne.index)',
    'Nothing is indexed yet.',
  ),
  ...welcome(
    "ariadne.readiness == 'untrusted'",
    'This folder is not trusted yet. Until you trust it, Ariadne only acts when you ask and uses no network. You can index it with the built-in models.\n[Manage Trust](command:workbench.trust.manage)\n[Index This Folder](command:ariadne.index)',
    'Nothing is indexed yet.',
  ),
  {
    view: viewIds.questions,
    when: "ariadne.readiness == 'empty'",
    contents:
      'This folder has no documents that Ariadne can read: PDF, Word, OpenDocument, EPUB, HTML, Markdown, LaTeX, notebooks, plain text, tables or source code.\n[Look Again](command:ariadne.index)',
  },
  {
    view: viewIds.questions,
    when: "ariadne.readiness == 'ready' && !ariadne.isSearchingRuns",
    contents: 'No questions yet. Ask one, even one that needs several documents.\n[Ask a Question](command:ariadne.ask)',
  },
  { view: viewIds.questions, when: "ariadne.readiness == 'indexing'", contents: 'Indexing. Your questions will appear here.' },
];

const walkthroughs = [
  {
    id: 'start',
    title: 'Get Started with Ariadne',
    description: 'Ask questions about a folder of documents, and see how each answer was found.',
    steps: [
      {
        id: 'folder',
        title: 'Open a folder of documents',
        description:
          'Ariadne reads PDF, Word (DOCX), OpenDocument, EPUB, HTML, Markdown, LaTeX, notebooks, plain text, tables and source code.\n[Open Folder](command:vscode.openFolder)\nFiles matched by .gitignore, “Files: Exclude” or “Ariadne: Exclude” are skipped, and so are files that look like secrets.',
        media: {
          svg: 'media/walkthrough/folder.svg',
          altText: 'A folder with PDF, Word, Markdown, HTML, LaTeX, notebook and other documents.',
        },
        // A context that is already true when VS Code reads the walkthrough never completes a step. These are set when Ariadne starts, and
        // when it indexes.
        completionEvents: ['onContext:ariadne.hasFolder', 'onContext:ariadne.isIndexing'],
      },
      {
        id: 'index',
        title: 'Index it',
        description:
          'Built-in models split the documents into passages and link similar ones. It runs on this computer: no account, no key, no download.\n[Index This Folder](command:ariadne.index)\nThe index is kept outside your folder. “Ariadne: Delete Index and Runs…” removes it.',
        media: {
          svg: 'media/walkthrough/index.svg',
          altText: 'Documents are split into passages, and similar passages are linked.',
        },
        completionEvents: ["onContext:ariadne.readiness == 'ready'"],
      },
      {
        id: 'ask',
        title: 'Ask something that needs several documents',
        description:
          'Ariadne splits the question into sub-questions and finds the evidence for each. Open it at its exact lines.\n[Ask a Question](command:ariadne.ask)',
        media: {
          svg: 'media/walkthrough/ask.svg',
          altText:
            'A question, its three sub-questions with their answers, and the evidence of the last one with the supporting sentence marked.',
        },
        completionEvents: ['onCommand:ariadne.ask', 'onContext:ariadne.hasRuns'],
      },
      {
        id: 'about',
        title: 'Ask about the files you mean, and ask on',
        description:
          'Type in:contracts/ type:pdf year:>2020 in the question, or select files in the Explorer. Below an answer, ask a follow-up, or have it written as a list or table.\n[Ask about This Document](command:ariadne.askDocument)',
        media: {
          svg: 'media/walkthrough/about.svg',
          altText: 'A question limited to a folder and years, its answer, and a follow-up with the question that it becomes.',
        },
        completionEvents: ['onCommand:ariadne.askDocument', 'onCommand:ariadne.askAbout', 'onCommand:ariadne.askOpenEditors'],
      },
      {
        id: 'cite',
        title: 'Take the answer with you',
        description:
          'Insert it into a document with its citations. Hover one to see the passage as it is now: unchanged, moved, changed or gone.\n[Insert Answer](command:ariadne.insertAnswer)',
        media: {
          svg: 'media/walkthrough/cite.svg',
          altText: 'A citation in a document. Its hover shows the passage and says that it is unchanged.',
        },
        completionEvents: ['onCommand:ariadne.insertAnswer'],
      },
      {
        id: 'each',
        title: 'Ask each document the same',
        description:
          'A table has a row for each document and a column for each question. Every answer has its quote, and what a document does not say is called so.\n[Ask of Each Document](command:ariadne.askEachDocument)',
        media: {
          svg: 'media/walkthrough/each.svg',
          altText: 'A table with a row for each document and a column for each question. Some cells say that it is not stated.',
        },
        completionEvents: ['onCommand:ariadne.askEachDocument'],
      },
      {
        id: 'pin',
        title: 'Keep answers current',
        description:
          'Pin a question in the Questions view or in the panel. When its documents change, it is marked stale with the reason, and Refresh asks only what is affected.\n[Refresh Pinned Questions](command:ariadne.refreshPinned)',
        media: {
          svg: 'media/walkthrough/pin.svg',
          altText: 'A pinned question that is stale, with the reason and the button Refresh, and the answer before and now.',
        },
        completionEvents: ['onCommand:ariadne.pinRun', 'onCommand:ariadne.togglePinRun', 'onCommand:ariadne.refreshPinned'],
      },
      {
        id: 'models',
        title: 'Use other models, if you like',
        description:
          'The built-in models send nothing. Other models are chosen in one list, for all roles at once or one by one: models that run on this computer after one download, Ollama, LM Studio or any server with an OpenAI-compatible address, and those of VS Code. Each choice says what it sends, costs and downloads. A server or VS Code’s models get your questions, with passages of your documents.\n[Choose Models](command:ariadne.chooseModels)\nThe [network ledger](command:ariadne.showLedger) lists every request. [Manage Models](command:ariadne.manageModels) shows what is on this computer.',
        media: {
          svg: 'media/walkthrough/models.svg',
          altText:
            'What each preset needs, downloads, sends and costs. The built-in models need and send nothing. Local models are downloaded once and send nothing. An endpoint and VS Code’s models get your questions and the passages found.',
        },
        completionEvents: ['onCommand:ariadne.chooseModels'],
      },
    ],
  },
];

/** The generated keys of package.json. `manifestWith` adds what depends on the pipelines, which this layer may not import. */
export const manifest = {
  icon: 'media/icon.png',
  galleryBanner: { color: '#14213d', theme: 'dark' },
  extensionKind: ['workspace'],
  // VS Code activates automatically for commands, views and walkthroughs. A hover over a citation and a panel restored after a reload need
  // an event.
  activationEvents: ['onLanguage:markdown', `onWebviewPanel:${panelViewType}`],
  capabilities: {
    untrustedWorkspaces: {
      supported: 'limited',
      description:
        'Until you trust this folder, Ariadne only acts when you ask, only uses its built-in models, and does not use the network.',
      // An untrusted folder must not decide any setting.
      restrictedConfigurations: Object.keys(settings),
    },
    virtualWorkspaces: { supported: 'limited', description: 'Only folders on a disk can be indexed.' },
  },
  contributes: {
    commands: Object.entries<CommandDeclaration>(commands).map(([command, { title, icon, enablement }]) => ({
      command,
      title,
      category: 'Ariadne',
      ...(icon === undefined ? {} : { icon }),
      ...(enablement === undefined ? {} : { enablement }),
    })),
    configuration: { title: 'Ariadne', properties: settings },
    // Each paragraph is one line.
    configurationDefaults: { [`[${extractedLanguage}]`]: { 'editor.wordWrap': 'on' } },
    languages: [
      {
        id: extractedLanguage,
        aliases: ['Extracted Text'],
        filenamePatterns: extractedExtensions.map((extension) => `*${extension}${extractedSuffix}`),
      },
    ],
    customEditors: [
      { viewType: tableViewType, displayName: 'Ariadne Table', selector: [{ filenamePattern: `*${recordSuffix}` }], priority: 'default' },
    ],
    keybindings,
    menus: { commandPalette: paletteMenu(), ...menus },
    views,
    viewsContainers,
    viewsWelcome,
    walkthroughs,
  },
} as const;

function welcome(
  when: string,
  questions: string,
  index: string,
): { readonly view: string; readonly when: string; readonly contents: string }[] {
  return [
    { view: viewIds.questions, when, contents: questions },
    { view: viewIds.index, when, contents: index },
  ];
}

/** Hides commands from the palette that only make sense on an item of a view. */
function paletteMenu(): readonly { readonly command: string; readonly when: string }[] {
  return [
    ...Object.entries<CommandDeclaration>(commands)
      .filter(([, declaration]) => declaration.inPalette === false)
      .map(([command]) => ({ command, when: 'false' })),
    { command: 'ariadne.askSelection', when: 'editorHasSelection' },
    { command: 'ariadne.cancel', when: 'ariadne.isBusy' },
    { command: 'ariadne.stopIndexing', when: 'ariadne.isWorkingOnIndex' },
  ];
}

/** The generated keys, with the pipelines as the choices of `ariadne.pipeline`. */
export function manifestWith(pipelines: readonly { readonly id: string; readonly title: string; readonly description: string }[]): object {
  const { contributes } = manifest;
  const pipeline = {
    ...settings['ariadne.pipeline'],
    enum: pipelines.map(({ id }) => id),
    enumItemLabels: pipelines.map(({ id, title }) => (isPreset(id) ? `${presetNames[id]} (${title})` : title)),
    enumDescriptions: pipelines.map(({ description }) => description),
  };
  const configuration = { ...contributes.configuration, properties: { ...settings, 'ariadne.pipeline': pipeline } };
  return { ...manifest, contributes: { ...contributes, configuration } };
}

/** The settings as JSON Schema, limited to keywords that the settings editor knows. */
function settingSchemas(): Record<string, z.core.JSONSchema.BaseSchema> {
  const { properties = {} } = z.toJSONSchema(z.object(declared), {
    io: 'input',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      // Redundant: keys are strings, numbers are finite, and values can be anything.
      delete jsonSchema.propertyNames;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return properties as Record<string, z.core.JSONSchema.BaseSchema>;
}
