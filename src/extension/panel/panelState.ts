import { askedFormOf } from '../../protocol/writtenAnswer.ts';
import { builtinModels } from '../../protocol/runSpec.ts';
import { asMethod } from '../../protocol/methodNames.ts';
import type { PanelState } from '../../protocol/panel.ts';
import { formLabels } from '../../protocol/writtenWords.ts';
import { costAheadSentence } from '../asking/estimateSentence.ts';
import { formWords } from '../answerForms.ts';
import type { Emitter } from '../../base/emitter.ts';
import type { FolderState } from '../engineProcess/folderState.ts';
import type { StaleReason } from '../../protocol/staleReason.ts';
import { answeringName, answeringNow, modelLines } from '../modelChoice/modelWords.ts';
import type { Uses } from '../parts.ts';

export interface ShownState extends Uses<'folders' | 'folder' | 'settings' | 'index' | 'door' | 'runs'> {
  readonly changedSources: {
    readonly ofShown: { readonly runId: string; readonly reasons: readonly StaleReason[] } | undefined;
    readonly onDidChange: Emitter<void>;
  };
}

/** The state outside the runs, as the panel shows it. */
export function shownPanelState(app: ShownState): PanelState {
  const settings = app.settings();
  const { pipeline, models, answer } = settings;
  const chosen = askedFormOf(answer);
  const { status, progress } = app.index;
  const { runningId } = app.runs;
  const answering = answeringNow(settings, status);
  const changed = app.changedSources.ofShown;
  return {
    readiness: panelReadiness(app.index),
    folderName: app.folder()?.name ?? '',
    ...(app.folders.areSeveral ? { folders: app.folders.asked.map(({ name }) => name) } : {}),
    index: status,
    progress,
    pipelines: app.index.known.pipelines.map(asMethod),
    pipeline,
    answerForm: { label: formLabels[chosen], about: formWords[chosen] },
    chatModel: models.chat === builtinModels.chat ? 'builtin' : models.chat,
    answering: { name: answeringName(answering), about: modelLines(answering) },
    costAhead: costAheadSentence(app.index.known, settings.budget),
    runningId,
    runs: [...app.runs.runs],
    ...(changed === undefined ? {} : { changedSources: { runId: changed.runId, reasons: [...changed.reasons] } }),
    bytesSent: app.door.totals.bytesSent,
    suggestions: [...app.index.known.suggestions],
  };
}

function panelReadiness({ readiness, isIndexing, isUnreadable }: FolderState): PanelState['readiness'] {
  // The panel shows that a pass is in progress, and allows questions meanwhile if there is something to ask.
  if (readiness === 'ready' && isIndexing) return 'indexing';
  // The panel offers the same action for both: opening a folder.
  if (readiness === 'virtual') return 'no-folder';
  // If the engine could not read the index, indexing is the way to find out more.
  if (readiness === 'unknown') return isUnreadable ? 'no-index' : 'starting';
  return readiness;
}
