import type { MarkupLines } from './markupLines.ts';

/** A named piece of code in whole lines, including the comments and attributes directly above it. */
export interface CodeDefinition {
  readonly name: string;
  readonly firstLine: number;
  readonly endLine: number;
}

interface OpenDefinition {
  readonly name: string;
  readonly firstLine: number;
  readonly indent: number;
  /** Whether what looks like a call inside it is a definition, as in a class. */
  readonly isContainer: boolean;
  lastLine: number;
  readonly slot: number;
}

/**
 * Finds the definitions of a program in any language: a line that looks like the start of one, the lines below it that are indented deeper,
 * and the lines that close it. Linear. At worst some definitions are missed or end early; no text is lost.
 */
export function codeDefinitions(lines: MarkupLines): readonly CodeDefinition[] {
  const found: CodeDefinition[] = [];
  const open: OpenDefinition[] = [];
  let floor = 0;
  const close = (indent: number): void => {
    for (let top = open.at(-1); top !== undefined && top.indent >= indent; top = open.at(-1)) {
      found[top.slot] = { name: top.name, firstLine: top.firstLine, endLine: top.lastLine + 1 };
      floor = Math.max(floor, top.lastLine + 1);
      open.pop();
    }
  };
  for (let line = 0; line < lines.count; line++) {
    if (lines.isBlank(line)) continue;
    const indent = lines.indentOf(line);
    const body = bodyOf(lines, line);
    close(GOES_ON.test(body) ? indent + 1 : indent);
    const head = body.slice(0, HEAD_CHARS);
    const name =
      nameIn(head, indent) ??
      (open.at(-1)?.isContainer === false
        ? undefined
        : signatureIn(head, body, open.length > 0, line + 1 < lines.count ? bodyOf(lines, line + 1) : ''));
    if (name !== undefined) {
      const firstLine = leadOf(lines, line, floor);
      open.push({ name, firstLine, indent, isContainer: CONTAINER.test(head), lastLine: line, slot: found.length });
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

function nameIn(head: string, indent: number): string | undefined {
  for (const { pattern, isOutermost } of PATTERNS) {
    const name = isOutermost && indent > 0 ? undefined : pattern.exec(head)?.[1];
    if (name !== undefined && !KEYWORDS.has(name)) return name.replace(/["`[\]]|(?<![:.])[:.]+$/g, '');
  }
  return undefined;
}

/** The name before the brackets of a function or method, which calls have too. Outside of classes, a block must follow. */
function signatureIn(head: string, body: string, isInside: boolean, next: string): string | undefined {
  const [, type = '', name = ''] = SIGNATURE.exec(head) ?? [];
  if (name === '' || KEYWORDS.has(name) || STATEMENT.test(head) || FUNCTION_AT_END.test(body)) return undefined;
  const hasBlock = body.endsWith('{') || next.startsWith('{') || (type !== '' && /[(,]$/.test(body));
  return isInside || hasBlock ? name : undefined;
}

const HEAD_CHARS = 200;
const MODIFIERS =
  '(?:(?:public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|override|virtual|async|partial|data|inline|suspend|export|default|local|' +
  'mutating|implicit|lazy|case|pub(?:\\([^()]*\\))?|unsafe|extern|external|readonly|required|convenience|infix|operator|companion|inner|value|annotation|' +
  'actual|expect|tailrec|indirect|distributed|nonisolated|declare|typedef|const|@\\w+)\\s+)';
const CONTAINERS =
  'class|module|defmodule|struct|enum(?:\\s+class)?|union|trait|object|interface|@interface|protocol|extension|namespace|record|actor|mixin|service|instance';
const CONTAINER = new RegExp(`^${MODIFIERS}*(?:${CONTAINERS}|impl)\\b`);
const PATTERNS: readonly { readonly pattern: RegExp; readonly isOutermost?: boolean }[] = [
  { pattern: /^impl(?:<[^{]{0,80}?>)?\s+([^{]{1,80}?)(?:\s+where\b|\s*\{|$)/ },
  // `class`, `def`, `fun` … followed by a name, as in most languages; in Go a receiver is between.
  {
    pattern: new RegExp(
      `^${MODIFIERS}*(?:${CONTAINERS}|def|defp|defmacro|fun|func|function|fn|sub|message|given|type|macro_rules!)\\*?\\s+(?:<[^>]{0,80}>\\s*|\\([^()]{0,80}\\)\\s*)?((?:[\\w$]+<[^()]{0,40}>\\.)?[\\w$.:?!~*#]+)`,
    ),
  },
  {
    pattern:
      /^create\s+(?:or\s+(?:replace|alter)\s+)?(?:\w+\s+){0,2}(?:table|view|function|procedure|trigger|index|type|schema|package)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i,
  },
  { pattern: /^([\w.$:#]+)\s*(?:<-|=)\s*(?:async\s+)?(?:function\b|\(.*=>)/ },
  { pattern: /^([\w:.-]+)\s*\(\)\s*\{?$/ },
  { pattern: /^([a-z_][\w']*)\s*::\s/ },
  { pattern: new RegExp(`^${MODIFIERS}*(init|deinit|constructor)\\b[?!]?\\s*[({]`) },
  // `public static List<int> Name(`, as in C# and similar languages.
  { pattern: new RegExp(`^${MODIFIERS}+(?:[\\w<>[\\],.?]+\\s+){0,3}([\\w.]+)(?:<[\\w, ]{0,60}>)?\\s*\\(`) },
  // A value of several lines.
  {
    pattern:
      /^(?:(?:export|pub(?:\([^()]*\))?|declare)\s+)?(?:(?:const|let|var|static)\s+){1,2}(?:mut\s+)?([\w$]+)(?=\s*[:=]|\s+[\w[*.]+\s*(?:=|\{))/,
    isOutermost: true,
  },
  { pattern: /^([A-Za-z_$][\w.$]*)\s*(?::[^=]{1,80})?=(?![=>])/, isOutermost: true },
];
/** What is before the name, and the name. */
const SIGNATURE = /^((?:[\w$<>[\],.?*&:~|]+\s+){1,6}|)[*&]*([\w$#~]+(?:(?:<[^()<>]{0,40}>)?::~?[\w$]+)*)(?:<[^()]{0,80}>)?\s?\(/;
const STATEMENT =
  /^(?:if|for|foreach|while|switch|return|else|do|try|catch|with|new|await|yield|case|when|match|unless|until|using|lock|throw|guard|defer|go|let|assert|delete|not|print|echo|import|from|raise|super|this|self)\b/;
const FUNCTION_AT_END = /(?:=>|\||\bfunction\s*\w*\s*\([^()]*\)|\bdo)\s*\{$/;
const KEYWORDS: ReadonlySet<string> = new Set(
  'if for while switch return await using lock throw function catch super sizeof defined'.split(' '),
);

/** The first of the comment and attribute lines directly above a line, but not above `floor`; the line itself when there are none. */
function leadOf(lines: MarkupLines, line: number, floor: number): number {
  let first = line;
  for (let above = line - 1; above >= floor; above = first - 1) {
    const body = bodyOf(lines, above);
    if (body === '') break;
    const block = LEAD_BLOCKS.find(([, close]) => body.endsWith(close));
    const opening = block === undefined ? undefined : lineWith(lines, block[0], above, floor);
    // In Python it is the text of the definition around.
    if (block?.[0] === '"""' && opening === floor) break;
    if (opening !== undefined) first = opening;
    else if (LEAD.test(body)) first = above;
    else break;
  }
  return first;
}

/**
 * The line above, at most MAX_LEAD_LINES away, that begins with the start mark of a comment. A comment that starts after code does not
 * count.
 */
function lineWith(lines: MarkupLines, opening: string, from: number, floor: number): number | undefined {
  for (let line = from; line >= Math.max(floor, from - MAX_LEAD_LINES); line--) {
    const body = bodyOf(lines, line);
    if (body.startsWith(opening)) return line;
    if (body.includes(opening) && opening !== '"""') return undefined;
  }
  return undefined;
}

/** A line without surrounding white space, up to a length limit. */
function bodyOf(lines: MarkupLines, line: number): string {
  return lines.trimmedOf(line).slice(0, LOOK_CHARS);
}

const LOOK_CHARS = 400;
const MAX_LEAD_LINES = 500;

/** Comments and attributes, in all languages. */
const LEAD = /^(?:\/\/|--|#|;;|%|@|\[\w|template\b)/;
/** Start and end marks of comments of several lines. */
const LEAD_BLOCKS: readonly (readonly [string, string])[] = [
  ['/*', '*/'],
  ['"""', '"""'],
  ['--[[', ']]'],
  ['=begin', '=end'],
  ['#=', '=#'],
  ['{-', '-}'],
  ['(*', '*)'],
  ['<#', '#>'],
];
