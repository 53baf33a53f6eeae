import { ANY_LEADS } from './codeLines.ts';
import type { CodeLines, CodeDefinition } from './codeLines.ts';

/**
 * Finds definitions in a language without a grammar: a line that looks like the start of one, the lines below it that are indented deeper,
 * and the lines that close it. Linear. At worst some definitions are missed or end early; no text is lost.
 */
export function definitionsByIndentation(lines: CodeLines): readonly CodeDefinition[] {
  const found: CodeDefinition[] = [];
  const open: { readonly name: string; readonly firstLine: number; readonly indent: number; lastLine: number; readonly slot: number }[] =
    [];
  let floor = 0;
  const close = (indent: number): void => {
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      found[top.slot] = { name: top.name, firstLine: top.firstLine, endLine: top.lastLine + 1 };
      floor = Math.max(floor, top.lastLine + 1);
      open.pop();
    }
  };
  for (let line = 0; line < lines.count; line++) {
    const indent = lines.indentOf(line);
    if (indent === undefined) continue;
    const body = lines.bodyOf(line);
    close(GOES_ON.test(body) ? indent + 1 : indent);
    const name = nameIn(body);
    if (name !== undefined) {
      const firstLine = lines.leadOf(line, floor, ANY_LEADS);
      open.push({ name, firstLine, indent, lastLine: line, slot: found.length });
      found.push({ name, firstLine, endLine: line + 1 });
      floor = line + 1;
    }
    for (const definition of open) definition.lastLine = line;
  }
  close(0);
  return found;
}

/** Lines with the indentation of a definition that belong to it. */
const GOES_ON =
  /^(?:[{}()\]]|\$\$|(?:end|else|elsif|elif|elseif|except|finally|rescue|ensure|catch|begin|then|do|where|fi|done|esac|as|is|language|returns?|declare)\b)/i;

function nameIn(body: string): string | undefined {
  const head = body.slice(0, HEAD_CHARS);
  for (const pattern of PATTERNS) {
    const name = pattern.exec(head)?.[1];
    if (name !== undefined && !KEYWORDS.has(name)) return name.replace(/["`[\]]|(?<![:.<])[:.<]+$/g, '');
  }
  return undefined;
}

const HEAD_CHARS = 200;
const MODIFIERS =
  '(?:(?:public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|override|virtual|async|partial|data|inline|suspend|export|local|' +
  'mutating|implicit|lazy|case|pub|unsafe|extern|external|readonly|new|required|convenience|default|infix|operator|companion|inner|value|annotation|' +
  'actual|expect|tailrec|indirect|distributed|nonisolated|@\\w+)\\s+)';
const PATTERNS: readonly RegExp[] = [
  // `class`, `def`, `fun` … followed by a name, as in most languages.
  new RegExp(
    `^${MODIFIERS}*(?:class|module|def|defp|defmodule|defmacro|fun|func|function|fn|sub|struct|enum(?:\\s+class)?|union|trait|object|interface|protocol|` +
      'extension|impl|namespace|package|record|actor|mixin|message|service|given|instance)\\s+(?:<[^>]{0,80}>\\s*)?([\\w$.:<>?!~*]+)',
  ),
  /^create\s+(?:or\s+(?:replace|alter)\s+)?(?:\w+\s+){0,2}(?:table|view|function|procedure|trigger|index|type|schema|package)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i,
  /^([\w.$:]+)\s*(?:<-|=)\s*function\b/,
  /^([\w:.-]+)\s*\(\)\s*\{?$/,
  /^([a-z_][\w']*)\s*::\s/,
  new RegExp(`^${MODIFIERS}*(init|deinit|constructor)\\b[?!]?\\s*[({]`),
  // `public static List<int> Name(`, as in C# and similar languages.
  new RegExp(`^${MODIFIERS}+(?:[\\w<>[\\],.?]+\\s+){0,3}([\\w.]+)(?:<[\\w, ]{0,60}>)?\\s*\\(`),
];
const KEYWORDS: ReadonlySet<string> = new Set(['if', 'for', 'while', 'switch', 'return', 'new', 'await', 'using', 'lock', 'throw']);
