/** What documents say about who others are. Adding or removing one costs what it says, in an index of any size. */
import type { NamedOther } from '../../corpus/identity/fileIdentity.ts';
import { nameKey } from '../../language/nameWords.ts';
import type { IdentityPart } from '../../protocol/identity.ts';
import { addressOf, keysOfPath, writtenNameKey } from '../mentions/addresses.ts';
import { Counts } from './counts.ts';

/** So many documents must use a name for one document, so that it is not one writer's words. */
const leastSources = 2;
/** A name of more addresses than one document has is that of several. */
const maxAddresses = 8;
const maxParts = 8;
const none: ReadonlySet<string> = new Set();

/** How many documents say it. */
interface Said {
  readonly part: IdentityPart;
  sources: number;
}

export class NamesByOthers {
  readonly #by = new Map<string, readonly NamedOther[]>();
  /** By address of the document that is meant, and by name. */
  readonly #said = new Map<string, Map<string, Said>>();
  /** Added, but not among `#byAddress`: in most folders no document says anything about another. */
  readonly #unaddressed = new Set<string>();
  readonly #byAddress = new Map<string, Set<string>>();
  /** By name, how many documents use it for each address. */
  readonly #uses = new Map<string, Counts<string>>();
  #changed = new Set<string>();

  add(path: string, others: readonly NamedOther[]): void {
    this.#changed.add(path);
    this.#unaddressed.add(path);
    if (others.length > 0) this.#by.set(path, others);
    for (const [address, part] of partsIn(others)) this.#count(address, part, 1);
  }

  remove(path: string): void {
    for (const address of this.#unaddressed.delete(path) ? [] : addressesOf(path)) {
      const paths = this.#byAddress.get(address);
      paths?.delete(path);
      if (paths?.size === 0) this.#byAddress.delete(address);
    }
    for (const [address, part] of partsIn(this.#by.get(path) ?? [])) this.#count(address, part, -1);
    this.#by.delete(path);
  }

  /** Paths of documents that are new, or of which others say something else, since this was last called. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /**
   * Parts of a document's identity, at most 8: what a bibliography says of it, and names that two others or more use for it and none for
   * another document.
   */
  of(path: string): readonly IdentityPart[] {
    if (this.#said.size === 0) return [];
    const addresses = this.#addressesOf(path);
    const said = [...addresses].flatMap((address) => [...(this.#said.get(address)?.entries() ?? [])]);
    const own = said.filter(([name, { part }]) => part.from === 'bibliography' || this.#isOwn(name, addresses, leastSources));
    return [...new Map(own.map(([name, { part }]) => [name, part])).values()].slice(0, maxParts);
  }

  /** The title that a bibliography gives to this document and no other. */
  titleOf(path: string): string | undefined {
    const title = this.of(path).find(({ kind, from }) => kind === 'name' && from === 'bibliography')?.value;
    return title !== undefined && this.#isOwn(nameOf('name', title), this.#addressesOf(path), 1) ? title : undefined;
  }

  /** Of several files with one name, none is meant. */
  #addressesOf(path: string): ReadonlySet<string> {
    return new Set(addressesOf(path).filter((address) => this.#documentsAt(address).size === 1));
  }

  #documentsAt(address: string): ReadonlySet<string> {
    for (const path of this.#unaddressed)
      for (const one of addressesOf(path)) this.#byAddress.set(one, (this.#byAddress.get(one) ?? new Set()).add(path));
    this.#unaddressed.clear();
    return this.#byAddress.get(address) ?? none;
  }

  #isOwn(name: string, addresses: ReadonlySet<string>, least: number): boolean {
    const uses = this.#uses.get(name);
    if (!uses || uses.size > maxAddresses) return false;
    const entries = [...uses.entries];
    return entries.every(([address]) => addresses.has(address)) && entries.reduce((sum, [, count]) => sum + count, 0) >= least;
  }

  #count(address: string, part: IdentityPart, by: 1 | -1): void {
    const name = nameOf(part.kind, part.value);
    const names = this.#said.get(address) ?? new Map<string, Said>();
    const said = names.get(name) ?? { part, sources: 0 };
    said.sources += by;
    if (said.sources > 0) this.#said.set(address, names.set(name, said));
    else if (names.delete(name) && names.size === 0) this.#said.delete(address);
    const uses = this.#uses.get(name) ?? new Counts<string>();
    uses.add([address], by);
    if (uses.size > 0) this.#uses.set(name, uses);
    else this.#uses.delete(name);
    // Whether a name is that of one document follows from all its uses.
    const used = uses.size <= maxAddresses + 1 ? [...uses.entries].map(([one]) => one) : [];
    for (const one of [address, ...used]) for (const path of this.#documentsAt(one)) this.#changed.add(path);
  }
}

function nameOf(kind: IdentityPart['kind'], value: string): string {
  return `${kind} ${nameKey(value)}`;
}

function* partsIn(others: readonly NamedOther[]): Generator<readonly [string, IdentityPart]> {
  for (const { kind, target, parts } of others) {
    const { key } = addressOf({ kind, target }) ?? {};
    if (key !== undefined) for (const part of parts) yield [key, part];
  }
}

function addressesOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return [...keysOfPath(path), writtenNameKey(name.replace(/(?<=.)\.[^.]*$/, '')), writtenNameKey(name)];
}
