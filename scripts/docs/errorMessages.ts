/** The sentences of all errors, as they are in the sources, by code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { parseScope } from '../../src/protocol/scopeSyntax.ts';
import { tableProblems } from '../../src/protocol/table.ts';

const root = join(import.meta.dirname, '..', '..');
const language = parser.configure({ dialect: 'ts' });

/** Around the name of what is different each time. */
export const hole = { begin: '\u2045', end: '\u2046' };

interface ErrorGroup {
  readonly title: string;
  readonly codes: readonly { readonly code: string; readonly messages: readonly string[] }[];
}

/** In the order of the page. A code is in the first group that has its beginning. */
const groups: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['A model does not answer', /^(?:chat|reasoner|model)-/],
  ['A model on a server, or a download', /^(?:endpoint|door)-|^offline$/],
  [
    'A document is not read',
    /^(?:document|binary|empty|encrypted|file|not-utf8|not-a-notebook|scanned|unreadable|unsupported|wrong-ext|reader)/,
  ],
  [
    'The folder and its index',
    /^(?:folder|index|indexed|already-indexing|no-folder|not-a-folder|virtual|untrusted|read-only|embedder|learning|kernel)/,
  ],
  ['Where the index is', /^storage-/],
  [
    'Questions and their logs',
    /^(?:run|log|question-empty|budget|scope|edit|passage|pipeline|parameter|replay|interrupted|no-answer|nothing-to|selfdc|candidates|sub-q)/,
  ],
  ['Tables', /^table-/],
  ['Citations and agents', /^(?:agent|source|outside|other-drive|no-file|not-open|port)/],
  ['Ariadne itself', /^(?:engine|notes)/],
  ['The laboratory', /./],
];

export function errorMessages(): readonly ErrorGroup[] {
  const found = Map.groupBy(
    globSync('{src,lab}/**/*.ts', { cwd: root })
      .toSorted()
      .flatMap((path) => messagesIn(readFileSync(join(root, path), 'utf8')))
      .concat(made),
    ({ code }) => code,
  );
  const codes = [...found].map(([code, all]) => ({ code, messages: [...new Set(all.map(({ message }) => message))] }));
  const grouped = Map.groupBy(
    codes.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
    ({ code }) => groups.find(([, pattern]) => pattern.test(code))?.[0] ?? '',
  );
  return groups.flatMap(([title]) => {
    const ofGroup = grouped.get(title);
    return ofGroup ? [{ title, codes: ofGroup }] : [];
  });
}

interface Message {
  readonly code: string;
  readonly message: string;
}

/** Sentences that are elsewhere than their codes. */
const made: readonly Message[] = [
  ...['…', 'in:"…', 'in:', 'in:>…', 'in:..', 'type:…', 'modified:…', 'year:…', 'pages:>…']
    .flatMap((scope) => parseScope(scope).problems)
    .map(({ message }) => ({ code: 'scope-invalid', message: message.replace('at character 1', 'at character …') })),
  ...Object.entries(tableProblems).map(([problem, message]) => ({
    code: problem === 'newer' ? 'table-too-new' : 'table-broken',
    message: `${hole.begin}file${hole.end} ${message}`,
  })),
];

/** Where a code and a sentence are side by side: `new AriadneError(code, sentence)`, a function of this form, `{ code, sentence }`. */
function messagesIn(text: string): readonly Message[] {
  const found: Message[] = [];
  language.parse(text).iterate({
    enter({ name, node }) {
      if (name !== 'ArgList' && name !== 'ObjectExpression') return;
      const parts = name === 'ArgList' ? partsOf(node) : propertiesOf(node, text);
      for (const [i, part] of parts.entries()) {
        const sentence = parts[i + 1];
        if (sentence === undefined || (part.name !== 'String' && part.name !== 'TemplateString')) continue;
        const codes = codesOf(text.slice(part.from + 1, part.to - 1));
        if (codes.length === 0) continue;
        const messages = sentencesOf(sentence, text).filter((message) => /^[^a-z].* .*[a-z]/.test(message));
        found.push(...codes.flatMap((code) => messages.map((message) => ({ code, message }))));
      }
    },
  });
  return found;
}

const declared = readFileSync(join(root, 'src', 'base', 'errors.ts'), 'utf8');
const namesIn = (type: string): readonly string[] =>
  [...(declared.split(`export type ${type} =`)[1]?.split(';')[0] ?? '').matchAll(/\| '([\w-]+)'/g)].map(([, name = '']) => name);
const faults = namesIn('ServerFault');
/** All codes. */
export const errorCodes: readonly string[] = [
  ...namesIn('ErrorCode').filter((name) => name !== 'endpoint'),
  ...faults.flatMap((fault) => codesOf(fault)),
];

/** A fault of a server, alone or behind the beginning of its code, is that of both kinds of servers. */
function codesOf(written: string): readonly string[] {
  const [, fault = ''] = /^(?:\$\{service\.codes\}-)?([a-z-]+)$/.exec(written) ?? [];
  if (faults.includes(fault)) return [`chat-${fault}`, `endpoint-${fault}`];
  return errorCodes.includes(written) ? [written] : [];
}

function partsOf(list: SyntaxNode): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = list.firstChild; child; child = child.nextSibling) if (/^\w/.test(child.name)) parts.push(child);
  return parts;
}

/** The values of `code` and `sentence`. */
function propertiesOf(object: SyntaxNode, text: string): readonly SyntaxNode[] {
  const values = new Map<string, SyntaxNode>();
  for (const property of object.getChildren('Property')) {
    const name = property.firstChild;
    const value = property.lastChild;
    if (name && value) values.set(text.slice(name.from, name.to), value);
  }
  return ['code', 'sentence'].flatMap((name) => values.get(name) ?? []);
}

/** What an expression can say, with the names of what is different each time between `hole`. Empty where it is not written in this file. */
function sentencesOf(node: SyntaxNode, text: string): readonly string[] {
  switch (node.name) {
    case 'String':
      return [text.slice(node.from + 1, node.to - 1).replace(/\\(.)/g, '$1')];
    case 'TemplateString':
      return [templateOf(node, text)];
    case 'ParenthesizedExpression':
    case 'ArrowFunction':
      return partsOf(node)
        .slice(-1)
        .flatMap((part) => sentencesOf(part, text));
    case 'ConditionalExpression':
      return partsOf(node)
        .slice(1)
        .flatMap((part) => sentencesOf(part, text));
    case 'BinaryExpression': {
      const [first, last] = [node.firstChild, node.lastChild].map((side) => (side ? sentencesOf(side, text) : []));
      return (first ?? []).flatMap((begin) => (last ?? []).map((end) => begin + end));
    }
    case 'CallExpression':
    case 'MemberExpression':
      if (text.startsWith('t(', node.from)) return translatedIn(node, text);
      // `sentence.trimEnd()`
      return node.firstChild && node.firstChild.name !== 'VariableName' ? sentencesOf(node.firstChild, text) : [];
    case 'VariableName':
      return valueOf(node, text);
    default:
      return [];
  }
}

/** The value of a constant around it; of a parameter, what the calls of the function in this file give for it. */
function valueOf(name: SyntaxNode, text: string): readonly string[] {
  const word = text.slice(name.from, name.to);
  const isNamed = ({ from, to }: SyntaxNode): boolean => text.slice(from, to) === word;
  for (let around = name.parent; around; around = around.parent) {
    const values = around
      .getChildren('VariableDeclaration')
      .filter((declaration) => declaration.getChildren('VariableDefinition').some(isNamed));
    const [value] = values.flatMap((declaration) => declaration.getChild('Equals')?.nextSibling ?? []);
    if (value) return sentencesOf(value, text);
    const called = around.name === 'FunctionDeclaration' ? around.getChild('VariableDefinition') : null;
    const place = around.getChild('ParamList')?.getChildren('VariableDefinition').findIndex(isNamed) ?? -1;
    if (called && place >= 0) return givenTo(text.slice(called.from, called.to), place, text);
  }
  return [];
}

function givenTo(called: string, place: number, text: string): readonly string[] {
  const said: string[] = [];
  language.parse(text).iterate({
    enter({ name, node }) {
      const callee = name === 'CallExpression' ? node.firstChild : null;
      if (!callee || text.slice(callee.from, callee.to) !== called) return;
      const given = node.getChild('ArgList');
      const part = given && partsOf(given)[place];
      if (part && part.name !== 'VariableName') said.push(...sentencesOf(part, text));
    },
  });
  return said;
}

function templateOf(node: SyntaxNode, text: string): string {
  let said = '';
  let from = node.from + 1;
  for (const part of node.getChildren('Interpolation')) {
    const inside = part.firstChild?.nextSibling;
    said += text.slice(from, part.from) + (inside ? holeOf(inside, text) : '…');
    from = part.to;
  }
  return (said + text.slice(from, node.to - 1)).replaceAll('\\n', ' ').replaceAll('……', '…').trim();
}

/** What says enough where it is different each time. */
const telling = /^(?:base url|document|extension|file|folder|host|id|line|model|name|path|port|server|status|uri|version)$/;

/** Of a call of `t`, whose first argument has the places of the others. */
function translatedIn(call: SyntaxNode, text: string): readonly string[] {
  const list = call.getChild('ArgList');
  const [sentence, ...given] = list ? partsOf(list) : [];
  return sentence
    ? sentencesOf(sentence, text).map((said) => said.replaceAll(/\{(\d)\}/g, (_, n: string) => placed(given[Number(n)], text)))
    : [];
}

function placed(node: SyntaxNode | undefined, text: string): string {
  return node ? holeOf(node, text) : '…';
}

function holeOf(node: SyntaxNode, text: string): string {
  const written = text.slice(node.from, node.to);
  const words = (written.split('.').at(-1) ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (/^[\w.]+$/.test(written)) return telling.test(words) ? `${hole.begin}${words}${hole.end}` : '…';
  return sentencesOf(node, text)[0] ?? '…';
}
