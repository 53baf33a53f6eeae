/** Reads documents and checks their citations. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { AriadneError, isAriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { LineTable } from '../base/lines.ts';
import { Accepted, acceptedFileName } from '../citations/acceptedFindings.ts';
import type { CitationCheck } from '../citations/checkCitations.ts';
import type { Checked } from '../citations/findings.ts';
import { syntaxOf } from '../citations/syntaxes/allSyntaxes.ts';
import { decode } from '../corpus/decode.ts';
import { discover } from '../corpus/discover.ts';
import { requireFolder } from '../folder/folderGuard.ts';
import { type Gaps, type ReportedState, reportedStateOf } from '../protocol/documentCheck.ts';
import { defaultDiscovery } from '../protocol/indexRequests.ts';
import { recordSuffix } from '../protocol/table.ts';
import { type CheckTextOptions, DocumentChecks, type DocumentChecksOptions } from './documentChecks.ts';

export interface CheckDocumentsOptions extends DocumentChecksOptions {
  readonly signal: AbortSignal;
  /** Hears a sentence for each citing document that cannot be read, which is then left out. Default: it is an error. */
  readonly onUnreadable?: (sentence: string) => void;
  /** As `DocumentChecks.check` has them. */
  readonly gaps?: Gaps | undefined;
}

export interface CitationFinding {
  /** 1-based line of the citation, or of the claim without one. */
  readonly line: number;
  readonly column: number;
  /** Where it ends. */
  readonly endLine: number;
  readonly endColumn: number;
  readonly state: ReportedState;
  readonly check: CitationCheck & Checked;
}

export interface CheckedDocument {
  /** As it was named. */
  readonly document: string;
  readonly findings: readonly CitationFinding[];
}

const readsAtOnce = 4;

/**
 * @throws AriadneError `document-unreadable` for a citing document; `accepted-broken`; `folder-missing`, `not-a-folder`; as
 *   `DocumentChecks.check`
 */
export async function checkDocuments(
  documents: readonly string[],
  { signal, onUnreadable, gaps, ...options }: CheckDocumentsOptions,
): Promise<readonly CheckedDocument[]> {
  if (options.folder !== undefined) await requireFolder(options.folder);
  const checks = new DocumentChecks(options);
  try {
    return await pLimit(readsAtOnce).map(documents, async (document) => {
      const accepted = await acceptedBeside(document);
      try {
        return { document, findings: await findingsOf(document, checks, accepted, { signal, gaps }) };
      } catch (error) {
        if (!onUnreadable || !isAriadneError(error)) throw error;
        onUnreadable(error.message);
        return { document, findings: [] };
      }
    });
  } finally {
    await checks.close();
  }
}

async function findingsOf(
  document: string,
  checks: DocumentChecks,
  accepted: Accepted,
  options: CheckTextOptions,
): Promise<readonly CitationFinding[]> {
  const text = await readCiting(document);
  const lines = new LineTable(text);
  return (await checks.check(document, text, options)).map((check) => {
    const [start, end] = [placeIn(lines, check.range.start), placeIn(lines, check.range.end)];
    const place = { ...start, endLine: end.line, endColumn: end.column };
    return { ...place, state: reportedStateOf(check), check: accepted.mark(text, check) };
  });
}

/** What was called fine in the folder of a document. */
async function acceptedBeside(document: string): Promise<Accepted> {
  try {
    return Accepted.parse(await readFile(join(dirname(document), acceptedFileName), 'utf8'));
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return Accepted.none;
    throw error;
  }
}

function placeIn(lines: LineTable, offset: number): { readonly line: number; readonly column: number } {
  const line = lines.lineAt(offset);
  return { line: line + 1, column: offset - lines.startOf(line) + 1 };
}

/** How many citations are in each state, and how many findings were accepted, which count as no state. */
export function summaryOf(findings: readonly CitationFinding[]): Record<ReportedState | 'accepted', number> {
  const summary = { current: 0, changed: 0, missing: 0, unsupported: 0, unresolved: 0, uncited: 0, accepted: 0 };
  for (const { state, check } of findings) summary[check.isAccepted ? 'accepted' : state]++;
  return summary;
}

/** The files of a folder that may cite, in the order of their paths. What rules leave out of an index is left out. */
export async function citingFilesIn(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const { files } = await discover(folder, defaultDiscovery, { signal });
  return files
    .map(({ path }) => path)
    .filter(mayCite)
    .map((path) => join(folder, path));
}

/** Comments of code may cite, too, and are checked where the file is named. */
function mayCite(path: string): boolean {
  const syntax = syntaxOf(path);
  return path.endsWith('.ipynb') || path.endsWith(recordSuffix) || (syntax !== undefined && syntax.id !== 'comment');
}

async function readCiting(document: string): Promise<string> {
  try {
    return decode(await readFile(document)).text;
  } catch (cause) {
    if (isAriadneError(cause))
      throw new AriadneError('document-unreadable', `${document} cannot be read as text. Choose text documents.`, { cause });
    const why = isSystemError(cause, 'ENOENT') ? 'it does not exist' : isSystemError(cause, 'EISDIR') ? 'it is a folder' : messageOf(cause);
    throw new AriadneError('document-unreadable', `${document} cannot be read: ${why}. Choose documents to check.`, { cause });
  }
}
