import { isObject } from '../base/isObject.ts';

export type Extracted =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>>; readonly relaxed: boolean }
  | { readonly ok: false };

/**
 * Finds the JSON object in a model's text. `relaxed` means that it was not exactly JSON. Keys are data: never merge the value into another
 * object. Arrays, strings and numbers are not accepted. Source: pipelines.md 1.4.
 */
export function extractJson(text: string): Extracted {
  for (const candidate of objectsIn(text.replace(/^\uFEFF?\s*<think>[\s\S]*?<\/think>|^\uFEFF/, '').trim())) {
    const exact = parseObject(candidate);
    if (exact) return { ok: true, value: exact, relaxed: false };
    const rewritten = rewriteRelaxed(candidate);
    const relaxed = rewritten === null ? null : parseObject(rewritten);
    if (relaxed) return { ok: true, value: relaxed, relaxed: true };
  }
  return { ok: false };
}

function* objectsIn(text: string): Generator<string> {
  yield text;
  const fences = [...text.matchAll(/```([\s\S]*?)```/g)].map((match) => (match[1] ?? '').replace(/^[\w+-]+(?=[\s{])/, ''));
  yield* latest(fences.filter((fence) => fence.includes('{')));
  yield* latest(topLevelObjects(text));
}

/** The last ones first, because models think aloud before they answer. Only the last ones up to the limit are tried. */
function latest(found: readonly string[]): readonly string[] {
  return found.slice(-50).reverse();
}

/** Every balanced `{…}` that is not inside another, left to right, up to the first brace that never closes. */
function topLevelObjects(text: string): string[] {
  const objects: string[] = [];
  for (let start = text.indexOf('{'); start >= 0;) {
    const end = endOfObject(text, start);
    if (end === null) break;
    objects.push(text.slice(start, end));
    start = text.indexOf('{', end);
  }
  return objects;
}

function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{') depth++;
    else if (c === '}' && --depth === 0) return i + 1;
  }
  return null;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return isObject(value) ? value : null;
}

const words: ReadonlyMap<string, string> = new Map([
  ...['True', 'TRUE'].map((word) => [word, 'true'] as const),
  ...['False', 'FALSE'].map((word) => [word, 'false'] as const),
  ...['None', 'NULL', 'undefined', 'NaN', 'Infinity'].map((word) => [word, 'null'] as const),
]);
const literals: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/**
 * Rewrites almost valid JSON, with the deviations that models produce, as JSON; null when it contains a word that JSON does not
 * allow.
 */
function rewriteRelaxed(text: string): string | null {
  let out = '';
  // Searching for a missing end again from each beginning would take too long.
  const lastComment = text.lastIndexOf('*/');
  for (let i = 0; i < text.length;) {
    const c = text[i] ?? '';
    if (`"'“”`.includes(c)) {
      const string = readString(text, i);
      if (!string) return null;
      out += string.json;
      i = string.end;
      continue;
    }
    const comment = matchAt(i < lastComment ? anyComment : lineComment, text, i);
    const number = matchAt(digits, text, i);
    const word = matchAt(name, text, i);
    if (comment !== undefined) i += comment.length;
    else if (number !== undefined) {
      out += number;
      i += number.length;
    } else if (word !== undefined) {
      i += word.length;
      const isKey = matchAt(colon, text, i) !== undefined;
      const value = words.get(word) ?? (isKey ? JSON.stringify(word) : literals.has(word) ? word : null);
      if (value === null) return null;
      out += value;
    } else {
      out += c;
      i++;
    }
  }
  return dropTrailingCommas(out);
}

const lineComment = /\/\/[^\n]*/y;
const anyComment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const digits = /\d[\d.]*(?:[eE][+-]?\d+)?/y;
const name = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*/uy;
const colon = /\s*:/y;

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Reads a string delimited by `"`, `'` or curly quotes; null when it never ends. */
function readString(text: string, start: number): { readonly json: string; readonly end: number } | null {
  const open = text[start] ?? '';
  const closers = open === '"' || open === "'" ? open : '“”';
  let json = '"';
  for (let i = start + 1; i < text.length; i++) {
    const c = text[i] ?? '';
    if (closers.includes(c)) return { json: `${json}"`, end: i + 1 };
    if (c === '\\') {
      const next = text[++i] ?? '';
      json += next === "'" ? "'" : `\\${next}`;
    } else if (c === '"') json += '\\"';
    else json += c < ' ' ? JSON.stringify(c).slice(1, -1) : c;
  }
  return null;
}

/** Expects rewritten text, in which every string is as JSON has it. */
function dropTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|,(?=\s*(?:[}\]]|$))/g, (found) => (found === ',' ? '' : found));
}
