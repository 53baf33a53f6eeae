/** What a table takes, in words. Pure. */
import { t } from '@vscode/l10n';
import type { TableAhead } from './table.ts';
import { count, grouped, listed, tenths } from '../base/amounts.ts';

/** `about 5,000 model calls, 24,000,000 tokens, $61.20 and 40 min`: the last two where they are known. */
export function costWords({ likelyCalls, tokens, usd, seconds }: TableAhead): string {
  const parts = [
    count(likelyCalls, 'model call'),
    t('{0} tokens', grouped(rounded(tokens))),
    ...(usd === undefined ? [] : [`$${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`]),
    ...(seconds === undefined ? [] : [timeWords(seconds)]),
  ];
  return t('about {0}', listed(parts));
}

/** Two digits say as much as an estimate can. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(2));
}

function timeWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${tenths(minutes / 60)} h`;
}
