/** What is said before and during downloads of models. Does not use VS Code. */
import type { DownloadOffer, DownloadProgress } from '../../protocol/modelLibrary.ts';
import { licenseText } from './modelChoices.ts';
import { bytesText, count } from '../../base/amounts.ts';

export function offerTitle(offers: readonly DownloadOffer[]): string {
  const bytes = offers.reduce((sum, { sizeBytes, hasBytes }) => sum + sizeBytes - hasBytes, 0);
  const [only] = offers;
  const what = offers.length === 1 && only ? only.name : count(offers.length, 'model');
  const isContinued = offers.some(({ hasBytes }) => hasBytes > 0);
  return `${isContinued ? 'Continue downloading' : 'Download'} ${what} (${bytesText(bytes)})?`;
}

export function offerDetail(offers: readonly DownloadOffer[]): string {
  const [first] = offers;
  return [
    ...offers.flatMap((offer) => [...(offers.length === 1 ? [] : [offer.name]), offerFacts(offer).join(' · '), '']),
    ...(first ? [`From: ${first.from}`, `To: ${first.folder}`, ''] : []),
    `${offers.length === 1 ? 'The model runs' : 'The models run'} on this computer. Nothing of your documents is sent.`,
  ].join('\n');
}

function offerFacts({ sizeBytes, hasBytes, license, dtype, revision }: DownloadOffer): readonly string[] {
  const here = hasBytes === 0 ? '' : `, of which ${bytesText(hasBytes)} are here already`;
  const terms = license === undefined ? 'license not stated; look at its page' : licenseText(license);
  return [`${bytesText(sizeBytes)}${here}`, terms, `${revision.slice(0, 8)}, ${dtype}`];
}

export function amountText({ doneBytes, totalBytes, waitingFor }: DownloadProgress): string {
  const amount = totalBytes === 0 ? 'starting' : `${bytesText(doneBytes)} of ${bytesText(totalBytes)}`;
  return waitingFor === undefined ? amount : `${amount}, by ${waitingFor}`;
}
