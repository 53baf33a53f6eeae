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
import type { SyntaxNode, Tree } from '@lezer/common';
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

/** All texts in calls of `t` and `count`, what the engine says, and calls whose texts are not written in them. */
function textsInSources(): Found {
  const texts = new Set<string>();
  const faults: string[] = [];
  for (const file of globSync('{src,webview-ui}/**/*.{ts,tsx}', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    const found = textsIn(source, file);
    for (const text of found.texts) texts.add(text);
    if (saidToPeople.test(file) && !notSaid.test(file)) for (const text of saidIn(source)) texts.add(text);
    faults.push(...found.faults);
  }
  return { texts, faults };
}

/** Folders of what says something in English that the editor translates (`translated` in src/base/userLanguage.ts). */
const saidToPeople =
  /^src.(?:base|check|citations|corpus|door|engine|folder|indexing|models|pipelines|reasoning|retrieval|run|search|table|trace|protocol.(?:followUp|identity))\b/;
/** What models and inserted answers read, questions, and words of documents. */
const notSaid =
  /prompts|extractive|replySchema|middleware|reasoning.roles.(?!thread)|syntaxes|draft|readers.(?:admonitions|code|container|latex|org|rst)|metadata|suggestQuestions|solvePlan|preview/;
/** What is sent to models to try them, and conditions of a database. */
const isExample =
  /^(?:path|row|`contentHash`) IN |^\[|et al\. 20|France|potatoes|guitar|^The man |instrument|on the stage|^author |This is about|^in common$|^not built$/;
/** A sentence or a part of one, unlike a list of words. */
const english =
  /\b(?:an?|are|be|been|by|cannot|does|for|from|has|have|in|is|it|its|later|longer|no|not|now|nowhere|of|on|or|than|that|the|then|this|to|was|were|with|your|server|model|provider|embedder|page)\b/i;

/** What the engine says in a file, with `{0}`, `{1}` … in place of what is different each time. */
export function saidIn(source: string): ReadonlySet<string> {
  const texts = new Set<string>();
  const joined = new Set<number>();
  treeOf(source).iterate({
    enter({ name, node }) {
      if (/^(?:Call|New)Expression$/.test(name) && notSaidBy.test(source.slice(node.from, node.getChild('ArgList')?.from))) return false;
      if (/^(?:ImportDeclaration|LiteralType|CaseLabel)$/.test(name)) return false;
      if (name === 'Property' && source.startsWith('paper:', node.from)) return false;
      if (name !== 'String' && name !== 'TemplateString' && name !== 'BinaryExpression') return undefined;
      const parts = name === 'BinaryExpression' ? joinedParts(node, source) : [node];
      if (!parts || joined.has(node.from) || node.parent?.getChild('CompareOp')) return undefined;
      for (const part of parts) joined.add(part.from);
      const text = numbered(parts.map((part) => templateOf(part, source)).join(''));
      if (/\b[A-Za-z]+[,;]? (?:\S+ )*\S*[A-Za-z]{2,}/.test(text) && english.test(text) && !isExample.test(text)) texts.add(text);
      return undefined;
    },
  });
  return texts;
}

const notSaidBy =
  /(?:^t|^count|\.describe|\blog(?:ger)?\.\w+|^\w*log|invariant|abortError|names|counted|wordSet|\.(?:split|delete|where|regex|test)|RegExp|new (?:\w*TangledError|Error|TypeError|AggregateError|RangeError)|unusable|misuse)$/;

/** The strings of a sum that has nothing else. */
function joinedParts(node: SyntaxNode, source: string): readonly SyntaxNode[] | undefined {
  const parts = partsOf(node, 'ArithOp').flatMap((part) =>
    part.name === 'BinaryExpression' ? (joinedParts(part, source) ?? [part]) : [part],
  );
  const isSum = source.slice(node.getChild('ArithOp')?.from, node.getChild('ArithOp')?.to) === '+';
  return isSum && parts.every(({ name }) => name === 'String' || name === 'TemplateString') ? parts : undefined;
}

/** With `{}` for each interpolation. */
function templateOf(node: SyntaxNode, source: string): string {
  let text = '';
  let from = node.from + 1;
  for (const part of node.getChildren('Interpolation')) {
    text += `${source.slice(from, part.from)}{}`;
    from = part.to;
  }
  return unescaped(text + source.slice(from, node.to - 1));
}

function numbered(template: string): string {
  let n = 0;
  return template.replaceAll('{}', () => `{${n++}}`);
}

const trees = new Map<string, Tree>();

function treeOf(source: string, file = ''): Tree {
  const tree = trees.get(source) ?? parser.configure({ dialect: file.endsWith('x') ? 'ts jsx' : 'ts' }).parse(source);
  trees.set(source, tree);
  return tree;
}

/** The one place where a text is put together: `count` of a number and a noun. */
const counting = join('src', 'base', 'amounts.ts');

export function textsIn(source: string, file: string): Found {
  const texts = new Set<string>();
  const faults: string[] = [];
  const usesTexts = /import \{[^}]*\bt\b[^}]*\} from '@vscode\/l10n'/.test(source);
  treeOf(source, file).iterate({
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

/** Strings of what runs in the editor and its pages that look like a text for people and are in no call of `t`. */
function untranslated(): readonly string[] {
  return globSync('{src/extension,src/protocol,src/trace/dag,webview-ui}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !notForPeople.test(file))
    .flatMap((file) => untranslatedIn(readFileSync(join(root, file), 'utf8'), file));
}

export function untranslatedIn(source: string, file: string): readonly string[] {
  const faults: string[] = [];
  treeOf(source, file).iterate({
    enter({ name, node }) {
      if (name === 'CallExpression' && /^(?:t|count)$/.test(source.slice(node.from, node.firstChild?.to))) return false;
      if (name === 'ImportDeclaration' || name === 'LiteralType') return false;
      if (name === 'JSXAttribute' && forStyles.test(source.slice(node.parent?.from, node.firstChild?.to))) return false;
      const written = source.slice(node.from, node.to).trim();
      if (name === 'JSXText' && /\p{L}{2,}/u.test(written)) faults.push(placeOf(node, source, file) + written);
      if (name !== 'String' && name !== 'TemplateString' && name !== 'JSXAttributeValue') return undefined;
      if (isText(wordsOf(node, source), node, source)) faults.push(placeOf(node, source, file) + written);
      return undefined;
    },
  });
  return faults;
}

/** What agents and bug reports get, and the declarations whose texts are in package.nls.json. */
const notForPeople =
  /agentTools|appHost|exportFormats|followUp.ts|identity.ts|contributions|declaredSettings|budgetSetting|modelPrices|agentCalls|agentTexts|installPlan|pageHtml|scrubbed|diagnostics.register/;
const names =
  /^(?:Ariadne:?|Ollama|LM Studio|Azure OpenAI|VS Code:?|Markdown|Claude Code|Codex|Cursor|OpenAI|OpenRouter|Escape|Enter|Esc|Tab|Space|Home|End|Shift|Alt\+)$/;
/** Arguments of these are for the program, or for developers. */
const forPrograms =
  /(?:\blog(?:ger)?\.\w+|\blog|new Error|abortError|\.describe|executeCommand|setContext|getConfiguration|\.(?:closest|matches|split|join|replace|replaceAll|startsWith|endsWith|includes|indexOf|toLocaleString)|new Theme(?:Color|Icon)|new RegExp|Uri\.\w+)$/;
const forProgramProperties = /^(?:rootMargin|when|command|kind|id|code|purpose|contextValue|scheme|language|border|borderWidth)$/;

function isText(words: string, node: SyntaxNode, source: string): boolean {
  if (words.split(/[\s"]+/).every((word) => word === '' || styleNames().has(word))) return false;
  if (names.test(words.trim()) || !/[A-Za-z]{2}/.test(words)) return false;
  if (!/[A-Za-z]{2,},? \S*[A-Za-z]|^\W*[A-Z][a-z]+\W*$/.test(words)) return false;
  const { parent } = node;
  if (!parent || parent.name === 'PropertyDefinition' || parent.name === 'CaseLabel' || parent.getChild('CompareOp')) return false;
  if (parent.name === 'Property' && forProgramProperties.test(source.slice(parent.from, parent.firstChild?.to))) return false;
  if (parent.name === 'Property' && parent.firstChild?.from === node.from) return false;
  return parent.name !== 'ArgList' || !forPrograms.test(source.slice(parent.parent?.from, parent.from));
}

const forStyles = /\b(?:class\w*|icon)$|^<Icon /;
let styled: ReadonlySet<string> | undefined;

/** Classes of the pages. */
function styleNames(): ReadonlySet<string> {
  const sheets = globSync('webview-ui/**/*.css', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  return (styled ??= new Set(sheets.join('').match(/[\w-]+/g)));
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
  return [unescaped(source.slice(node.from + 1, node.to - 1))];
}

function unescaped(written: string): string {
  return written.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
}

function partsOf(node: SyntaxNode, without?: string): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (/^\w/.test(child.name) && child.name !== without) parts.push(child);
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

/** Keys that a file has twice, of which JSON keeps the last. */
export function twiceIn(json: string, file: string): readonly string[] {
  const keys = [...json.matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm)].map(([, key]) => key);
  return keys.filter((key, i) => keys.indexOf(key) < i).map((key) => `${file} has ${key} twice.`);
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
      ...[`l10n/bundle.l10n.${language}.json`, `package.nls.${language}.json`].flatMap((file) =>
        twiceIn(readFileSync(join(root, file), 'utf8'), file),
      ),
    ]),
  ];
}

/** In brackets, with accents, and 40 % longer. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{\w+\}|\(command:[^)]*\)|\$\([\w~-]+\)|`[^`]*`|#[\w.]+#)/);
  const accented = parts.map((part, i) => (i % 2 === 1 ? part : part.replaceAll(/[aeiouAEIOU]/g, (letter) => `${letter}\u0301`)));
  return `[${accented.join('')}${'~'.repeat(Math.ceil(text.length * 0.4))}]`;
}

/** All texts in `pseudo`: those that a translation has, which are those of the sources. */
export function pseudoTexts(): Texts {
  return Object.fromEntries(Object.keys(translations('l10n/bundle.l10n.de.json')).map((text) => [text, pseudo(text)]));
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
