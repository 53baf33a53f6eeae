import { askEachDocument } from './askEachDocument.ts';
import { registerTableEditor, type EditorApp } from './tableEditor.ts';
import { TableRuns } from './tableRuns.ts';
import type { Uses } from '../parts.ts';

export type TablesParts = Uses<'owned' | 'actions' | 'engine'> & Omit<EditorApp, 'tables'>;

/** Literature tables: asking for them, filling them, and their editor. */
export function registerTables(parts: TablesParts): TableRuns {
  const { owned, actions, engine } = parts;
  const tables = owned.add(new TableRuns(engine));
  const app = { ...parts, tables };
  owned.add(registerTableEditor(app));
  actions.commands({ 'ariadne.askEachDocument': (argument, selected) => askEachDocument(app, selected ?? argument) });
  return tables;
}
