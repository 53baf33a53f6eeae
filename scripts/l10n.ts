/**
 * The texts that people read, as they are in the sources, and their translations. `npm run generate` writes what VS Code needs besides.
 *
 * usage: node scripts/l10n.ts [missing LANGUAGE | pseudo]
 *
 * Without arguments, lists what is wrong and exits with 1 if there is something. `missing` prints the texts without a translation as JSON,
 * `pseudo` a translation into brackets that is 40 % longer, which shows what is cut off and what is not translated.
 */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { severalOf } from '../src/base/amounts.ts';

const root = join(import.meta.dirname, '..');
/** As VS Code names them. */
const languages = ['de', 'zh-cn'] as const;

type Texts = Readonly<Record<string, string>>;

interface Found {
  /** English texts: the keys of `l10n/bundle.l10n.*.json`. */
  readonly texts: ReadonlySet<string>;
  readonly faults: readonly string[];
}

/** All texts in calls of `t` and `count`, and calls whose texts are not written in them. */
function textsInSources(): Found {
  const texts = new Set<string>();
  const faults: string[] = [];
  for (const file of globSync('{src,webview-ui}/**/*.{ts,tsx}', { cwd: root })) {
    const found = textsIn(readFileSync(join(root, file), 'utf8'), file);
    for (const text of found.texts) texts.add(text);
    faults.push(...found.faults);
  }
  return { texts, faults };
}

/** The one place where a text is put together: `count` of a number and a noun. */
const counting = join('src', 'base', 'amounts.ts');

export function textsIn(source: string, file: string): Found {
  const texts = new Set<string>();
  const faults: string[] = [];
  const usesTexts = /import \{[^}]*\bt\b[^}]*\} from '@vscode\/l10n'/.test(source);
  parser
    .configure({ dialect: file.endsWith('x') ? 'ts jsx' : 'ts' })
    .parse(source)
    .iterate({
      enter({ name, node }) {
        if (name !== 'CallExpression') return;
        const called = node.firstChild && source.slice(node.firstChild.from, node.firstChild.to);
        const given = argumentsOf(node);
        if (called === 't' && usesTexts && file !== counting) {
          const written = literalsOf(given[0], source);
          if (written.length === 0) faults.push(`${placeOf(node, source, file)}t() needs its English text as a literal.`);
          for (const text of written) texts.add(text);
        } else if (called === 'count' && /import \{[^}]*\bcount\b[^}]*\} from '[./\w]*\/amounts\.ts'/.test(source)) {
          const nouns = literalsOf(given[1], source);
          if (nouns.length === 0) faults.push(`${placeOf(node, source, file)}count() needs its noun as a literal.`);
          for (const noun of nouns) texts.add(`{0} ${noun}`).add(`{0} ${severalOf(noun)}`);
        }
      },
    });
  if (file === counting) texts.add('{0} byte').add('{0} bytes');
  return { texts, faults };
}

/** Strings of `src/extension` that look like a text for people and are in no call of `t`. */
function untranslated(): readonly string[] {
  const faults: string[] = [];
  for (const file of globSync('src/extension/**/*.ts', { cwd: root })) {
    if (notForPeople.test(file)) continue;
    const source = readFileSync(join(root, file), 'utf8');
    parser
      .configure({ dialect: 'ts' })
      .parse(source)
      .iterate({
        enter({ name, node }) {
          if (name === 'CallExpression' && /^(?:t|count)$/.test(source.slice(node.from, node.firstChild?.to))) return false;
          if (name === 'ImportDeclaration' || name === 'LiteralType') return false;
          if (name !== 'String' && name !== 'TemplateString') return undefined;
          if (isText(wordsOf(node, source), node, source)) faults.push(placeOf(node, source, file) + source.slice(node.from, node.to));
          return undefined;
        },
      });
  }
  return faults;
}

/** What agents and bug reports get, and the declarations whose texts are in package.nls.json. */
const notForPeople =
  /contributions|declaredSettings|budgetSetting|modelPrices|agentCalls|agentTexts|installPlan|pageHtml|scrubbed|diagnostics.register/;
const names = /^(?:Ariadne:?|Ollama|LM Studio|Azure OpenAI|VS Code:?|Markdown|Claude Code|Codex|Cursor|OpenAI|OpenRouter|Escape|Enter)$/;
/** Arguments of these are for the program, or for developers. */
const forPrograms =
  /(?:\blog(?:ger)?\.\w+|\blog|new Error|abortError|\.describe|executeCommand|setContext|getConfiguration|\.(?:split|join|replace|replaceAll|startsWith|endsWith|includes|indexOf|toLocaleString)|new Theme(?:Color|Icon)|new RegExp|Uri\.\w+)$/;
const forProgramProperties = /^(?:when|command|kind|id|code|purpose|contextValue|scheme|language|border|borderWidth)$/;

function isText(words: string, node: SyntaxNode, source: string): boolean {
  if (names.test(words.trim()) || !/[A-Za-z]{2}/.test(words)) return false;
  if (!/[A-Za-z]{2,},? \S*[A-Za-z]|^\W*[A-Z][a-z]+\W*$/.test(words)) return false;
  const { parent } = node;
  if (!parent || parent.name === 'PropertyDefinition' || parent.name === 'CaseLabel' || parent.getChild('CompareOp')) return false;
  if (parent.name === 'Property' && forProgramProperties.test(source.slice(parent.from, parent.firstChild?.to))) return false;
  if (parent.name === 'Property' && parent.firstChild?.from === node.from) return false;
  return parent.name !== 'ArgList' || !forPrograms.test(source.slice(parent.parent?.from, parent.from));
}

/** Without what is different each time. */
function wordsOf(node: SyntaxNode, source: string): string {
  let words = '';
  let from = node.from + 1;
  for (const part of node.getChildren('Interpolation')) {
    words += source.slice(from, part.from);
    from = part.to;
  }
  return (words + source.slice(from, node.to - 1)).replaceAll(/\$\([\w~-]+\)|\\n/g, '');
}

function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = call.getChild('ArgList')?.firstChild ?? null; child; child = child.nextSibling)
    if (/^\w/.test(child.name) && child.name !== 'LineComment') parts.push(child);
  return parts;
}

/** The text, or the texts that a condition chooses from. */
function literalsOf(node: SyntaxNode | undefined, source: string): readonly string[] {
  if (node?.name === 'ConditionalExpression') {
    const [, ...choices] = partsOf(node);
    return choices.flatMap((choice) => literalsOf(choice, source));
  }
  if (node?.name !== 'String' && (node?.name !== 'TemplateString' || node.getChild('Interpolation'))) return [];
  const written = source.slice(node.from + 1, node.to - 1);
  return [written.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))];
}

function partsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (/^\w/.test(child.name)) parts.push(child);
  return parts;
}

function placeOf(node: SyntaxNode, source: string, file: string): string {
  return `${file}:${source.slice(0, node.from).split('\n').length}: `;
}

/** What is wrong with translations of `english`, whose keys are texts or name them. */
export function faultsOf(english: Texts, translated: Texts, file: string): readonly string[] {
  return [
    ...Object.keys(english).flatMap((key) => (translated[key] === undefined ? [`${file} lacks ${JSON.stringify(key)}.`] : [])),
    ...Object.entries(translated).flatMap(([key, text]) => {
      const original = english[key];
      if (original === undefined) return [`${file} has ${JSON.stringify(key)}, which no source has.`];
      const [wanted, has] = [original, text].map((one) => marksOf(one).join(' '));
      return wanted === has ? [] : [`${file} has other placeholders, commands or settings in ${JSON.stringify(key)}: ${wanted} · ${has}`];
    }),
  ];
}

/** What a translation has to keep: placeholders, code, and links to commands and settings. */
function marksOf(text: string): readonly string[] {
  return [...new Set(text.match(/\{\w+\}|\(command:[\w.]+\)|#[\w.]+#|`[^`]+`/g) ?? [])].toSorted();
}

function translations(name: string): Texts {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as Texts;
}

export function textFaults(): readonly string[] {
  const { texts, faults } = textsInSources();
  const english = Object.fromEntries([...texts].map((text) => [text, text]));
  return [
    ...faults,
    ...untranslated().map((place) => `${place} is not in t().`),
    ...languages.flatMap((language) => [
      ...faultsOf(english, translations(`l10n/bundle.l10n.${language}.json`), `l10n/bundle.l10n.${language}.json`),
      ...faultsOf(translations('package.nls.json'), translations(`package.nls.${language}.json`), `package.nls.${language}.json`),
    ]),
  ];
}

/** In brackets, with accents, and 40 % longer. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\}|\(command:[^)]*\)|\$\([\w~-]+\)|`[^`]*`|#[\w.]+#)/);
  const accented = parts.map((part, i) => (i % 2 === 1 ? part : part.replaceAll(/[aeiouAEIOU]/g, (letter) => `${letter}\u0301`)));
  return `[${accented.join('')}${'~'.repeat(Math.ceil(text.length * 0.4))}]`;
}

/** All texts of the sources in `pseudo`. */
export function pseudoTexts(): Texts {
  return Object.fromEntries([...textsInSources().texts].map((text) => [text, pseudo(text)]));
}

function main([action, language = '']: readonly string[]): void {
  const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  if (action === 'pseudo') return print(pseudoTexts());
  if (action === 'missing') {
    const has = translations(`l10n/bundle.l10n.${language}.json`);
    return print(Object.fromEntries([...textsInSources().texts].filter((text) => has[text] === undefined).map((text) => [text, text])));
  }
  const faults = textFaults();
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

if (process.argv[1] !== undefined && relative(process.argv[1], import.meta.filename) === '') main(process.argv.slice(2));
