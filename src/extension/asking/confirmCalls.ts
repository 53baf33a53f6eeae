/** Asks for confirmation before a question that will probably take many model calls, which take time and often money. */
import { t } from '@vscode/l10n';
import { commands } from 'vscode';
import { grouped } from '../../base/amounts.ts';
import type { PreviewRequest } from '../../protocol/runRequests.ts';
import { builtinModels, type PricedSpec } from '../../protocol/runSpec.ts';
import { likelyCalls } from '../../protocol/callsAhead.ts';
import { estimateSentence } from './estimateSentence.ts';
import { showDialog } from '../messages.ts';
import type { Uses } from '../parts.ts';

type ConfirmApp = Uses<'settings' | 'engine'>;

export interface CallsAhead {
  readonly likely: number;
  readonly sentence: string;
}

/**
 * The expected calls of a new question, or of a question that continues after `made` calls.
 * @throws AriadneError when the settings do not allow a question
 */
export async function callsOfQuestion({ engine, settings }: ConfirmApp, asked: PricedSpec, chat: string, made = 0): Promise<CallsAhead> {
  const estimate = await engine.request('estimate', { ...asked, models: { ...builtinModels, chat } });
  const budget = settings().budget();
  return { likely: Math.max(0, likelyCalls(estimate, chat, budget) - made), sentence: estimateSentence(estimate, budget) };
}

/**
 * The expected calls of a run based on another.
 * @throws AriadneError why the run cannot be made
 */
export async function callsOfRerun({ engine }: ConfirmApp, request: PreviewRequest): Promise<CallsAhead> {
  const { kept, likely, most } = (await engine.request('previewRerun', request)).calls;
  return { likely, sentence: t('{0} calls are reused from the earlier answer; at most {1} new ones are made.', kept, most) };
}

/** @returns true when there are few calls, or the user agrees */
export async function confirmCalls(
  { settings }: ConfirmApp,
  { likely, sentence }: CallsAhead,
  yes: string,
  what = t('This question'),
): Promise<boolean> {
  const { askAboveCalls } = settings();
  if (likely <= askAboveCalls) return true;
  const limit = t('Set a Limit…');
  const message = t('{0} is likely to take {1} model calls.', what, grouped(likely));
  const detail = `${sentence}\n\n${t('Ariadne asks before more than {0} calls (setting “Ariadne: Confirm Above Calls”).', askAboveCalls)}`;
  const chosen = await showDialog('warning', message, detail, yes, limit);
  if (chosen === limit) await commands.executeCommand('workbench.action.openSettings', 'ariadne.budget');
  return chosen === yes;
}
