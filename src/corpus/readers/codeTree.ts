import type { CodeGrammar } from './codeGrammars.ts';
import type { CodeLines, CodeDefinition } from './codeLines.ts';

/**
 * The definitions of a program by its grammar, in order, properly nested, in whole lines. Definitions that begin after other code on their
 * line are left out. The parser recovers from errors, and no text is lost.
 * @returns undefined when too much of the text is ambiguous
 */
export function definitionsInTree(lines: CodeLines, grammar: CodeGrammar): readonly CodeDefinition[] | undefined {
  const found: FoundNode[] = [];
  for (const { start, end } of chunksOf(lines)) {
    const text = lines.source.text.slice(start, end);
    const tree = treeOf(text, grammar.parser);
    if (tree === undefined) return undefined;
    addDefinitions(tree, text, start, grammar, found);
  }
  return inLines(found, lines, grammar);
}

type Tree = ReturnType<CodeGrammar['parser']['parse']>;
type PartialParse = ReturnType<CodeGrammar['parser']['startParse']>;

/**
 * Parses a text unless it stays ambiguous for long, as in `a<b>(c)a<b>(c)…`: then the parser's time grows with the cube of its length. Code
 * that people write has up to 140 such tokens in a row.
 */
function treeOf(text: string, parser: CodeGrammar['parser']): Tree | undefined {
  const parse = parser.startParse(text);
  let crowded = 0;
  for (let tree = parse.advance(); ; tree = parse.advance()) {
    if (tree !== null) return tree;
    crowded = Math.max(0, crowded + (readingsOf(parse) > MANY_READINGS ? 1 : -1));
    if (crowded > MAX_CROWDED) return undefined;
  }
}

const MANY_READINGS = 4;
const MAX_CROWDED = 500;

/** The number of readings that the parser follows. It has no public accessor for its list of them. */
function readingsOf(parse: PartialParse): number {
  return 'stacks' in parse && Array.isArray(parse.stacks) ? parse.stacks.length : 0;
}

/**
 * Parts to parse separately: when the parser has to recover from errors, its time grows faster than the length. A long part ends where an
 * unindented line follows a blank one, a very long part anywhere. Lines so long that only machines write them are left out.
 */
function* chunksOf(lines: CodeLines): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  let isAfterBlank = false;
  for (let line = 0; line < lines.count; line++) {
    const at = lines.startOf(line);
    const end = lines.endOf(line);
    const indent = lines.indentOf(line);
    const isLong = end - at > MAX_LINE_CHARS;
    const length = at - start;
    if (isLong || length > MAX_CHUNK_CHARS || (length > CHUNK_CHARS && isAfterBlank && indent === 0)) {
      if (length > 0) yield { start, end: at };
      start = isLong ? end : at;
    }
    isAfterBlank = indent === undefined;
  }
  if (start < lines.source.text.length) yield { start, end: lines.source.text.length };
}

const CHUNK_CHARS = 50_000;
const MAX_CHUNK_CHARS = 250_000;
const MAX_LINE_CHARS = 10_000;

function addDefinitions(tree: Tree, text: string, base: number, grammar: CodeGrammar, found: FoundNode[]): void {
  const path: OpenNode[] = [];
  tree.iterate({
    enter({ name: type, from, to }) {
      const parent = path.at(-1);
      if (parent?.naming?.names.has(type) === true) addName(parent.naming, nameAt(text, from, to));
      const names = grammar.definitions.get(type);
      const isTopLevel = parent === undefined || (parent.isTopLevel && (path.length === 1 || grammar.wrappers.has(parent.type)));
      if (names === undefined || (!isTopLevel && grammar.atTopLevel.has(type))) {
        path.push({ type, from, isTopLevel, naming: grammar.through.has(type) ? parent?.naming : undefined });
        return;
      }
      const definition: FoundNode = {
        name: '',
        names,
        joint: grammar.joints.get(type),
        from: base + beginning(path, grammar.wrappers, from),
        to: base + to,
      };
      found.push(definition);
      path.push({ type, from, isTopLevel: false, naming: definition });
    },
    leave() {
      path.pop();
    },
  });
}

interface FoundNode {
  name: string;
  readonly names: ReadonlySet<string>;
  /** The text between the first name and further names. */
  readonly joint: string | undefined;
  readonly from: number;
  readonly to: number;
}

interface OpenNode {
  readonly type: string;
  readonly from: number;
  /** True when only the program and wrappers surround the node. */
  readonly isTopLevel: boolean;
  /** The definition that a child of this node may name. */
  readonly naming: FoundNode | undefined;
}

function beginning(path: readonly OpenNode[], wrappers: ReadonlySet<string>, from: number): number {
  let start = from;
  for (let i = path.length - 1; i > 0; i--) {
    const node = path[i];
    if (node === undefined || !wrappers.has(node.type)) break;
    start = node.from;
  }
  return start;
}

function addName(node: FoundNode, name: string): void {
  if (node.name === '') node.name = name;
  else if (node.joint !== undefined) node.name += node.joint + name;
}

function nameAt(text: string, from: number, to: number): string {
  return text
    .slice(from, Math.min(to, from + MAX_NAME_CHARS))
    .replace(/\s+/g, ' ')
    .trim();
}

const MAX_NAME_CHARS = 80;

function inLines(nodes: readonly FoundNode[], lines: CodeLines, { leads, isIndentationBased }: CodeGrammar): readonly CodeDefinition[] {
  const { text, lines: table } = lines.source;
  const definitions: CodeDefinition[] = [];
  const openEnds: number[] = [];
  const lastCharacter = lastCharacterIn(text);
  let floor = 0;
  let lastLine = -1;
  for (const { name, from, to } of nodes) {
    const line = table.lineAt(from);
    if (name === '' || line <= lastLine || !isFirstOnLine(text, lines.startOf(line), from)) continue;
    for (let end = openEnds.at(-1); end !== undefined && end <= line; end = openEnds.at(-1)) {
      floor = Math.max(floor, end);
      openEnds.pop();
    }
    const outerEnd = openEnds.at(-1) ?? lines.count;
    const ownEnd = Math.min(table.lineAt(lastCharacter(from, to)) + 1, outerEnd);
    const endLine = isIndentationBased ? afterDeeper(lines, line, ownEnd, outerEnd) : ownEnd;
    definitions.push({ name, firstLine: lines.leadOf(line, floor, leads), endLine });
    openEnds.push(endLine);
    floor = line + 1;
    lastLine = line;
  }
  return definitions;
}

/** The end of the lines from `from` on that are indented deeper than `line`. */
function afterDeeper(lines: CodeLines, line: number, from: number, outerEnd: number): number {
  const indent = lines.indentOf(line) ?? 0;
  let end = from;
  for (let below = lines.filledFrom(from); below < outerEnd && (lines.indentOf(below) ?? 0) > indent; below = lines.filledFrom(end))
    end = below + 1;
  return end;
}

function isFirstOnLine(text: string, lineStart: number, at: number): boolean {
  for (let i = at - 1; i >= lineStart; i--) if (text.charAt(i).trim() !== '') return false;
  return true;
}

/**
 * Finds the last character of a range. Python's blocks include the blank lines and comment indentation after them, and nested blocks all
 * include the same ones, so the search must not repeat for each.
 */
function lastCharacterIn(text: string): (from: number, to: number) => number {
  let knownEnd = 0;
  let knownTo = 0;
  return (from, to) => {
    if (to <= knownEnd || to > knownTo) {
      knownTo = knownEnd = to;
      while (knownEnd > 0 && text.charAt(knownEnd - 1).trim() === '') knownEnd--;
    }
    return Math.max(knownEnd - 1, from);
  };
}
