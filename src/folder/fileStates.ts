/** What is known of the folder's files, one by one. */
import { count } from '../base/amounts.ts';
import { discoverPaths } from '../corpus/discoverPaths.ts';
import { explainPath } from '../corpus/explainPath.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { IndexStore } from '../indexing/store.ts';
import { isIndexed } from '../indexing/documentRows.ts';
import { type EngineResult } from '../protocol/engine.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import { identitySentence } from '../protocol/identity.ts';
import type { DanglingLink } from '../protocol/fileExplanation.ts';
import { danglingLinks } from './danglingLinks.ts';

/** Why a file is or is not in the index. */
export async function explainFile(
  store: IndexStore,
  folder: string,
  path: string,
  discovery: DiscoveryOptions,
  snapshot: IndexSnapshot | undefined,
): Promise<EngineResult<'explain'>> {
  const found = await explainPath(folder, path, discovery);
  const stored = (await store.documents()).get(path);
  if (found.state === 'missing') return { state: 'missing', reason: `${path} ${found.reason}.` };
  if (found.state === 'excluded') {
    const by = found.ignoreFile === undefined ? {} : { ignoreFile: found.ignoreFile };
    return { state: 'excluded', reason: `${path} is not indexed: it ${found.reason}.`, ...by };
  }
  if (!stored) return { state: 'not-indexed', reason: `${path} can be indexed, but is not yet. Index the folder.` };
  const { files } = await discoverPaths(folder, [path], discovery);
  const isSame = files[0]?.sizeBytes === stored.sizeBytes && files[0].mtimeMs === stored.mtimeMs;
  if (!isIndexed(stored)) {
    // Indexing again helps only when there is something new to read.
    return { state: isSame ? 'excluded' : 'not-indexed', reason: stored.reason };
  }
  const as = `${path} is indexed: ${count(stored.passages, 'passage')}, read as ${stored.parser}`;
  if (!isSame) return { state: 'changed', reason: `${as}, and has changed since. Index the folder.` };
  const links = await danglingLinks(snapshot, folder, path);
  const identity = await store.identityOf(path);
  const reasons = [`${as}.`, stored.reason, sentenceOf(links), identity ? identitySentence(identity) : ''].filter(
    (reason) => reason !== '',
  );
  return { state: 'indexed', reason: reasons.join(' '), identity, ...(links.length === 0 ? {} : { danglingLinks: [...links] }) };
}

const shownLinks = 5;

function sentenceOf(links: readonly DanglingLink[]): string {
  if (links.length === 0) return '';
  const shown = links.slice(0, shownLinks).map(({ target, startLine }) => `${target} (line ${startLine + 1})`);
  const more = links.length > shown.length ? [`and ${links.length - shown.length} more`] : [];
  const named = [...shown, ...more].join(', ');
  return links.length === 1 ? `1 link leads nowhere: ${named}.` : `${links.length} links lead nowhere: ${named}.`;
}
