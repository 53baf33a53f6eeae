/** What is said of a long question that ends while the user is elsewhere. Pure. */
import { t } from '@vscode/l10n';
import { shortened } from '../../base/plainText.ts';
import { noAnswerSentence } from '../../protocol/noAnswer.ts';
import type { Trace } from '../../protocol/trace.ts';

/** After a shorter time people still look. */
export const longQuestionMs = 20_000;

interface Seen {
  readonly tookMs: number;
  readonly isFocused: boolean;
  /** Whether the panel shows the question. */
  readonly isShown: boolean;
}

/** @returns undefined where the user sees it, has stopped it, or did not wait for long */
export function endNotice(trace: Trace, { tookMs, isFocused, isShown }: Seen): string | undefined {
  const { question, answer, abstained, status, failure } = trace;
  if (tookMs < longQuestionMs || (isFocused && isShown) || status === 'cancelled') return undefined;
  const hasAnswer = answer !== null && !abstained;
  const said = hasAnswer ? shortened(answer.replace(/\s+/g, ' '), 120) : (failure ?? noAnswerSentence(trace));
  return `“${shortened(question, 80)}” ${hasAnswer ? t('is answered') : status === 'ok' ? t('has ended') : t('failed')}: ${said}`;
}
