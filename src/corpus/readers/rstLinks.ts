/** What reStructuredText's references and roles refer to. */
import { addressTarget, pathTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';
import { Abbreviations } from './abbreviations.ts';
import type { MarkupLines } from './markupLines.ts';

/** What a document defines for its references: substitutions with text, and names with an address. */
export class RstDefinitions {
  readonly substitutions: Abbreviations;
  readonly #path: string;
  readonly #targets = new Map<string, LinkTarget>();
  /** Addresses of references without a name, in the order of the references. */
  readonly #anonymous: (LinkTarget | undefined)[] = [];
  #nextAnonymous = 0;

  constructor(sourceLength: number, lines: MarkupLines, path: string) {
    this.substitutions = new Abbreviations(sourceLength);
    this.#path = path;
    for (let line = 0; line < lines.count; line++) {
      const text = lines.trimmedOf(line);
      if (text.startsWith('.. |')) this.#substitution(text);
      else if (text.startsWith('.. _') || text.startsWith('__ ')) this.#target(text, line, lines);
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
    const name = role.slice(role.lastIndexOf(':') + 1).toLowerCase();
    if (target === '' || target.startsWith('!')) return undefined;
    if (name === 'doc' || name === 'download') return pathTarget(target, this.#path);
    if (name === 'pep' || name === 'rfc') return numbered(name.toUpperCase(), target);
    if (LABEL_ROLES.has(name)) return { kind: 'label', target: target.toLowerCase() };
    if (role.startsWith('cite') || /^(?:cite|footcite)/.test(name)) return { kind: 'citation', target };
    return OBJECT_ROLES.has(name)
      ? { kind: 'label', target: target.replace(/^[~.]+/, '').replace(/^([^(]*)\([^]*\)$/, '$1') || target }
      : undefined;
  }

  #substitution(text: string): void {
    const [, name, replacement] = /^\.\. \|([^|]{1,100})\|[ \t]+replace::[ \t]+([^]+)$/.exec(text) ?? [];
    if (name !== undefined && replacement !== undefined) this.substitutions.define(name, replacement.replace(/``|\*\*|[*`]/g, ''));
  }

  #target(text: string, line: number, lines: MarkupLines): void {
    const found = rstTarget(text);
    if (found === undefined) return;
    let { value } = found;
    const indent = lines.indentOf(line);
    for (let next = line + 1; next < lines.count && lines.indentOf(next) > indent && value.length < MAX_ADDRESS_CHARS; next++)
      value += lines.trimmedOf(next);
    if (found.name === '') this.#anonymous.push(this.embedded(value));
    const target = value === '' ? undefined : this.embedded(value);
    if (target !== undefined && found.name !== '') this.#targets.set(nameKey(found.name), target);
  }
}

const MAX_ADDRESS_CHARS = 2000;

/** A target's name, empty for `__`, and its address, empty for a place in the text. */
export function rstTarget(line: string): { readonly name: string; readonly value: string } | undefined {
  const anonymous = /^(?:__|\.\.[ \t]+__:)[ \t]+(\S[^]*)$/.exec(line);
  if (anonymous !== null) return { name: '', value: anonymous[1]?.trim() ?? '' };
  const [whole, quoted, plain, value = ''] = TARGET.exec(line) ?? [];
  const name = (quoted ?? plain ?? '').replace(/\\(?=.)/g, '');
  return whole === undefined || name.trim() === '' ? undefined : { name, value: value.trim() };
}

const TARGET = /^\.\.[ \t]+_(?!_)(?:`([^`]{1,300})`|((?:[^:\\`]|\\.|:(?=\S)){1,300})):(?:[ \t]+([^]*))?$/;

function nameKey(name: string): string {
  return name.replace(/\s+/g, ' ').trim().toLowerCase();
}

function numbered(series: string, target: string): LinkTarget | undefined {
  const [, number, fragment] = /^0*(\d{1,6})(?:#(.+))?$/.exec(target) ?? [];
  if (number === undefined) return undefined;
  return { kind: 'name', target: `${series} ${number}`, fragment };
}

const LABEL_ROLES: ReadonlySet<string> = new Set(['ref', 'numref', 'term', 'eq', 'any']);
/** Roles that name something documented, in any of Sphinx's domains. */
const OBJECT_ROLES: ReadonlySet<string> = new Set(
  (
    'func function class meth method attr attribute mod module exc exception data const constant obj object deco decorator option envvar keyword token opcode ' +
    'pdbcmd monitoring-event type macro member var enum enumerator struct union concept namespace prop property setting confval dir directive rst-directive role program'
  ).split(' '),
);
