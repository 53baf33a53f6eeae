/** What features give each other. Each names the parts that it uses, and gets no others. */
import type { ExtensionContext } from 'vscode';
import type { Basics } from './basics.ts';
import type { ChangedSources } from './citing/changedSources.ts';
import type { EngineFeature } from './engineProcess/register.ts';
import type { ResearchPanel } from './panel/panel.ts';
import type { FolderRuns } from './runs/folderRuns.ts';
import type { QuestionsViewState } from './runs/questionSearch.ts';
import type { TableRuns } from './tables/tableRuns.ts';

interface Parts extends Basics, EngineFeature {
  readonly context: ExtensionContext;
  readonly runs: FolderRuns;
  readonly questionsView: QuestionsViewState;
  readonly changedSources: ChangedSources;
  readonly panel: ResearchPanel;
  readonly isPanelVisible: () => boolean;
  readonly tables: TableRuns;
  /** Reads what an earlier window left (index, runs) if there is something and the folder is trusted; otherwise starts nothing. */
  readonly wake: () => Promise<void>;
  /** Makes sure that there is an index to ask. @returns false when the user declined */
  readonly ensureIndex: () => Promise<boolean>;
}

export type Uses<K extends keyof Parts> = Pick<Parts, K>;
