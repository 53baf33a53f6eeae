import { pathTarget } from '../linkTargets.ts';
import type { Outline } from '../outline.ts';
import type { Anchor } from '../references.ts';
import type { SourceText } from '../sourceText.ts';
import type { MarkupLines } from './markupLines.ts';

/** Collects what can be named in a reStructuredText document, and the pages that its directives list. */
export class RstAnchors {
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #lines: MarkupLines;
  readonly #path: string;
  #module = '';
  /** Names of the classes whose description contains this place, outermost first, with those of other directives as `''`. */
  readonly #scopes: string[] = [];
  #glossaries = 0;

  constructor(outline: Outline, source: SourceText, lines: MarkupLines, path: string) {
    this.#outline = outline;
    this.#source = source;
    this.#lines = lines;
    this.#path = path;
  }

  add(kind: Anchor['kind'], name: string, offset: number, named: 'next' | 'above' = 'next'): void {
    if (name.trim() !== '') this.#outline.anchor({ kind, name: name.replace(/\s+/g, ' ').trim(), offset }, named);
  }

  /** A glossary's entry; elsewhere a term names only what its list is about. */
  term(written: string, offset: number): void {
    if (this.#glossaries > 0) this.add('term', written.replace(/ : .*/s, ''), offset);
  }

  /** Begins a directive with content. Each line up to its options or a blank line may be a signature. */
  enter(name: string, argument: number, line: number, end: number): void {
    let scope = '';
    if (name === 'glossary') this.#glossaries++;
    if (OBJECT_DIRECTIVES.has(name.slice(name.lastIndexOf(':') + 1)))
      for (let at = line; at < end && (at === line || /^[^:\s]/.test(this.#lines.trimmedOf(at))); at++) {
        const start = at === line ? argument : this.#lines.contentOf(at);
        const pattern = /^c(?:pp)?:/.test(name) ? C_OBJECT_NAME : OBJECT_NAME;
        const [, object = ''] = pattern.exec(this.#source.text.slice(start, this.#lines.endOf(at))) ?? [];
        scope = name.endsWith('class') || name.endsWith('exception') ? object : scope;
        this.#addObject(object, start);
      }
    this.#scopes.push(scope);
  }

  leave(name: string): void {
    if (name === 'glossary') this.#glossaries--;
    this.#scopes.pop();
  }

  /** Handles a directive without text: the module that is documented, or the pages that it lists or includes. */
  linkPages(name: string, argument: number, line: number, first: number, end: number): void {
    const value = this.#source.text.slice(argument, this.#lines.endOf(line)).trim();
    const bare = name.slice(name.lastIndexOf(':') + 1);
    if (bare === 'module' || bare === 'currentmodule') {
      this.#module = value;
      if (bare === 'module') this.add('object', value, argument, 'above');
    } else if (name === 'include' || name === 'literalinclude') this.#linkPage(value, argument);
    else if (name === 'toctree')
      for (let at = first; at < end; at++) {
        const entry = this.#lines.trimmedOf(at);
        if (!/^(?::[\w-]+:|$)|\*/.test(entry)) this.#linkPage(/<([^<>]+)>$/.exec(entry)?.[1] ?? entry, this.#lines.contentOf(at));
      }
  }

  #linkPage(page: string, offset: number): void {
    if (page === '' || page === 'self' || page.length > MAX_PAGE_CHARS || page.includes('://')) return;
    const start = this.#source.text.indexOf(page, offset);
    this.#outline.link({ ...pathTarget(page, this.#path), start, end: start + page.length });
  }

  /** Adds a documented object as written and under its full name, since references use both. */
  #addObject(written: string, offset: number): void {
    if (written === '') return;
    const scope = this.#scopes.findLast((name) => name !== '') ?? '';
    const inScope = scope === '' || written.startsWith(`${scope}.`) ? written : `${scope}.${written}`;
    const full = this.#module === '' || inScope.startsWith(`${this.#module}.`) ? inScope : `${this.#module}.${inScope}`;
    for (const name of new Set([written, inScope, full])) this.add('object', name, offset);
  }
}

const MAX_PAGE_CHARS = 1000;
/** The name in a signature: `name` of `async name(a, b) -> c`, `--option` of `--option <value>`. */
const OBJECT_NAME = /^(?:(?:async|abstract|static|class|classmethod|staticmethod|final|property)[ \t]+){0,4}([^\s(:=,[\]<>{}"'`]{1,200})/;
/** In C the name is the last word before the parameters. */
const C_OBJECT_NAME = /([\w:.~]{1,200})[ \t]*(?:[([]|$)/;
const OBJECT_DIRECTIVES: ReadonlySet<string> = new Set(
  (
    'function class method attribute data exception decorator decoratormethod staticmethod classmethod coroutinemethod coroutinefunction abstractmethod property ' +
    'option cmdoption program envvar describe object confval setting opcode macro type member var enum enumerator struct union concept namespace directive role ' +
    'cfunction cmacro ctype cmember cvar 2to3fixer pdbcommand monitoring-event'
  ).split(' '),
);
