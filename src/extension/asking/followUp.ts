import { AriadneError } from '../../base/errors.ts';
import type { FromPanel } from '../../protocol/panel.ts';
import type { LatestRequest } from './latestRequest.ts';
import { scopeTyped } from './scopeNames.ts';
import type { Uses } from '../parts.ts';

interface FollowUpApp extends Uses<'settings' | 'logger' | 'engine' | 'panel'> {
  readonly followUps: LatestRequest<'standAlone'>;
}

/** Sends the panel what a follow-up asks on its own, limited by the terms that were typed in it. */
export async function makeFollowUp(app: FollowUpApp, { runId, key, question }: Extract<FromPanel, { kind: 'follow-up' }>): Promise<void> {
  try {
    const typed = await scopeTyped(app, question);
    const [problem] = typed.problems;
    if (problem) throw new AriadneError('scope-invalid', problem.message);
    const made = await app.followUps.send({ question: typed.question, follows: { runId }, models: app.settings().models });
    if (!made) {
      app.panel.link.tell({ kind: 'stand-alone', runId, key });
      return;
    }
    // The panel carries the scope of the run over, as far as the user wants that.
    const { scope: _ofTheRun, ...rest } = made;
    const scope = typed.scope === '' ? {} : { scope: typed.scope };
    app.panel.link.tell({ kind: 'stand-alone', runId, key, made: { ...rest, ...scope } });
  } catch (error) {
    app.panel.link.tell({ kind: 'stand-alone', runId, key });
    throw error;
  }
}
