/** Which documents a question names, on a terminal. */
import { ambiguous, preferredDocuments, type AboutDocuments } from '../protocol/aboutDocuments.ts';
import { plain, styled } from './terminal.ts';

const mostShown = 3;

/** One line for each thing to say; none where the question names nothing. */
export function aboutLines(identity: AboutDocuments | undefined): readonly string[] {
  if (!identity) return [];
  const documents = preferredDocuments(identity);
  const more = documents.length - mostShown;
  const names = [...documents.slice(0, mostShown).map(({ title }) => plain(title)), ...(more > 0 ? [`${more} more`] : [])];
  const words = identity.meant.map((one) => quoted(one.words)).join(', ');
  return [
    ...(identity.respelled ?? []).map(({ written, meant }) =>
      styled('yellow', `Searched for ${quoted(meant)}: nothing has ${quoted(written)}.`),
    ),
    ...(names.length === 0 ? [] : [styled('dim', `about ${names.join(' · ')}${words === '' ? '' : ` (from ${words})`}`)]),
    ...ambiguous(identity).map(({ words: named, total }) =>
      styled('dim', `${quoted(named)} names ${total} documents: the best match first, then the newest`),
    ),
    ...identity.unknown.map((name) => styled('yellow', `No document seems to be about ${quoted(name)}.`)),
  ];
}

function quoted(words: string): string {
  return `“${plain(words)}”`;
}
