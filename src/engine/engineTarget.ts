/** What an engine is opened on. */
export interface EngineTarget {
  readonly folder: string;
  /** Folder of the run logs and, unless `indexUri` names another place, of the index. */
  readonly storage: string;
  /** A path or URI as `parseLocation` takes it. */
  readonly indexUri?: string;
  /** Other storage folders, one of which may have the index of another worktree. */
  readonly siblings?: readonly string[];
}
