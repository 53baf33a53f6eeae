/**
 * A run as a ZIP file that another machine can check without the documents: its log, the passages, what was sent, the answer to read, and
 * checksums of all. The same run gives the same bytes. Pure.
 */
import { zipSync } from 'fflate';
import * as z from 'zod';
import { hashOf } from '../base/hash.ts';
import { AriadneError } from '../base/errors.ts';
import { version } from '../base/version.ts';
import type { RunEvent } from '../protocol/events.ts';
import { modelIds } from '../protocol/runSpec.ts';
import type { Trace } from '../protocol/trace.ts';
import { fold } from '../trace/fold.ts';
import { htmlPage } from './htmlPage.ts';
import { runMarkdown } from './documents.ts';
import { shownCitations } from './report.ts';

export const manifestName = 'manifest.json';
export const logName = 'run.jsonl';

export const manifest = z.object({
  format: z.literal('ariadne-dossier'),
  formatVersion: z.literal(1),
  /** What made it. */
  versions: z.object({ ariadne: z.string(), log: z.number(), prompts: z.number(), models: modelIds }),
  runId: z.string(),
  question: z.string(),
  answer: z.string().nullable(),
  /** By name, without this file. */
  files: z.record(z.string(), z.object({ bytes: z.number().int(), sha256: z.string() })),
});
export type Manifest = Readonly<z.infer<typeof manifest>>;

/** @throws AriadneError `log-unfinished` for a run that cannot be replayed */
export function dossierOf(events: readonly RunEvent[]): Uint8Array {
  const told = withoutPaths(events);
  const trace = fold(told);
  const [first] = told;
  if (!trace.finished || trace.status === 'cancelled' || first?.kind !== 'run-started')
    throw new AriadneError(
      'log-unfinished',
      'This question was stopped before it was answered, so there is nothing to check. Resume it first.',
    );
  const files = { ...writtenFiles(trace), [logName]: `${told.map((event) => JSON.stringify(event)).join('\n')}\n` };
  const about: Manifest = {
    format: 'ariadne-dossier',
    formatVersion: 1,
    versions: { ariadne: version, log: first.logVersion, prompts: first.promptVersion, models: trace.models },
    runId: trace.runId,
    question: trace.question,
    answer: trace.answer,
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, { bytes: Buffer.byteLength(text), sha256: hashOf([text]) }]),
    ),
  };
  const manifestText = jsonText(about);
  const all = Object.entries({ [manifestName]: manifestText, ...files });
  const zip = zipSync(Object.fromEntries(all.map(([name, text]) => [name, [Buffer.from(text), { mtime: anyTime }]])));
  return sealed(zip, hashOf([manifestText]));
}

/** ZIP files have a time, and begin in 1980. */
const anyTime = new Date(2000, 0, 1);

/** What is made of a run besides its log, by name. */
export function writtenFiles(trace: Trace): Readonly<Record<string, string>> {
  return {
    'answer.md': runMarkdown(trace, { toFolder: '' }),
    'answer.html': htmlPage(trace, (path) => path),
    'passages.json': jsonText(passagesOf(trace)),
    'ledger.json': jsonText(ledgerOf(trace)),
  };
}

/** Every passage of the run by id, with the numbers under which it is cited. */
export function passagesOf(trace: Trace): readonly object[] {
  const cited = Map.groupBy(shownCitations(trace), ({ passageId }) => passageId);
  return Object.values(trace.passages)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, path, title, range, documentHash, text }) => {
      const lines = { startLine: range.startLine + 1, endLine: range.endLine };
      return { id, path, title, ...lines, documentHash, sha256: hashOf([text]), cited: cited.get(id)?.map(({ n }) => n) ?? [], text };
    });
}

/** What was sent where, and how often models were called. */
export function ledgerOf({ sent = [], bytesSent, totals }: Trace): object {
  return { sent, bytesSent, totals };
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Others need not know the folders of the user's machine: the log keeps the name of the one that was asked. */
function withoutPaths(events: readonly RunEvent[]): readonly RunEvent[] {
  const [first] = events;
  const folder = first?.kind === 'run-started' ? first.folder : '';
  const name = folder.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  const text = JSON.stringify(events, (key, value: unknown) => {
    if (typeof value !== 'string' || !pathKeys.has(key)) return value;
    return folder === '' ? value : value.replaceAll(folder, name).replace(homes, '~');
  });
  return JSON.parse(text) as RunEvent[];
}

/** Where a log has paths of the machine: the folder, and messages of failures. */
const pathKeys: ReadonlySet<string> = new Set(['folder', 'failure', 'message']);
const homes = /(?:\/home|\/Users|[A-Za-z]:\\Users)[\\/][^\\/\s"']+/g;

/** How a dossier ends: the checksum of all bytes before, as if there were no comment, and that of the manifest. */
const sealPattern = /^ariadne-dossier ([\da-f]{64}) ([\da-f]{64})$/;
const sealBytes = 'ariadne-dossier '.length + 64 + 1 + 64;

function sealed(zip: Uint8Array, manifestHash: string): Uint8Array {
  const whole = Buffer.concat([zip, Buffer.from(`ariadne-dossier ${hashOf([zip])} ${manifestHash}`)]);
  // The last field of a ZIP file is the length of its comment.
  whole.writeUInt16LE(sealBytes, zip.length - 2);
  return whole;
}

export interface Seal {
  readonly isWhole: boolean;
  readonly manifestHash: string;
}

/** @returns undefined for a file that is none, or whose end is lost */
export function sealOf(bytes: Uint8Array): Seal | undefined {
  const whole = Buffer.from(bytes);
  const [, hash, manifestHash = ''] = sealPattern.exec(whole.subarray(-sealBytes).toString('latin1')) ?? [];
  const zip = whole.subarray(0, -sealBytes);
  if (hash === undefined || zip.length < 22) return undefined;
  const hasLength = zip.readUInt16LE(zip.length - 2) === sealBytes;
  zip.writeUInt16LE(0, zip.length - 2);
  return { isWhole: hasLength && hashOf([zip]) === hash, manifestHash };
}
