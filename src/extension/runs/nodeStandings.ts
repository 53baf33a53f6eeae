/** What a row of the sidebar says of a step. */
import { t } from '@vscode/l10n';
import type { NodeStatus } from '../../protocol/trace.ts';

/** A node's status in words. `stopped`, `not reached`: its run ended before it did; `accepted`: chosen by a vote to be looked up. */
export type NodeStanding = NodeStatus | 'accepted' | 'no-answer' | 'unverified' | 'stopped' | 'not-reached';

export const nodeStandingWords: Readonly<Record<NodeStanding, string>> = {
  pending: t('pending'),
  running: t('running'),
  supported: t('supported'),
  answered: t('answered'),
  accepted: t('accepted'),
  revised: t('revised'),
  reused: t('reused'),
  unsupported: t('unsupported'),
  blocked: t('blocked'),
  failed: t('failed'),
  unverified: t('not verified'),
  'no-answer': t('no answer found'),
  rejected: t('rejected'),
  superseded: t('superseded'),
  stopped: t('stopped'),
  'not-reached': t('not reached'),
};
