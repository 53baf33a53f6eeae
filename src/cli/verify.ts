/** `ariadne replay --verify`: whether a dossier is as it was made, and what it cites still there. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AriadneError, isAriadneError, messageOf } from '../base/errors.ts';
import { count } from '../base/amounts.ts';
import { checkDocuments } from '../check/checkDocuments.ts';
import { verifyDossier, type VerifiedDossier } from '../export/verifyDossier.ts';
import type { CheckedCitation } from '../protocol/documentCheck.ts';
import { exitCode, print, printErrors, printJson } from './terminal.ts';
import { defaultStorage } from './withEngine.ts';

/** @returns the exit code: a negative finding where it was changed, or a cited place is not as it was */
export async function verify(file: string, folder: string | undefined, isJson: boolean, signal: AbortSignal): Promise<number> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new AriadneError('dossier-unreadable', `${file} cannot be read: ${messageOf(cause)}. Choose a dossier.`, { cause });
  });
  let verified: VerifiedDossier;
  try {
    verified = await verifyDossier(bytes, file);
  } catch (error) {
    if (!isAriadneError(error, 'dossier-changed')) throw error;
    if (isJson) printJson({ dossier: file, valid: false, problem: error.message });
    else printErrors(error.message);
    return exitCode.negative;
  }
  const { manifest, quotes, notes, trace, answer } = verified;
  const cited = folder === undefined ? undefined : await citedIn(folder, answer, signal);
  if (isJson) {
    const { question, answer: said, versions, files } = manifest;
    const checked = { question, answer: said, versions, files, quotes, passages: Object.keys(trace.passages).length, notes, cited };
    printJson({ dossier: file, valid: true, ...checked });
  } else {
    print(`${manifest.question}\n${manifest.answer ?? 'No short answer.'}\n`);
    print(`${file} is as it was made. ${count(quotes, 'quote')} in ${quotes === 1 ? 'its passage' : 'their passages'}, word for word.`);
    for (const note of notes) print(note);
    for (const { path, state, reason } of cited ?? []) print(`${path}: ${state}${reason === undefined ? '' : `: ${reason}`}`);
  }
  return cited?.some(({ state }) => !isThere(state)) ? exitCode.negative : exitCode.done;
}

interface CitedPlace {
  readonly path: string;
  readonly state: CheckedCitation['state'];
  readonly reason?: string;
}

/** As for any document that cites. Support is not asked for: that the quote is there is what counts. */
async function citedIn(folder: string, answer: string, signal: AbortSignal): Promise<readonly CitedPlace[]> {
  const place = await mkdtemp(join(tmpdir(), 'ariadne-'));
  try {
    const document = join(place, 'answer.md');
    await writeFile(document, answer);
    const options = { folder, storage: defaultStorage(resolve(folder)), reader: join(import.meta.dirname, 'reader.js'), signal };
    const [checked] = await checkDocuments([document], options);
    const places = checked?.findings.flatMap(({ check: { cited, state, reason } }): readonly (readonly [string, CitedPlace])[] => {
      if (!cited) return [];
      const path = `${cited.path}#L${cited.startLine}${cited.endLine > cited.startLine ? `-L${cited.endLine}` : ''}`;
      return [[path, { path, state, ...(isThere(state) ? {} : { reason }) }]];
    });
    return [...new Map(places).values()];
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function isThere(state: CheckedCitation['state']): boolean {
  return state === 'current' || state === 'moved';
}
