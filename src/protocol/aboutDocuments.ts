/** The documents that a run prefers because its question names them, and how its question is read. */
import * as z from 'zod';
import type { QuestionIdentity } from './questionIdentity.ts';

export const aboutDocuments = z.object({
  /** Places of the question that name documents, in order. Offsets are end-exclusive, `documents` are paths, best first, of `total`. */
  meant: z.array(
    z.object({
      start: z.number().int().nonnegative(),
      end: z.number().int().nonnegative(),
      words: z.string(),
      documents: z.array(z.string()),
      total: z.number().int(),
    }),
  ),
  /** Paths of the documents that are preferred for the whole question, best first. */
  preferred: z.array(z.string()),
  /** Names in the question that no document seems to be about. */
  unknown: z.array(z.string()),
  /** Words that no passage has, and what is searched in place of each. */
  respelled: z.array(z.object({ written: z.string(), meant: z.string() })).optional(),
  /** Of the preferred documents, by path; at most 200 characters each. Without one, a document is called what its file is. */
  titles: z.record(z.string(), z.string()).optional(),
});
export type AboutDocuments = Readonly<z.infer<typeof aboutDocuments>>;

interface RespelledWord {
  readonly written: string;
  readonly meant: string;
}

const longestTitle = 200;

/**
 * What of a question's identity is worth recording; undefined where the question names nothing.
 * @param titleOf undefined where the document has none
 * @param isSearched false for documents that are not searched
 */
export function aboutOf(
  { meant, preferred, unknown, respelled = [] }: QuestionIdentity & { readonly respelled?: readonly RespelledWord[] },
  titleOf: (path: string) => string | undefined,
  isSearched: (path: string) => boolean = () => true,
): AboutDocuments | undefined {
  const searched = preferred.filter(isSearched);
  if (searched.length + unknown.length + respelled.length === 0) return undefined;
  const titles = searched.flatMap((path) => {
    const title = titleOf(path);
    return title === undefined ? [] : [[path, shortened(title)] as const];
  });
  return {
    meant: meant.flatMap(({ start, end, words, documents: all, total }) => {
      const documents = all.filter(isSearched);
      // Of documents that are not listed it is not known.
      const isListed = total <= all.length;
      return documents.length === 0 ? [] : [{ start, end, words, documents, total: isListed ? documents.length : total }];
    }),
    preferred: searched,
    unknown: [...unknown],
    ...(respelled.length === 0 ? {} : { respelled: respelled.map((one) => ({ written: one.written, meant: one.meant })) }),
    ...(titles.length === 0 ? {} : { titles: Object.fromEntries(titles) }),
  };
}

function shortened(title: string): string {
  const letters = Array.from(title.slice(0, 2 * longestTitle));
  return letters.length <= longestTitle ? title : `${letters.slice(0, longestTitle - 1).join('')}…`;
}

export interface NamedDocument {
  readonly path: string;
  readonly title: string;
}

/** Best first. */
export function preferredDocuments({ preferred, titles = {} }: AboutDocuments): readonly NamedDocument[] {
  return preferred.map((path) => {
    const title = Object.hasOwn(titles, path) ? titles[path] : undefined;
    return { path, title: title === undefined || title.trim() === '' ? path.slice(path.lastIndexOf('/') + 1) : title };
  });
}

/** Words of the question that name several documents, each once. */
export function ambiguous({ meant }: AboutDocuments): readonly { readonly words: string; readonly total: number }[] {
  return [...new Map(meant.flatMap((one) => (one.total > 1 ? [[one.words, one] as const] : []))).values()];
}
