// The themes of the panel's demo page: those that come with VS Code, reduced to the variables that the panel uses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const themesFile = join(import.meta.dirname, '..', '..', 'test', 'panel', 'demo', 'themes.css');

/** From the demo page's name for a theme to its name in the setting `workbench.colorTheme`. */
export const panelThemes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  hc: 'Default High Contrast',
  hcl: 'Default High Contrast Light',
  'dark-2026': 'Dark 2026',
  'light-2026': 'Light 2026',
  'dark-plus': 'Dark+',
  'light-plus': 'Light+',
  'vs-dark': 'Visual Studio Dark',
  'vs-light': 'Visual Studio Light',
  abyss: 'Abyss',
  kimbie: 'Kimbie Dark',
  monokai: 'Monokai',
  'monokai-dimmed': 'Monokai Dimmed',
  'quiet-light': 'Quiet Light',
  red: 'Red',
  'solarized-dark': 'Solarized Dark',
  'solarized-light': 'Solarized Light',
  'tomorrow-night-blue': 'Tomorrow Night Blue',
} as const;
export type PanelTheme = keyof typeof panelThemes;

export interface ThemeValues {
  readonly name: PanelTheme;
  readonly isLight: boolean;
  /** Custom properties of the webview by name. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * The section of themes.css for a theme, from the variables that the editor gives its webviews.
 * @param page scripts and styles of the panel; only variables named there are kept
 */
export function themeCss({ name, isLight, variables }: ThemeValues, page: string): string {
  const used = [...new Set(page.match(/--vscode-[\w-]+/g))].sort();
  const lines = used.flatMap((variable) => (variables[variable] ? [`  ${variable}: ${inCssStyle(variables[variable])};`] : []));
  return `/* ${panelThemes[name]} */\n[data-theme='${name}'] {\n  color-scheme: ${isLight ? 'light' : 'dark'};\n${lines.join('\n')}\n}\n`;
}

export function themesCss(blocks: readonly string[]): string {
  return `/* What VS Code gives its webviews in its own themes, for the variables that the panel uses. Written by test/e2e/mainPath.test.ts. */\n\n${blocks.join('\n')}`;
}

export function readThemesCss(): string {
  return readFileSync(themesFile, 'utf8');
}

/** Formats a value like oxfmt. */
function inCssStyle(value: string): string {
  const quoted = value.replaceAll('"', "'");
  return quoted.startsWith('#') ? quoted.toLowerCase() : quoted;
}
