/** Cited documents as entries of BibTeX. Pure. */
import { plainLine } from '../base/plainText.ts';
import { latexSyntax } from '../citations/syntaxes/latex.ts';
import { bibliographyMark } from '../protocol/exportFormats.ts';
import type { IdentityPart } from '../protocol/identity.ts';
import type { Trace } from '../protocol/trace.ts';
import { citedDocuments } from './report.ts';

export interface Bibliography {
  readonly text: string;
  /** By path in the folder. */
  readonly keys: ReadonlyMap<string, string>;
}

/** @param pathOf the path of a document from where the file will be */
export function bibliographyOf(trace: Trace, pathOf: (path: string) => string): Bibliography {
  const keys = new Map<string, string>();
  const entries = citedDocuments(trace).map(({ path, title, hash, passage }) => {
    const parts = passage?.identity?.parts ?? [];
    const valuesOf = (kind: IdentityPart['kind']): readonly string[] => parts.flatMap((part) => (part.kind === kind ? [part.value] : []));
    const authors = valuesOf('author');
    const [year] = [...valuesOf('date'), ...valuesOf('period')].flatMap((value) => /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/.exec(value)?.[0] ?? []);
    const key = keyFor(path, new Set(keys.values()));
    keys.set(path, key);
    const fields: readonly (readonly [name: string, value: string | undefined])[] = [
      ['title', `{${escapeBibtex(title)}}`],
      [
        'author',
        (authors.length > 0 ? authors : valuesOf('organization').slice(0, 1)).map((name) => `{${escapeBibtex(name)}}`).join(' and '),
      ],
      ['year', year],
      // Programs that manage references find the document by it, and so does Ariadne.
      ['file', pathOf(path).replace(/[{}\\%]/g, encodeURIComponent)],
      ['howpublished', escapeBibtex(path)],
      ['note', `SHA-256 ${hash}`],
    ];
    const lines = fields.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`  ${name} = {${value}}`]));
    return `@misc{${key},\n${lines.join(',\n')}\n}\n`;
  });
  return { text: `${bibliographyMark}\n\n${entries.join('\n')}`, keys };
}

/** Letters and digits of the file's name, which all programs take as a key. */
function keyFor(path: string, taken: ReadonlySet<string>): string {
  const name = path.split('/').at(-1) ?? '';
  const base =
    name
      .replace(/\.[^.]*$/, '')
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '')
      .slice(0, 40) || 'document';
  for (let i = 1; ; i++) {
    const key = i === 1 ? base : `${base}-${i}`;
    if (!taken.has(key)) return key;
  }
}

/** BibTeX counts braces whatever is before them. */
function escapeBibtex(text: string): string {
  const names = { '{': 'left', '}': 'right' };
  return latexSyntax.escape(plainLine(text)).replace(/\\([{}])/g, (_, brace: '{' | '}') => `\\textbrace${names[brace]}{}`);
}
