/** Identifiers that documents name: environment variables, flags, files. */
import { identifierKinds } from './english.ts';
import type { SourceDocument, SourcePassage, TextPlace } from './interfaces.ts';

export interface Term {
  /** As the documents write it. */
  readonly name: string;
  /** `environment variable`, `flag` */
  readonly noun: string;
  /** Where the document names it first. */
  readonly place: TextPlace;
  /** False for one that many documents name, which can be guessed, or that is not surely what it looks like. */
  readonly isAnswer: boolean;
}

const kinds = [
  ...identifierKinds.map(({ shape, words }) => ({ noun: words, shape: new RegExp(shape, 'gu') })),
  {
    noun: 'file',
    shape:
      /(?<![\p{L}\p{N}_./*-])[\p{L}\p{N}_-]+\.(?:toml|lock|ya?ml|json|cfg|ini|conf|txt|md|rst|py|[cm]?[jt]sx?|sh|whl|csv|xml|html?)(?![\p{L}\p{N}_/(-])/gu,
  },
];
/** Names for the reader to replace, attributes in code that look like files, and names that markup may have changed. */
const placeholder = /^(?:--)?(?:_|my|your|example|foo|bar|self|this|cls)(?:[_.-]|$)/iu;
/** What more of the documents name than this can be guessed. */
const mostShare = 0.2;
const mostAlways = 3;

/** By path, then by name. */
export function termsOf(documents: readonly SourceDocument[]): ReadonlyMap<string, ReadonlyMap<string, Term>> {
  const called = new Set<string>();
  const uses = new Map<string, number>();
  const all = documents.map((document) => {
    const own = identifiersIn(document.passages);
    for (const name of own.keys()) uses.set(name, (uses.get(name) ?? 0) + 1);
    const calling = document.passages.filter(({ passage }) => passage.text.toLowerCase().includes(variable));
    for (const name of identifiersIn(calling).keys()) called.add(name);
    return [document.path, own] as const;
  });
  const most = Math.max(mostAlways, mostShare * documents.length);
  // Constants of programs look like variables, but no document calls them that.
  const isAnswer = ({ name, noun }: Term): boolean =>
    (noun !== variable || called.has(name)) && (uses.get(name) ?? 0) <= most && !placeholder.test(name);
  return new Map(all.map(([path, own]) => [path, new Map([...own].map(([name, term]) => [name, { ...term, isAnswer: isAnswer(term) }]))]));
}

const variable = 'environment variable';

/** All that look like identifiers, by name. */
export function identifiersIn(passages: readonly SourcePassage[]): ReadonlyMap<string, Term> {
  const own = new Map<string, Term>();
  for (const { passage } of passages) {
    for (const { noun, shape } of kinds) {
      for (const { 0: name, index } of passage.text.matchAll(shape))
        if (!own.has(name)) own.set(name, { name, noun, place: { passage, start: index, end: index + name.length }, isAnswer: false });
    }
  }
  return own;
}
