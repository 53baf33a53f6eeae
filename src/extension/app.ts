/** Parts of the extension that features share. Each feature takes what it uses: `Pick<App, …>`. */
import type { ExtensionContext } from 'vscode';
import type { HostDoor } from '../door/hostDoor.ts';
import type { ChannelLogger } from './diagnostics/channelLogger.ts';
import type { ChangedSources } from './citing/changedSources.ts';
import type { CostAhead } from './asking/costAhead.ts';
import type { Destinations } from './engineProcess/door.ts';
import type { Downloads } from './modelChoice/downloads.ts';
import type { EditorModels } from './modelChoice/editorModels.ts';
import type { EngineClient } from './engineProcess/engineClient.ts';
import type { ExtractedDocuments } from './documents/extractedDocument.ts';
import type { IndexMirror } from './index/indexMirror.ts';
import type { FolderMemory } from './folderMemory.ts';
import type { IndexFiles } from './index/indexFiles.ts';
import type { LastTextEditor } from './citing/lastTextEditor.ts';
import type { OpenFolder } from './openFolder.ts';
import type { ResearchPanel } from './panel/panel.ts';
import type { PinnedMirror } from './runs/pinnedMirror.ts';
import type { PipelineList } from './engineProcess/pipelineList.ts';
import type { FollowUps } from './asking/followUps.ts';
import type { Previews } from './asking/previews.ts';
import type { RunsMirror } from './runs/runsMirror.ts';
import type { QuestionsViewState } from './runs/questionsViewState.ts';
import type { Settings } from './settings.ts';
import type { SourceHighlight } from './citing/sourceHighlight.ts';
import type { SuggestionsMirror } from './asking/suggestionsMirror.ts';
import type { TableRuns } from './tables/tableRuns.ts';
import type { AutoIndexer } from './index/autoIndexer.ts';

export interface App {
  readonly context: ExtensionContext;
  readonly logger: ChannelLogger;
  readonly door: HostDoor;
  readonly destinations: Destinations;
  readonly editorModels: EditorModels;
  readonly downloads: Downloads;
  readonly engine: EngineClient;
  readonly index: IndexMirror;
  readonly files: IndexFiles;
  readonly autoIndexer: AutoIndexer;
  readonly extracted: ExtractedDocuments;
  readonly highlight: SourceHighlight;
  readonly changedSources: ChangedSources;
  readonly memory: FolderMemory;
  readonly runs: RunsMirror;
  readonly tables: TableRuns;
  readonly pinned: PinnedMirror;
  readonly costAhead: CostAhead;
  readonly suggestions: SuggestionsMirror;
  readonly pipelines: PipelineList;
  readonly previews: Previews;
  readonly followUps: FollowUps;
  readonly questionsView: QuestionsViewState;
  readonly panel: ResearchPanel;
  readonly lastTextEditor: LastTextEditor;
  /** The folder that Ariadne works on, if any. */
  readonly folder: () => OpenFolder | undefined;
  readonly settings: () => Settings;
  /** Reads what an earlier window left (index, runs) if there is something and the folder is trusted; otherwise starts nothing. */
  readonly wake: () => Promise<void>;
}
