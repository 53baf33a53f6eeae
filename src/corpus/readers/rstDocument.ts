import { addressTarget, pathTarget } from '../linkTargets.ts';
import type { Outline } from '../outline.ts';
import type { Anchor, LinkTarget } from '../references.ts';
import type { SourceText } from '../sourceText.ts';
import { Abbreviations } from './abbreviations.ts';
import type { MarkupLines } from './markupLines.ts';

/** What is known of a reStructuredText document while it is read: what it defines, and where in it we are. */
export class RstDocument {
  /** The title that a directive states. */
  title: string | undefined;
  /** Underlines in order of first use. */
  readonly styles: string[] = [];
  /** No simple table closes before this line. */
  openTableEnd = -1;
  readonly substitutions: Abbreviations;
  readonly #outline: Outline;
  readonly #source: SourceText;
  readonly #lines: MarkupLines;
  readonly #path: string;
  /** What names with an address refer to. */
  readonly #targets = new Map<string, LinkTarget>();
  /** What references without a name refer to, in their order. */
  readonly #anonymous: (LinkTarget | undefined)[] = [];
  #nextAnonymous = 0;
  #module = '';
  /** Names of the classes whose description contains this place, outermost first, with those of other directives as `''`. */
  readonly #scopes: string[] = [];
  #glossaries = 0;

  constructor(outline: Outline, source: SourceText, lines: MarkupLines, path: string) {
    this.#outline = outline;
    this.#source = source;
    this.#lines = lines;
    this.#path = path;
    this.substitutions = new Abbreviations(source.text.length);
    for (let line = 0; line < lines.count; line++) {
      const text = lines.trimmedOf(line);
      const [, name, replacement] = /^\.\. \|([^|]{1,100})\|[ \t]+replace::[ \t]+([^]+)$/.exec(text) ?? [];
      if (name !== undefined && replacement !== undefined) this.substitutions.define(name, replacement.replace(/``|\*\*|[*`]/g, ''));
      else if (text.startsWith('.. _') || text.startsWith('__ ')) this.#target(text, line);
    }
  }

  anchor(kind: Anchor['kind'], name: string, offset: number, named: 'next' | 'above' = 'next'): void {
    if (name.trim() !== '') this.#outline.anchor({ kind, name: name.replace(/\s+/g, ' ').trim(), offset }, named);
  }

  /** A glossary's entry; elsewhere a term names only what its list is about. */
  term(written: string, offset: number): void {
    if (this.#glossaries > 0) this.anchor('term', written.replace(/ : .*/s, ''), offset);
  }

  /** Begins a directive with content. Each line up to its options or a blank line may be a signature. */
  enter(name: string, argument: number, line: number, end: number): void {
    let scope = '';
    if (name === 'glossary') this.#glossaries++;
    if (OBJECTS.has(bare(name)))
      for (let at = line; at < end && (at === line || /^[^:\s]/.test(this.#lines.trimmedOf(at))); at++) {
        const start = at === line ? argument : this.#lines.contentOf(at);
        const pattern = /^c(?:pp)?:/.test(name) ? C_OBJECT_NAME : OBJECT_NAME;
        const [, object = ''] = pattern.exec(this.#source.text.slice(start, this.#lines.endOf(at))) ?? [];
        if (/(?:class|exception)$/.test(name)) scope = object;
        this.#object(object, start);
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
    if (/module$/.test(name)) {
      this.#module = value;
      if (bare(name) === 'module') this.anchor('object', value, argument, 'above');
    } else if (/include$/.test(name)) this.#linkPage(value, argument);
    else if (name === 'toctree')
      for (let at = first; at < end; at++) {
        const entry = this.#lines.trimmedOf(at);
        if (!/^(?::[\w-]+:|$)|\*/.test(entry)) this.#linkPage(/<([^<>]+)>$/.exec(entry)?.[1] ?? entry, this.#lines.contentOf(at));
      }
  }

  /** What `name_` refers to: the address that is defined for the name, otherwise the label or section with this name. */
  named(name: string): LinkTarget | undefined {
    const key = nameKey(name);
    return key === '' ? undefined : (this.#targets.get(key) ?? { kind: 'label', target: key });
  }

  /** What the next reference without a name refers to. */
  anonymous(): LinkTarget | undefined {
    return this.#anonymous[this.#nextAnonymous++];
  }

  /** What the target in `text <target>` refers to: an address, or a name that ends with `_`. */
  embedded(written: string): LinkTarget | undefined {
    const target = written.trim();
    if (/[^\\]_$/.test(target)) return this.named(target.slice(0, -1).replace(/^`|`$/g, ''));
    return addressTarget(target.replace(/\s+/g, '').replace(/\\(?=.)/g, ''), this.#path);
  }

  /** What the text of a role refers to; undefined when the role marks no link. */
  role(role: string, written: string): LinkTarget | undefined {
    const target = written.replace(/\s+/g, ' ').trim();
    const name = bare(role).toLowerCase();
    if (target === '' || target.startsWith('!')) return undefined;
    if (name === 'doc' || name === 'download') return pathTarget(target, this.#path);
    if (name === 'pep' || name === 'rfc') {
      const [, number, fragment] = /^0*(\d{1,6})(?:#(.+))?$/.exec(target) ?? [];
      const series = { kind: 'name', target: `${name.toUpperCase()} ${number}` } as const;
      return number === undefined ? undefined : fragment === undefined ? series : { ...series, fragment };
    }
    if (/^(?:ref|numref|term|eq|any)$/.test(name)) return { kind: 'label', target: target.toLowerCase() };
    if (role.startsWith('cite') || /^(?:foot)?cite/.test(name)) return { kind: 'citation', target };
    const object = target.replace(/^[~.]+/, '').replace(/^([^(]*)\([^]*\)$/, '$1');
    return OBJECTS.has(name) ? { kind: 'label', target: object || target } : undefined;
  }

  #target(text: string, line: number): void {
    const found = rstTarget(text);
    if (found === undefined) return;
    let { value } = found;
    const indent = this.#lines.indentOf(line);
    for (let next = line + 1; this.#lines.indentOf(next) > indent && value.length < MAX_ADDRESS_CHARS; next++)
      value += this.#lines.trimmedOf(next);
    const target = value === '' ? undefined : this.embedded(value);
    if (found.name === '') this.#anonymous.push(target);
    else if (target !== undefined) this.#targets.set(nameKey(found.name), target);
  }

  #linkPage(page: string, offset: number): void {
    if (page === '' || page === 'self' || page.length > MAX_ADDRESS_CHARS || page.includes('://')) return;
    const start = this.#source.text.indexOf(page, offset);
    this.#outline.link({ ...pathTarget(page, this.#path), start, end: start + page.length });
  }

  /** Adds a documented object as written and under its full name, since references use both. */
  #object(written: string, offset: number): void {
    if (written === '') return;
    const scope = this.#scopes.findLast((name) => name !== '') ?? '';
    const inScope = scope === '' || written.startsWith(`${scope}.`) ? written : `${scope}.${written}`;
    const full = this.#module === '' || inScope.startsWith(`${this.#module}.`) ? inScope : `${this.#module}.${inScope}`;
    for (const name of new Set([written, inScope, full])) this.anchor('object', name, offset);
  }
}

const MAX_ADDRESS_CHARS = 2000;

/** A target's name, empty for `__`, and its address, empty for a place in the text. */
export function rstTarget(line: string): { readonly name: string; readonly value: string } | undefined {
  const anonymous = /^(?:__|\.\.[ \t]+__:)[ \t]+(\S[^]*)$/.exec(line);
  if (anonymous !== null) return { name: '', value: anonymous[1]?.trim() ?? '' };
  const [, quoted, plain = '', value = ''] = TARGET.exec(line) ?? [];
  const name = (quoted ?? plain).replace(/\\(?=.)/g, '');
  return name.trim() === '' ? undefined : { name, value: value.trim() };
}

const TARGET = /^\.\.[ \t]+_(?!_)(?:`([^`]{1,300})`|((?:[^:\\`]|\\.|:(?=\S)){1,300})):(?:[ \t]+([^]*))?$/;

/** A directive's or role's name without its domain. */
function bare(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function nameKey(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The name in a signature: `name` of `async name(a, b) -> c`, `--option` of `--option <value>`. */
const OBJECT_NAME = /^(?:(?:async|abstract|static|class|classmethod|staticmethod|final|property)[ \t]+){0,4}([^\s(:=,[\]<>{}"'`]{1,200})/;
/** In C the name is the last word before the parameters. */
const C_OBJECT_NAME = /([\w:.~]{1,200})[ \t]*(?:[([]|$)/;
/** Directives that document something, and roles that name it, in any of Sphinx's domains. */
export const OBJECTS: ReadonlySet<string> = new Set(
  (
    'func function class meth method attr attribute mod module exc exception data const constant obj object deco decorator decoratormethod staticmethod classmethod ' +
    'coroutinemethod coroutinefunction abstractmethod property prop option cmdoption program envvar describe keyword token opcode pdbcmd pdbcommand monitoring-event ' +
    'type macro member var enum enumerator struct union concept namespace setting confval dir directive rst-directive role cfunction cmacro ctype cmember cvar 2to3fixer'
  ).split(' '),
);
