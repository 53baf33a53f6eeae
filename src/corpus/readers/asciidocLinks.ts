/** What AsciiDoc's references name, and the ids in its attribute lists. */
import { addressTarget } from '../linkTargets.ts';
import type { LinkTarget } from '../references.ts';

/**
 * The target of `xref:` and `<<…>>`: an id or a section's title, or a file with or without an id. A file of another module
 * (`module:page.adoc`) is found by its name.
 * @param path of the document
 */
export function xrefTarget(written: string, path: string): LinkTarget | undefined {
  const target = written.trim();
  const file = /^([^#]*\.(?:adoc|asciidoc|asc))(#|$)/i.exec(target)?.[1];
  const colon = file?.lastIndexOf(':') ?? -1;
  if (file !== undefined && colon >= 0) {
    const fragment = target.slice(file.length + 1);
    return { kind: 'wiki', target: file.slice(colon + 1), ...(fragment === '' ? {} : { fragment }) };
  }
  if (file !== undefined || /^[^#]+[#/]/.test(target)) return addressTarget(target, path);
  const id = target.replace(/^#/, '');
  return id === '' ? undefined : { kind: 'label', target: id };
}

/** The id in an attribute list: `[[id,text]]`, `[#id.role]`, `[style#id]`, `[id=x]`; undefined without one. */
export function idIn(attributes: string): string | undefined {
  const [, double, short, quoted, plain] = ID.exec(attributes) ?? [];
  return double ?? short ?? quoted ?? plain;
}

const ID =
  /^\[\[([^\],]{1,200})(?:,[^\]]*)?\]\]$|^\[[\w%-]{0,60}#([^\],.%]{1,200})|[[,][ \t]*id[ \t]*=[ \t]*(?:"([^"]{1,200})"|([^\],\s"]{1,200}))/;
