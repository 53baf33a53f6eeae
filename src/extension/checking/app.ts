/** What the parts of checking share. */
import type { TextDocument } from 'vscode';
import type { SourceOpener } from '../citing/openSource.ts';
import type { Uses } from '../parts.ts';
import type { LatestChecks } from './latestChecks.ts';

export type CheckingParts = Uses<
  'owned' | 'actions' | 'logger' | 'folders' | 'folder' | 'settings' | 'settingsOf' | 'engines' | 'engine' | 'index' | 'runs' | 'memory'
> &
  SourceOpener;

/** The latest check of each document in sight. */
export type Checks = LatestChecks<TextDocument>;

export interface CheckingApp extends CheckingParts {
  readonly checks: Checks;
  /** The run that wrote a citation, by the fingerprint of its lines; undefined when it is not known. */
  readonly runOf: (linesHash: string) => string | undefined;
}
