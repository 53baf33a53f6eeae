/** A file with one JSON line per key, so that an interrupted evaluation can continue. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type * as z from 'zod';
import { AriadneError } from '../../src/base/errors.ts';

export class LinesFile<T extends { readonly key: string }> {
  readonly path: string;
  readonly #known = new Map<string, T>();
  readonly #earlier = new Set<string>();
  #needsNewLine = false;

  /**
   * Reads the existing lines; the last line of a key counts. Unreadable lines, such as one cut short by a killed process, are kept in the
   * file and ignored.
   */
  constructor(path: string, line: z.ZodType<T>) {
    this.path = path;
    if (!existsSync(path)) return;
    const text = readFileSync(path, 'utf8');
    this.#needsNewLine = text !== '' && !text.endsWith('\n');
    for (const one of text.split('\n')) {
      const value = parse(one, line);
      if (value === undefined) continue;
      this.#known.set(value.key, value);
      this.#earlier.add(value.key);
    }
  }

  get(key: string): T | undefined {
    return this.#known.get(key);
  }

  all(): readonly T[] {
    return [...this.#known.values()];
  }

  /** Whether the file had a line with this key when it was opened. */
  isEarlier(key: string): boolean {
    return this.#earlier.has(key);
  }

  /**
   * Synchronous, so that a value reaches the disk even if the process is killed.
   * @throws AriadneError `results-unwritable`
   */
  add(value: T): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      appendFileSync(this.path, `${this.#needsNewLine ? '\n' : ''}${JSON.stringify(value)}\n`);
    } catch (cause) {
      throw new AriadneError('results-unwritable', `The results ${this.path} cannot be written. Choose another folder with --out.`, {
        cause,
      });
    }
    this.#needsNewLine = false;
    this.#known.set(value.key, value);
  }
}

function parse<T>(text: string, line: z.ZodType<T>): T | undefined {
  try {
    return line.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
