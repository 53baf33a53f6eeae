/** Checks a dossier from its bytes alone: nothing was changed, the log gives the same run again, and each quote is in its passage. */
import { unzipSync } from 'fflate';
import { AriadneError, isAriadneError, messageOf } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { jsonOf } from '../base/jsonOf.ts';
import { oneLine } from '../base/plainText.ts';
import { version } from '../base/version.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Trace } from '../protocol/trace.ts';
import { replay } from '../run/replay.ts';
import { fold } from '../trace/fold.ts';
import { parseLog } from '../trace/logText.ts';
import { jsonText, ledgerOf, logName, manifest, manifestName, passagesOf, sealOf, writtenFiles, type Manifest } from './dossier.ts';
import { shownCitations } from './report.ts';

export interface VerifiedDossier {
  readonly manifest: Manifest;
  readonly trace: Trace;
  /** For people, with links to the documents relative to their folder. */
  readonly answer: string;
  readonly quotes: number;
  /** Sentences about what this version cannot check. */
  readonly notes: readonly string[];
}

/** Far more than a run has. What says that it is larger is not unpacked. */
const mostBytes = 400e6;

/**
 * @param file name of the dossier in errors
 * @throws AriadneError `dossier-changed`, naming the file in it that is not as it was; `dossier-unreadable` for a file that is none;
 * `log-of-another-version` where this version cannot replay it
 */
export async function verifyDossier(bytes: Uint8Array, file: string): Promise<VerifiedDossier> {
  const seal = sealOf(bytes);
  const changed = (what: string): AriadneError => new AriadneError('dossier-changed', `${file} is not as it was made: ${what}`);
  const texts = textsIn(bytes, file, seal !== undefined);
  if (!seal) throw changed('its end is missing or was changed.');
  const about = texts.get(manifestName);
  const parsed =
    about !== undefined && hashOf([about]) === seal.manifestHash ? manifest.safeParse(jsonOf(about.toString())).data : undefined;
  if (!parsed) throw changed(`${manifestName} was changed.`);
  for (const [name, { sha256, bytes: length }] of Object.entries(parsed.files)) {
    const text = texts.get(name);
    if (text === undefined) throw changed(`${name} is missing.`);
    if (text.length !== length || hashOf([text]) !== sha256) throw changed(`${name} was changed.`);
  }
  for (const name of texts.keys()) if (name !== manifestName && !Object.hasOwn(parsed.files, name)) throw changed(`${name} was added.`);
  if (!seal.isWhole) throw changed('the directory of the ZIP file was changed, though each file in it is the same.');
  const { events, trace } = logIn(texts, changed);
  if (trace.question !== parsed.question || trace.answer !== parsed.answer || trace.runId !== parsed.runId)
    throw changed(`${manifestName} has another question or answer than ${logName}.`);
  const isSameVersion = parsed.versions.ariadne === version;
  checkWritten(texts, trace, isSameVersion, changed);
  const quotes = checkQuotes(trace, changed);
  const { difference } = await replay(events);
  if (difference && isSameVersion) throw changed(`${logName} does not give the same run again: event ${difference.n} is another one.`);
  const notes = [
    ...(isSameVersion
      ? []
      : [
          `Ariadne ${parsed.versions.ariadne} made it, and this is ${version}: that answer.md and answer.html follow from the log was not checked.`,
        ]),
    ...(difference ? ['This version runs the method differently, so the log alone was checked, not the run again.'] : []),
  ];
  return { manifest: parsed, trace, answer: texts.get('answer.md')?.toString() ?? '', quotes, notes };
}

/** @throws AriadneError `dossier-unreadable`, `dossier-changed` */
function textsIn(bytes: Uint8Array, file: string, isSealed: boolean): ReadonlyMap<string, Buffer> {
  const names: string[] = [];
  let total = 0;
  let refused = '';
  try {
    const found = unzipSync(bytes, {
      filter({ name, originalSize }) {
        names.push(name);
        total += originalSize;
        if (!/^[a-z]+\.[a-z]+$/.test(name)) refused = `${JSON.stringify(name)} is no file of a dossier.`;
        else if (total > mostBytes) refused = `${name} would be too large when unpacked.`;
        else if (names.indexOf(name) < names.length - 1) refused = `${name} is in it twice.`;
        return refused === '' && names.length <= mostFiles;
      },
    });
    if (names.length > mostFiles) refused = `it has ${names.length} files.`;
    if (refused !== '') throw new AriadneError('dossier-changed', `${file} is not as it was made: ${refused}`);
    return new Map(Object.entries(found).map(([name, content]) => [name, Buffer.from(content)]));
  } catch (cause) {
    if (isAriadneError(cause)) throw cause;
    const damaged = `${names.at(-1) ?? 'its directory'} cannot be unpacked (${messageOf(cause)}).`;
    if (isSealed || names.length > 0) throw new AriadneError('dossier-changed', `${file} is not as it was made: ${damaged}`, { cause });
    throw new AriadneError(
      'dossier-unreadable',
      `${file} is no dossier, or it was cut short. Make one with "ariadne export RUN --as dossier".`,
      { cause },
    );
  }
}

const mostFiles = 20;

type Changed = (what: string) => AriadneError;

function logIn(texts: ReadonlyMap<string, Buffer>, changed: Changed): { readonly events: readonly RunEvent[]; readonly trace: Trace } {
  try {
    const events = parseLog(texts.get(logName)?.toString() ?? '', logName);
    return { events, trace: fold(events) };
  } catch (error) {
    if (isAriadneError(error, 'log-damaged')) throw changed(error.message);
    throw error;
  }
}

/** What follows from the log is what is there. How texts for people are written changes with versions, what was found and sent does not. */
function checkWritten(texts: ReadonlyMap<string, Buffer>, trace: Trace, isSameVersion: boolean, changed: Changed): void {
  const expected = isSameVersion
    ? writtenFiles(trace)
    : { 'passages.json': jsonText(passagesOf(trace)), 'ledger.json': jsonText(ledgerOf(trace)) };
  for (const [name, text] of Object.entries(expected))
    if (texts.get(name)?.toString() !== text) throw changed(`${name} does not follow from ${logName}.`);
}

/** @returns how many quotes are word for word in their passages */
function checkQuotes(trace: Trace, changed: Changed): number {
  const citations = shownCitations(trace);
  for (const { n, passageId, quote, text = quote } of citations) {
    const passage = oneLine(trace.passages[passageId]?.text ?? '');
    if (![quote, text].some((words) => passage.includes(oneLine(words)))) throw changed(`quote ${n} in ${logName} is not in its passage.`);
  }
  return citations.length;
}
