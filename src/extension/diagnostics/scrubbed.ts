/** Removes private data from log lines before they are pasted into a bug report. Does not use VS Code. */

/** A longer line contains foreign text. */
const longest = 2_000;

/** Our files, which stack traces name. */
const own = String.raw`(?:extension\.cjs|engine\.js|reader\.js|learner\.js|main\.js)(?::\d+)*`;

/**
 * The text without paths, file names, addresses and quoted text, since our messages quote foreign names. Names that have no recognizable
 * syntax must be passed in.
 * @param names names of people, hosts, folders and questions, matched in any case
 */
export function scrubbed(text: string, names: readonly string[]): string {
  const known = [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))].sort((a, b) => b.length - a.length);
  const spared: string[] = [];
  const spare = (kept: string): string => `\u0000${spared.push(kept) - 1}\u0000`;
  const framed = text
    .replace(/[^\n]+/g, (line) => line.slice(0, longest))
    .replaceAll('\u0000', '')
    .replace(new RegExp(String.raw`(?:file:\/\/)?[^()"'<>\n]*[\\/](${own})`, 'g'), (_path, file: string) => spare(file))
    .replace(new RegExp(String.raw`\b${own}`, 'g'), spare)
    .replace(/node:[\w/]+(?::\d+)*/g, spare)
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, spare);
  const bare = known.reduce((left, name) => left.replace(asWords(name), '<name>'), framed);
  return rules
    .reduce((left, [pattern, instead]) => left.replace(pattern, instead), bare)
    .replace(/\u0000(\d+)\u0000/g, (_mark, i: string) => spared[Number(i)] ?? '');
}

const rules: readonly (readonly [RegExp, string])[] = [
  // Quotes of any kind, except an apostrophe within a word.
  [/"(?:[^"\\]|\\.)*"|“[^”]*”|‘[^’]*’|«[^»]*»|`[^`]*`|(?<!\w)'[^'\n]*'(?!\w)/g, '<quoted>'],
  [/["“«`][^\n]*$/gm, '<quoted>'],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s<>]+/gi, '<address>'],
  [/[\w.+-]+@[\w.-]+/g, '<address>'],
  // Absolute paths, including Windows drives and network shares.
  [/(?<![\p{L}\p{N}<>])(?:[a-z]:[\\/]|\\\\|~[\\/]|\/)[^\s:,;()<>]+/giu, '<path>'],
  // Anything with slashes.
  [/[^\s:,;()<>/\\]+(?:[\\/][^\s:,;()<>/\\]+)+/g, '<path>'],
  [/\[?(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]*\]?(?::\d+)?/gi, '<address>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?/g, '<address>'],
  // Names of files and hosts, which have a dot.
  [/[^\s:,;()<>]*[^\s:,;()<>.\d][^\s:,;()<>.]*\.[a-z][^\s:,;()<>]*(?::\d{2,5}\b)?/gi, '<name>'],
  [/\b[a-z][\w-]*:\d{2,5}\b/gi, '<address>'],
  [/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT) [^\s<>]+/g, '$1 <address>'],
];

/** Matches a name only between characters that are not letters, so that the user `ann` removes nothing from `cannot`. */
function asWords(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'giu');
}
