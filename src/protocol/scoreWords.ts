import { t } from '@vscode/l10n';
import { userLocale } from '../base/userLanguage.ts';

let shown: Intl.NumberFormat | undefined;

/** A score of a passage as people read it: two decimals, and no sign before what is rounded to zero. */
export function scoreWords(score: number | null): string {
  if (score === null) return t('no score');
  // Made when the language is known.
  shown ??= new Intl.NumberFormat(userLocale(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'negative',
    useGrouping: false,
  });
  return shown.format(score);
}
