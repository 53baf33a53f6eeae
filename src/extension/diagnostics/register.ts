import { t } from '@vscode/l10n';
import { env, version, workspace } from 'vscode';
import type { Actions } from '../actions.ts';
import { showMessage } from '../messages.ts';
import { arch, cpus, homedir, hostname, platform, release, totalmem } from 'node:os';
import * as z from 'zod';
import { fenced } from '../../base/escapeMarkdown.ts';
import { isThisMachine } from '../../base/networkAddress.ts';
import { scrubbed } from './scrubbed.ts';
import type { Uses } from '../parts.ts';

/** The log, and the facts that a bug report needs. */
export function registerDiagnostics(parts: DiagnosedApp & { readonly actions: Actions }): void {
  parts.actions.commands({
    'ariadne.showLog': () => parts.logger.show(),
    /** @returns the text, for callers of the command */
    async 'ariadne.copyDiagnostics'() {
      const text = diagnostics(parts);
      await env.clipboard.writeText(text);
      // What was copied is for others, so the user has to know what is in it. Not awaited: the message may stay open.
      void showMessage('information', t('Diagnostics copied. They contain no names, paths or questions. Paste them into your report.'));
      return text;
    },
  });
}

type DiagnosedApp = Uses<'settings' | 'logger' | 'folder' | 'engine' | 'index' | 'door' | 'context' | 'runs'>;

/** The facts that a bug report needs, without keys and without names of documents, folders, questions, people or hosts. */
function diagnostics(app: DiagnosedApp): string {
  const { pipeline, models, baseUrl, discovery, indexUri, isWatching } = app.settings();
  const { status, readiness, work } = app.index;
  const manifest = z.object({ version: z.string() }).parse(app.context.extension.packageJSON);
  const facts = {
    ariadne: manifest.version,
    editor: `${env.appName} ${version} (${env.remoteName ?? 'local'})`,
    node: process.version,
    system: `${platform()} ${release()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    trusted: workspace.isTrusted,
    folders: workspace.workspaceFolders?.length ?? 0,
    engine: { isRunning: app.engine.isRunning, recentCrashes: app.engine.recentCrashes },
    index: {
      readiness,
      state: status.state,
      documents: status.documents,
      passages: status.passages,
      skipped: status.skipped.files,
      at: status.indexedAtUtc,
      epoch: status.epoch,
      vectors: status.vectors,
      learningDue: status.learningDue,
      sizeBytes: status.sizeBytes,
      graph: status.graph,
      // For network storage, only the scheme: the address may contain names or a key.
      place: indexUri === undefined ? 'own storage' : (/^[a-z0-9+.-]+(?=:\/\/)/i.exec(indexUri)?.[0] ?? 'a path'),
    },
    work: work.map(({ kind, progress }) => ({ kind, ...progress, current: undefined, waitingFor: undefined })),
    indexing: { isWatching, ...app.index.indexing, work: undefined, problem: app.index.indexing.problem?.code },
    reasons: status.skipped.reasons,
    runs: Object.fromEntries([...Map.groupBy(app.runs.runs, (run) => run.status)].map(([state, runs]) => [state, runs.length])),
    settings: {
      pipeline,
      models: Object.fromEntries(Object.entries(models).flatMap(([role, id]) => (id === undefined ? [] : [[role, kindOfModel(id)]]))),
      server: kindOfServer(baseUrl),
      excludePatterns: discovery.exclude.length,
      maxFileBytes: discovery.maxFileBytes,
    },
    network: app.door.totals,
  };
  return [
    fenced('json', JSON.stringify(facts, null, 2)),
    '',
    fenced('', scrubbed(app.logger.recent.join('\n'), privateNames(app))),
    '',
    'Paths, file names, questions and the names of people and hosts have been removed.',
    '',
  ].join('\n');
}

/** Private names that cannot be recognized by their syntax. */
function privateNames({ runs, folder, settings }: DiagnosedApp): readonly string[] {
  const open = folder();
  const paths = [homedir(), ...(open ? [open.uri.fsPath, open.uri.path, open.name] : [])];
  const parts = paths.flatMap((path) => [path, path.split(/[\\/]/).at(-1) ?? '']);
  const asked = runs.runs.flatMap(({ question, answer, title = '' }) => [question, answer ?? '', title]);
  const { USER = '', USERNAME = '', LOGNAME = '' } = process.env;
  const people = [USER, USERNAME, LOGNAME, hostname(), new URL(settings().baseUrl).hostname];
  // Shorter names occur in any text and reveal nothing.
  return [...parts, ...asked, ...people].filter((name) => name.length > 2);
}

/** Leaves out the name, because a model may be named by the path of its file or folder. */
function kindOfModel(id: string): string {
  if (id.startsWith('folder:')) return 'folder:<path>';
  return /^openai:(?:[/~.\\]|[a-z]:[\\/])/i.test(id) ? 'openai:<path>' : id;
}

function kindOfServer(baseUrl: string): string {
  const { hostname: host } = new URL(baseUrl);
  if (host === 'api.openai.com') return 'api.openai.com';
  return isThisMachine(host) ? 'this computer' : 'another host';
}
