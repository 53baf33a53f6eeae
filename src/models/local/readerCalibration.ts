/** What `ariadne calibrate --reader` found for a reader, in a file per reader. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isSystemError } from '../../base/errors.ts';
import { hashOf } from '../../base/hash.ts';
import { replaceFile } from '../../base/replaceFile.ts';

const format = z.object({
  /** Of the reader without calibration, whose id changes with its files and their precision. */
  reader: z.string(),
  nullThreshold: z.number(),
  temperature: z.number().positive(),
  dataset: z.string(),
  questions: z.number(),
  savedUtc: z.string(),
});
export type ReaderCalibration = Readonly<z.infer<typeof format>>;

/** @returns undefined without a file that can be used; a reader then has its own border */
export function readCalibration(folder: string, reader: string): ReaderCalibration | undefined {
  try {
    const { data } = format.safeParse(JSON.parse(readFileSync(fileOf(folder, reader), 'utf8')));
    return data?.reader === reader ? data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}

/** In place of an earlier one. */
export function saveCalibration(folder: string, calibration: ReaderCalibration): void {
  replaceFile(fileOf(folder, calibration.reader), `${JSON.stringify(calibration, null, 2)}\n`);
}

function fileOf(folder: string, reader: string): string {
  return join(folder, `${hashOf([reader], 16)}.json`);
}
