/** Why a finished run may answer otherwise now, as data and in words. */
import { t } from '@vscode/l10n';
import * as z from 'zod';
import { sentence } from './sentence.ts';

export const staleReason = z.discriminatedUnion('kind', [
  /** The words that it cites are no longer in their document as they were. */
  z.object({
    kind: z.literal('cited-place'),
    path: z.string(),
    quote: z.string(),
    /** The document itself is no longer there. */
    isGone: z.literal(true).optional(),
  }),
  /** The first results of a search are others. */
  z.object({ kind: z.literal('search'), query: z.string(), appeared: z.array(z.string()), gone: z.number().int() }),
]);
export type StaleReason = Readonly<z.infer<typeof staleReason>>;

/** What is known of a pinned run: why it is stale, or that it is current, as of the documents with this epoch. */
export const standing = z.object({
  epoch: z.string(),
  reasons: z.array(staleReason),
  /** Set where searches were not made again, because a model would have to be asked for vectors of their queries: its id. */
  notAsked: z.string().optional(),
});
export type Standing = Readonly<z.infer<typeof standing>>;

/** A pinned run whose log is gone or damaged. */
export const unreadableRun = z.object({
  runId: z.string(),
  title: z.string().optional(),
  /** Empty when unknown. */
  question: z.string(),
  isPinned: z.boolean(),
  /** A sentence. */
  reason: sentence,
});
export type UnreadableRun = Readonly<z.infer<typeof unreadableRun>>;

/** A sentence. */
export function staleWords(reason: StaleReason): string {
  if (reason.kind === 'cited-place') {
    const quote = shortened(reason.quote, 120);
    // A sentence that is quoted ends the sentence around it.
    const quoted = /[.!?…]$/.test(quote) ? `“${quote}”` : `“${quote}”.`;
    return reason.isGone ? t('{0} is gone. It was cited for {1}', reason.path, quoted) : t('{0} no longer has {1}', reason.path, quoted);
  }
  const { query, appeared, gone } = reason;
  const search = shortened(query, 80);
  if (appeared.length === 0)
    return gone === 1
      ? t('The search “{0}” no longer finds one of its first passages.', search)
      : t('The search “{0}” no longer finds {1} of its first passages.', search, gone);
  const rest = appeared.length - mostNamed;
  const paths = appeared.slice(0, mostNamed).join(', ');
  return t('The search “{0}” now finds other passages in {1}.', search, rest > 0 ? t('{0} and {1} more', paths, rest) : paths);
}

const mostNamed = 3;

function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  // Not between the halves of a character.
  return line.length <= most ? line : `${line.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
