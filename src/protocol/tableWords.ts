/** What a table takes, in words. Pure. */
import type { TableAhead } from './table.ts';

/** `about 5,000 model calls, 24,000,000 tokens, $61.20 and 40 min`: the last two where they are known. */
export function costWords({ likelyCalls, tokens, usd, seconds }: TableAhead): string {
  const parts = [
    `${counted(likelyCalls)} model ${likelyCalls === 1 ? 'call' : 'calls'}`,
    `${counted(rounded(tokens))} tokens`,
    ...(usd === undefined ? [] : [`$${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`]),
    ...(seconds === undefined ? [] : [timeWords(seconds)]),
  ];
  return `about ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** Two digits say as much as an estimate can. */
function rounded(count: number): number {
  return Number(count.toPrecision(2));
}

function timeWords(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

function counted(count: number): string {
  return count.toLocaleString('en');
}
