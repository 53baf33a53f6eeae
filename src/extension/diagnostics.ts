import { arch, cpus, platform, release, totalmem } from 'node:os';
import { env, version, workspace } from 'vscode';
import * as z from 'zod';
import { fenced } from '../base/escapeMarkdown.ts';
import type { App } from './app.ts';

/** What a bug report needs, without documents, questions or keys. The log lines name file paths; the last line of the text says so. */
export function diagnostics(app: Pick<App, 'context' | 'engine' | 'index' | 'upkeep' | 'runs' | 'settings' | 'door' | 'logger'>): string {
  const { pipeline, models, baseUrl, discovery, dataset, isWatching } = app.settings();
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
      skipped: status.skipped.length,
      at: status.indexedAtUtc,
      epoch: status.epoch,
      vectors: status.vectors,
      adaptationDue: status.adaptationDue,
      sizeBytes: status.sizeBytes,
      graph: status.graph,
      // Of a place on a network, only the kind: its address may name people or hold a key.
      place: dataset === undefined ? 'own storage' : (/^[a-z0-9+.-]+(?=:\/\/)/i.exec(dataset)?.[0] ?? 'a path'),
    },
    work: work.map(({ kind, progress }) => ({ kind, ...progress, current: undefined })),
    upkeep: {
      isWatching,
      pending: app.upkeep.pending,
      isWaiting: app.upkeep.isWaiting,
      isHeld: app.upkeep.isHeld,
      problem: app.upkeep.problem,
    },
    reasons: reasonCounts(status.skipped),
    runs: Object.fromEntries([...Map.groupBy(app.runs.runs, (run) => run.status)].map(([state, runs]) => [state, runs.length])),
    settings: { pipeline, models, server: new URL(baseUrl).origin, discovery },
    network: app.door.totals,
  };
  return [
    fenced('json', JSON.stringify(facts, null, 2)),
    '',
    fenced('', app.logger.recent.join('\n')),
    '',
    'The log, and what went wrong, may name files of the folder.',
    '',
  ].join('\n');
}

/** How often each reason keeps a file out, without the files. */
function reasonCounts(skipped: readonly { readonly reason: string }[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, files]) => [reason, files.length]));
}
