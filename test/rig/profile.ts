// The data that an editor under test keeps on disk: settings, and extensions, including two of the test rig.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { waitFor } from './server.ts';

/** The themes for screenshots, with the file name that the workbench puts in a class. */
const themeFiles = {
  'Dark Modern': 'dark_modern',
  'Light Modern': 'light_modern',
  'Default High Contrast': 'hc_black',
  'Default High Contrast Light': 'hc_light',
} as const;

export type Theme = keyof typeof themeFiles;
/** The workbench's class while it has the theme. */
export function themeClass(theme: Theme): string {
  return `vscode-theme-defaults-themes-${themeFiles[theme]}-json`;
}

export type Settings = Readonly<Record<string, unknown>>;

/** Disables the marketplace, so that the editor does not ask it for updates and recommendations. */
export const noGallery = '{"serviceUrl":""}';

/** Settings without welcome pages, telemetry, updates, prompts and blinking. */
export const quietSettings: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.reduceMotion': 'on',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'security.workspace.trust.enabled': false,
  'window.confirmBeforeClose': 'never',
  'window.autoDetectColorScheme': false,
  'git.openRepositoryInParentFolders': 'never',
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  // With a blinking cursor, two screenshots of the same state would differ.
  'editor.cursorBlinking': 'solid',
};

/** The folders of one editor. */
export interface Places {
  readonly root: string;
  readonly data: string;
  readonly extensions: string;
  readonly profile: string;
  readonly settings: string;
  /** The rig's extension, which changes settings while the editor runs. */
  readonly helper: string;
}

export function placesIn(root: string): Places {
  return {
    root,
    data: join(root, 'data'),
    extensions: join(root, 'extensions'),
    profile: join(root, 'browser'),
    settings: join(root, 'data', 'User', 'settings.json'),
    helper: join(root, 'extensions', 'ariadne-rig.settings-1.0.0'),
  };
}

export async function readSettings(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const settings: unknown = JSON.parse(text);
  if (typeof settings !== 'object' || settings === null) throw new Error(`${file} holds no object.`);
  return { ...settings };
}

async function mergeSettings(file: string, settings: Settings): Promise<void> {
  const merged = { ...(await readSettings(file)), ...settings };
  await writeFile(file, `${JSON.stringify(merged, null, 2)}\n`);
}

export function isTheme(name: unknown): name is Theme {
  return typeof name === 'string' && name in themeFiles;
}

export interface GivenSettings {
  readonly settings?: Settings;
  readonly theme?: Theme;
}

/** Writes the settings. Given settings override stored ones, which override the rig's. */
export async function prepareSettings(places: Places, given: GivenSettings): Promise<void> {
  await mkdir(join(places.data, 'User'), { recursive: true });
  await mkdir(places.extensions, { recursive: true });
  const kept = await readSettings(places.settings);
  await mergeSettings(places.settings, {
    'workbench.colorTheme': 'Dark Modern',
    ...quietSettings,
    ...kept,
    ...given.settings,
    ...(given.theme === undefined ? {} : { 'workbench.colorTheme': given.theme }),
  });
}

/**
 * The workbench in the browser does not notice changes of settings.json (code-server watches it under an address without the authority that
 * the changes have), so an extension of the rig changes settings through the API.
 */
const helperSource = `
const fs = require('node:fs');
const path = require('node:path');
const vscode = require('vscode');
const file = (name) => path.join(__dirname, name);
async function apply(text) {
  const { id, settings } = JSON.parse(text);
  const errors = [];
  for (const [key, value] of Object.entries(settings)) {
    try {
      await vscode.workspace.getConfiguration().update(key, value ?? undefined, vscode.ConfigurationTarget.Global);
    } catch (error) {
      errors.push(String(error));
    }
  }
  fs.writeFileSync(file('answer.part'), JSON.stringify({ id, errors }));
  fs.renameSync(file('answer.part'), file('answer.json'));
}
let queue = Promise.resolve();
function look() {
  if (!fs.existsSync(file('wish.json'))) return;
  const text = fs.readFileSync(file('wish.json'), 'utf8');
  fs.rmSync(file('wish.json'));
  queue = queue.then(() => apply(text));
}
exports.activate = (context) => {
  const timer = setInterval(look, 100);
  context.subscriptions.push({ dispose: () => clearInterval(timer) });
};
`;

export async function writeHelper(places: Places): Promise<void> {
  const manifest = {
    name: 'settings',
    publisher: 'ariadne-rig',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    main: './main.cjs',
    activationEvents: ['*'],
  };
  await mkdir(places.helper, { recursive: true });
  await writeFile(join(places.helper, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(places.helper, 'main.cjs'), helperSource);
  // Requests of an earlier start are obsolete.
  for (const name of ['wish.json', 'answer.json']) await rm(join(places.helper, name), { force: true });
}

/**
 * The editor accepts a display language only with a language pack. This one translates none of the editor, which stays in English, but sets
 * the language for extensions.
 */
export async function writeLanguagePack(places: Places, locale: string): Promise<void> {
  const name = `language-pack-${locale}`;
  const folder = join(places.root, 'extensions', `ariadne-rig.${name}-1.0.0`);
  const translations = join(folder, 'main.i18n.json');
  const localization = { languageId: locale, translations: [{ id: 'vscode', path: './main.i18n.json' }] };
  const manifest = {
    name,
    publisher: 'ariadne-rig',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    contributes: { localizations: [localization] },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(translations, JSON.stringify({ version: '1.0.0', contents: {} }));
  const pack = {
    hash: randomUUID(),
    label: locale,
    extensions: [{ extensionIdentifier: { id: `ariadne-rig.${name}` }, version: '1.0.0' }],
    translations: { vscode: translations },
  };
  await writeFile(join(places.data, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

interface Answer {
  readonly id: string;
  readonly errors: readonly string[];
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value && 'errors' in value && Array.isArray(value.errors);
}

async function answerTo(places: Places, id: string): Promise<Answer | undefined> {
  const text = await readFile(join(places.helper, 'answer.json'), 'utf8').catch(() => 'null');
  const answer: unknown = JSON.parse(text);
  return isAnswer(answer) && answer.id === id ? answer : undefined;
}

/** Changes settings of the running editor, and resolves when they are in effect. */
export async function changeSettings(places: Places, settings: Settings): Promise<void> {
  const id = randomUUID();
  // JSON has no `undefined`, which resets a setting to its default.
  const values = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, value ?? null]));
  const part = join(places.helper, 'wish.part');
  await writeFile(part, JSON.stringify({ id, settings: values }));
  await rename(part, join(places.helper, 'wish.json'));
  const answer = await waitFor('the settings to change', () => answerTo(places, id));
  if (answer.errors.length > 0) throw new Error(`The settings did not change: ${answer.errors.join(' ')}`);
}
