import { DisagreementPanel, type DisagreementApp } from './disagreementPanel.ts';
import { requireTrust } from '../requireTrust.ts';
import type { Uses } from '../parts.ts';

export type DisagreementParts = Uses<'owned' | 'actions' | 'ensureIndex'> & DisagreementApp;

/** Where the documents of the folder disagree: a page that lists it. */
export function registerDisagreements(parts: DisagreementParts): void {
  const panel = parts.owned.add(new DisagreementPanel(parts));
  parts.actions.commands({
    'ariadne.findDisagreements': async () => {
      requireTrust();
      if (await parts.ensureIndex()) panel.show();
    },
  });
}
