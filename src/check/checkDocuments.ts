/** Reads documents and checks their citations. */
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { AriadneError, isAriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { LineTable } from '../base/lines.ts';
import type { CitationCheck } from '../citations/checkCitations.ts';
import { decode } from '../corpus/decode.ts';
import { requireFolder } from '../folder/folderGuard.ts';
import { type ReportedState, reportedStateOf } from '../protocol/documentCheck.ts';
import type { CitedDocumentsOptions } from './citedDocuments.ts';
import { DocumentChecks } from './documentChecks.ts';

export interface CheckDocumentsOptions extends CitedDocumentsOptions {
  readonly signal: AbortSignal;
}

export interface CitationFinding {
  /** 1-based line of the citation, or of the claim without one. */
  readonly line: number;
  readonly column: number;
  readonly state: ReportedState;
  readonly check: CitationCheck;
}

export interface CheckedDocument {
  /** As it was named. */
  readonly document: string;
  readonly findings: readonly CitationFinding[];
}

const readsAtOnce = 4;

/** @throws AriadneError `document-unreadable` for a citing document; `folder-missing`, `not-a-folder`; as `DocumentChecks.check` */
export async function checkDocuments(
  documents: readonly string[],
  { signal, ...options }: CheckDocumentsOptions,
): Promise<readonly CheckedDocument[]> {
  if (options.folder !== undefined) await requireFolder(options.folder);
  const checks = new DocumentChecks(options);
  try {
    return await pLimit(readsAtOnce).map(documents, async (document) => {
      const text = await readCiting(document);
      const lines = new LineTable(text);
      const checked = await checks.check(document, text, { signal });
      const findings = checked.map((check): CitationFinding => {
        const line = lines.lineAt(check.range.start);
        return { line: line + 1, column: check.range.start - lines.startOf(line) + 1, state: reportedStateOf(check), check };
      });
      return { document, findings };
    });
  } finally {
    await checks.close();
  }
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
