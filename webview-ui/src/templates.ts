/** Questions with blanks, and the way from one blank to the next. Pure. */
import { t } from '@vscode/l10n';
import type { Completion } from '../../src/protocol/scopeCompletion.ts';

const blank = '…';

const templates = [
  t('Compare … and …'),
  t('What changed between … and …?'),
  t('What do my documents say about …?'),
  t('Which documents mention …?'),
  t('Where do my documents disagree about …?'),
  t('Why was … chosen instead of …?'),
  t('What are the arguments for and against …?'),
];

/** Offered for an empty question. */
export const offeredTemplates: Completion = {
  suggestions: templates.map((text) => ({ label: text, icon: 'symbol-snippet', text, back: 0, isOpen: true })),
  ...{ start: 0, end: 0, isFirstChosen: false, isByTab: false },
};

/** The next blank after an offset, else the first; undefined where there is none. End-exclusive. */
export function blankAfter(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const next = text.indexOf(blank, from);
  const start = next < 0 ? text.indexOf(blank) : next;
  return start < 0 ? undefined : { start, end: start + blank.length };
}
