/** What is said before and during downloads of models. Does not use VS Code. */
import { t } from '@vscode/l10n';
import type { DownloadOffer, DownloadProgress } from '../../protocol/modelLibrary.ts';
import { licenseText } from './modelChoices.ts';
import { bytesText, count } from '../../base/amounts.ts';

export function offerTitle(offers: readonly DownloadOffer[]): string {
  const bytes = offers.reduce((sum, { sizeBytes, hasBytes }) => sum + sizeBytes - hasBytes, 0);
  const [only] = offers;
  const what = offers.length === 1 && only ? only.name : count(offers.length, 'model');
  const isContinued = offers.some(({ hasBytes }) => hasBytes > 0);
  return isContinued ? t('Continue downloading {0} ({1})?', what, bytesText(bytes)) : t('Download {0} ({1})?', what, bytesText(bytes));
}

export function offerDetail(offers: readonly DownloadOffer[]): string {
  const [first] = offers;
  return [
    ...offers.flatMap((offer) => [...(offers.length === 1 ? [] : [offer.name]), offerFacts(offer).join(' · '), '']),
    ...(first ? [t('From: {0}', first.from), t('To: {0}', first.folder), ''] : []),
    `${offers.length === 1 ? t('The model runs on this computer.') : t('The models run on this computer.')} ${t('Nothing of your documents is sent.')}`,
  ].join('\n');
}

function offerFacts({ sizeBytes, hasBytes, license, dtype, revision }: DownloadOffer): readonly string[] {
  const size = bytesText(sizeBytes);
  const needed = hasBytes === 0 ? size : t('{0}, of which {1} are here already', size, bytesText(hasBytes));
  const terms = license === undefined ? t('license not stated; look at its page') : licenseText(license);
  return [needed, terms, `${revision.slice(0, 8)}, ${dtype}`];
}

export function amountText({ doneBytes, totalBytes, waitingFor }: DownloadProgress): string {
  const amount = totalBytes === 0 ? t('starting') : t('{0} of {1}', bytesText(doneBytes), bytesText(totalBytes));
  return waitingFor === undefined ? amount : t('{0}, by {1}', amount, waitingFor);
}
