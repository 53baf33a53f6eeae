/** A packaged extension, as a store or a reader of its bill of materials sees it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import * as z from 'zod';

const manifest = z.object({ name: z.string(), publisher: z.string(), version: z.string() });

export interface Packed {
  /** Without its folder. */
  readonly file: string;
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  /** For example `linux-x64`; `universal` if it is for every platform. */
  readonly target: string;
  /** Of the .vsix. */
  readonly sha256: string;
  /** By their path in the extension, with slashes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export function readPacked(path: string): Packed {
  const bytes = readFileSync(path);
  const entries = Object.entries(unzipSync(bytes));
  const files = new Map(
    entries.flatMap(([name, data]) => (/^extension\/.*[^/]$/.test(name) ? [[name.slice('extension/'.length), data]] : [])),
  );
  const outer = new TextDecoder().decode(Object.fromEntries(entries)['extension.vsixmanifest'] ?? new Uint8Array());
  const target = /TargetPlatform="([^"]+)"/.exec(outer)?.[1] ?? 'universal';
  return { file: basename(path), ...manifest.parse(jsonOf(files, 'package.json')), target, sha256: sha256(bytes), files };
}

/** @throws if the extension does not have the file, or it is not JSON */
export function jsonOf(files: Packed['files'], path: string): unknown {
  return JSON.parse(strFromU8(files.get(path) ?? new Uint8Array()));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
