import { t } from '@vscode/l10n';
import { listedTitle } from '../../src/protocol/passage.ts';
import type { Trace, TraceNode } from '../../src/protocol/trace.ts';

/**
 * Titles of the passages that a node names, or words, since ids say nothing to people: a round keeps passages that the log does not have.
 */
export function passageTitles({ passages }: Pick<Trace, 'passages'>, { nar }: Pick<TraceNode, 'nar'>): (passageId: string) => string {
  const walked = new Map(nar?.turns.flatMap(({ batch }) => batch.map(({ passageId, title }) => [passageId, title] as const)));
  return (passageId) => {
    const passage = passages[passageId];
    return (passage && listedTitle(passage)) ?? walked.get(passageId) ?? t('a passage not shown here');
  };
}
