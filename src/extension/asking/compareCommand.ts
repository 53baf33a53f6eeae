import { t } from '@vscode/l10n';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import type { RunSummary } from '../../protocol/engine.ts';
import { chooseFrom } from '../inputs.ts';
import { runChoice } from '../runs/runCommands.ts';
import { timeText } from '../times.ts';
import type { Uses } from '../parts.ts';

type CompareApp = Uses<'runs' | 'panel' | 'index'>;

/**
 * `ariadne.compare`: shows two runs side by side: the two that are selected, whatever they asked, otherwise two of a question. Asks for
 * what is missing: a run, and another run of its question.
 */
export async function compareRuns(app: CompareApp, given: string | undefined, selected: readonly string[] = []): Promise<void> {
  const { runs } = app.runs;
  const chosen = runs.filter(({ runId, status }) => selected.includes(runId) && status !== 'running');
  const [latest, first] = chosen;
  if (latest && first && chosen.length === 2) return app.panel.show(latest.runId, { compareWith: first.runId });
  if (chosen.length > 2) throw new AriadneError('nothing-to-compare', t('Two answers can be compared. Select two questions.'));
  const comparable = runs.filter((one) => othersOf(one, runs).length > 0);
  if (comparable.length === 0) throw nothingToCompare(t('No question has been asked more than once.'));
  const run = given === undefined ? await pickRun(app, comparable) : runs.find(({ runId }) => runId === given);
  if (!run) return;
  const others = othersOf(run, runs);
  if (others.length === 0) throw nothingToCompare(t('This question has been asked only once.'));
  const other = others.length === 1 ? others[0] : await pickRun(app, others);
  if (!other) return;
  const [earlier = run, later = other] = [run, other].toSorted((a, b) => a.startedAtUtc.localeCompare(b.startedAtUtc));
  app.panel.show(later.runId, { compareWith: earlier.runId });
}

/** Sends the panel a run to compare with the shown one. */
export async function showOther({ runs, panel }: CompareApp, runId: string): Promise<void> {
  try {
    panel.link.tell({ kind: 'other-run', runId, snapshot: await runs.snapshot(runId) });
  } catch (error) {
    if (!isAriadneError(error)) throw error;
    panel.link.tell({ kind: 'other-run', runId });
  }
}

function nothingToCompare(why: string): AriadneError {
  return new AriadneError('nothing-to-compare', t('{0} To compare answers, ask it again or try another method.', why));
}

function othersOf(run: RunSummary, runs: readonly RunSummary[]): readonly RunSummary[] {
  const asked = (one: RunSummary): string => one.question.trim().toLowerCase();
  return runs.filter((one) => one.runId !== run.runId && one.status !== 'running' && asked(one) === asked(run));
}

function pickRun({ index }: CompareApp, runs: readonly RunSummary[]): Promise<RunSummary | undefined> {
  const now = new Date();
  const choices = runs.map((run) => runChoice(run, index, timeText(new Date(run.startedAtUtc), now)));
  return chooseFrom(choices, { title: t('Compare Answers'), placeHolder: t('Select an answer to compare') });
}
