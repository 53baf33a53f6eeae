/**
 * A run over several folders: each is searched in its own index, with its own vectors and neighbors, and what is found is merged. Paths of
 * the other folders lead there from the first one, such as `../bridges/quill.md`, so that whatever opens or cites a path needs no rule.
 */
import path, { type PlatformPath } from 'node:path';
import { hashOf } from '../base/hash.ts';
import type { Row } from '../indexing/interfaces.ts';
import type { AboutDocuments } from '../protocol/aboutDocuments.ts';
import type { MentionPlace, Passage } from '../protocol/passage.ts';
import { mergeFound } from '../retrieval/mergeFound.ts';
import type { BatchScorer, Retriever, SearchHit } from '../retrieval/retrieval.ts';
import type { RunComponents, RunIndex } from './run.ts';

/** What one folder gives to a run. */
export interface FolderPart {
  /** See `wayFrom`; empty for the folder that keeps the run. */
  readonly way: string;
  readonly components: RunComponents;
}

/** From the folder that keeps the run to another one, `/`-separated. None leads to another drive or server: then the folder's address. */
export function wayFrom(folder: string, other: string, paths: PlatformPath = path): string {
  const way = paths.relative(folder, other).replaceAll(paths.sep, '/');
  return paths.isAbsolute(way) ? `file://${way.startsWith('//') ? way.slice(2) : `/${way}`}` : way;
}

/** @param parts of the folders that can be searched, that of the folder that keeps the run first, if it is one of them */
export function componentsOfAll(parts: readonly [FolderPart, ...FolderPart[]]): RunComponents {
  const [{ components: home, way }] = parts;
  if (parts.length === 1 && way === '') return home;
  const all = parts.map((part) => new Named(part));
  return {
    ...home,
    index: indexOfAll(all),
    documents: async () => {
      const lists = await Promise.all(
        all.map(async (one) =>
          [...((await one.part.components.documents?.()) ?? [])].map(([path, facts]) => [one.path(path), facts] as const),
        ),
      );
      return new Map(lists.flat());
    },
    identity: aboutAll(all),
    // Only where no folder has documents in its language.
    otherLanguage: all.every(({ part: { components } }) => components.otherLanguage) ? home.otherLanguage : undefined,
    retriever: retrieverOfAll(all),
    scorer: scorerOfAll(all),
    sourceLines: (path, ...lines) => {
      const one = all.find(({ part: { way } }) => way !== '' && path.startsWith(`${way}/`)) ?? all[0]!;
      return one.part.components.sourceLines(one.own(path), ...lines);
    },
  };
}

/** Of the first folder with documents that the question names. What none of them knows is unknown. */
function aboutAll(all: readonly Named[]): AboutDocuments | undefined {
  for (const one of all) {
    const { identity } = one.part.components;
    if (identity && identity.preferred.length > 0) return one.about(identity);
  }
  const [first, ...others] = all.map(({ part }) => part.components.identity);
  const unknown = first?.unknown.filter((name) => others.every((other) => other?.unknown.includes(name))) ?? [];
  return first && unknown.length > 0 ? { ...first, unknown, respelled: [] } : undefined;
}

/** A folder's passages and documents by the names that they have in the run. */
class Named {
  readonly part: FolderPart;

  constructor(part: FolderPart) {
    this.part = part;
  }

  /** Passages of two folders may have the same id. */
  id(id: string): string {
    return this.part.way === '' ? id : `${this.part.way}#${id}`;
  }

  path(path: string): string {
    return this.part.way === '' ? path : `${this.part.way}/${path}`;
  }

  /** The id or path in the folder. */
  own(name: string): string {
    return this.part.way === '' ? name : name.slice(this.part.way.length + 1);
  }

  has(id: string): boolean {
    return this.part.way === '' ? !id.includes('#') : id.startsWith(`${this.part.way}#`);
  }

  passage(passage: Passage): Passage {
    return { ...passage, id: this.id(passage.id), path: this.path(passage.path) };
  }

  hit({ mentionedBy, ...hit }: SearchHit): SearchHit {
    return { ...hit, passageId: this.id(hit.passageId), ...(mentionedBy ? { mentionedBy: this.#mention(mentionedBy) } : {}) };
  }

  about(identity: AboutDocuments): AboutDocuments {
    const paths = (own: readonly string[]): string[] => own.map((path) => this.path(path));
    const { meant, preferred, titles } = identity;
    return {
      ...identity,
      meant: meant.map((place) => ({ ...place, documents: paths(place.documents) })),
      preferred: paths(preferred),
      ...(titles && { titles: Object.fromEntries(Object.entries(titles).map(([path, title]) => [this.path(path), title])) }),
      // Documents of another folder may be about it.
      unknown: [],
    };
  }

  #mention(place: MentionPlace): MentionPlace {
    return { ...place, passageId: this.id(place.passageId), path: this.path(place.path) };
  }
}

/** See `ownEpoch`. */
function epochOfAll(own: string | undefined, indexes: readonly RunIndex[]): string {
  return `${own ?? ''}+${hashOf(
    indexes.map(({ epoch }) => epoch),
    16,
  )}`;
}

function ownerOf(all: readonly Named[], id: string): Named {
  // An id that no other folder has is the first one's, which says that it has none.
  return all.find((one) => one.has(id)) ?? all[0]!;
}

function indexOfAll(all: readonly Named[]): RunIndex {
  const indexes = all.map(({ part }) => part.components.index);
  // A row of the index may be higher than the number of passages: some were deleted.
  const spread = 2 ** 32;
  const at = (row: Row): { readonly one: Named; readonly index: RunIndex; readonly own: Row; readonly first: Row } => {
    const n = Math.floor(row / spread);
    return { one: all[n]!, index: indexes[n]!, own: row - n * spread, first: n * spread };
  };
  return {
    epoch: epochOfAll(all[0]?.part.way === '' ? indexes[0]?.epoch : undefined, indexes),
    passageCount: indexes.reduce((sum, { passageCount }) => sum + passageCount, 0),
    idOf(row) {
      const { one, index, own } = at(row);
      return one.id(index.idOf(own));
    },
    rowOf(id) {
      const one = ownerOf(all, id);
      const n = all.indexOf(one);
      return n * spread + indexes[n]!.rowOf(one.own(id));
    },
    pathOf(row) {
      const { one, index, own } = at(row);
      const path = index.pathOf(own);
      return path === undefined ? undefined : one.path(path);
    },
    firstOf(row) {
      const { index, own, first } = at(row);
      const found = index.firstOf(own);
      return found === undefined ? undefined : first + found;
    },
    identityOf(path) {
      const one = all.find(({ part: { way } }) => way !== '' && path.startsWith(`${way}/`)) ?? all[0]!;
      return one.part.components.index.identityOf(one.own(path));
    },
    async passages(rows) {
      const groups = Map.groupBy(rows, (row) => Math.floor(row / spread));
      const found = new Map<Row, Passage>();
      await Promise.all(
        [...groups].map(async ([n, some]) => {
          const passages = await indexes[n]!.passages(some.map((row) => row - n * spread));
          some.forEach((row, i) => found.set(row, all[n]!.passage(passages[i]!)));
        }),
      );
      return rows.map((row) => found.get(row)!);
    },
  };
}

function retrieverOfAll(all: readonly Named[]): Retriever {
  return {
    method: all[0]!.part.components.retriever.method,
    async search(query, n, { without, ...options }) {
      const lists = await Promise.all(
        all.map(async (one) => {
          const own = without && { without: without.filter((id) => one.has(id)).map((id) => one.own(id)) };
          const found = await one.part.components.retriever.search(query, n, { ...options, ...own });
          return found.map((hit) => one.hit(hit));
        }),
      );
      return mergeFound(lists).slice(0, n);
    },
  };
}

/** Neighbors of a passage are those in its folder. */
function scorerOfAll(all: readonly Named[]): BatchScorer {
  const { id, scale } = all[0]!.part.components.scorer;
  return {
    id,
    scale,
    async score(query, passageIds, k, options) {
      const places = passageIds.map((passageId, i) => ({ passageId, i }));
      const groups = Map.groupBy(places, ({ passageId }) => ownerOf(all, passageId));
      const scores: (number | null)[] = passageIds.map(() => null);
      const neighbors: (readonly string[])[] = passageIds.map(() => []);
      const titles: string[] = passageIds.map(() => '');
      let failure: string | undefined;
      for (const [one, some] of groups) {
        const own = some.map(({ passageId }) => one.own(passageId));
        const batch = await one.part.components.scorer.score(query, own, k, options);
        failure ??= batch.failure;
        some.forEach(({ i }, n) => {
          scores[i] = batch.scores[n] ?? null;
          neighbors[i] = (batch.neighbors[n] ?? []).map((near) => one.id(near));
          titles[i] = batch.titles?.[n] ?? '';
        });
      }
      return { scores, neighbors, titles, ...(failure === undefined ? {} : { failure }) };
    },
  };
}
