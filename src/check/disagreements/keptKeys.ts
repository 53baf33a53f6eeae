/** What the sentences of all passages have to share to disagree, kept between walks so that one reads only passages that are new. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StatementKeys } from '../../citations/disagreement.ts';
import type { TextRange } from '../../citations/readText.ts';

/** A sentence of a passage that says what another may say otherwise. */
export interface KeyedSentence extends TextRange, StatementKeys {
  /** Of a table: it has no subject. */
  readonly isRow: boolean;
}

/** Changes with what keys are made of. */
const form = 'ariadne-statements-7 ';
const digits = 32;
const headBytes = digits + 4;

/** By the hash of their content. Numbers take four bytes each, in memory as in the file. */
export class KeptKeys {
  readonly #file: string;
  readonly #known = new Map<string, Int32Array>();
  #isChanged = false;

  /** What cannot be read, such as the file of another version, is made again. */
  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    const bytes = readFileSync(file);
    if (bytes.toString('latin1', 0, form.length) !== form) return;
    for (let at = form.length; at + headBytes <= bytes.length;) {
      const length = bytes.readUInt32LE(at + digits);
      const end = at + headBytes + 4 * length;
      if (end > bytes.length) return;
      const numbers = new Int32Array(length);
      new Uint8Array(numbers.buffer).set(bytes.subarray(at + headBytes, end));
      this.#known.set(bytes.toString('latin1', at, at + digits), numbers);
      at = end;
    }
  }

  has(hash: string): boolean {
    return this.#known.has(hash);
  }

  set(hash: string, sentences: readonly KeyedSentence[]): void {
    const list = (values: readonly number[]): readonly number[] => [values.length, ...values];
    const numbers = sentences.flatMap(({ start, end, isRow, whole, frames, clauses, known }) => [
      ...[start, end, Number(isRow), whole, ...list(frames), clauses.length],
      ...[...clauses.flatMap(list), ...list(known)],
    ]);
    this.#known.set(hash, Int32Array.from(numbers));
    this.#isChanged = true;
  }

  /** None for a passage that is not known. */
  of(hash: string): readonly KeyedSentence[] {
    const numbers = this.#known.get(hash) ?? new Int32Array(0);
    const sentences: KeyedSentence[] = [];
    let at = 0;
    const next = (): number => numbers[at++] ?? 0;
    const list = (): readonly number[] => Array.from({ length: next() }, next);
    while (at < numbers.length) {
      const [start, end, isRow, whole, frames] = [next(), next(), next() === 1, next(), list()];
      const clauses = Array.from({ length: next() }, list);
      sentences.push({ start, end, isRow, whole, frames, clauses, known: list() });
    }
    return sentences;
  }

  /** Keeps those of the passages that there are. */
  write(hashes: Iterable<string>): void {
    const kept = new Set(hashes);
    if (!this.#isChanged && [...this.#known.keys()].every((hash) => kept.has(hash))) return;
    const parts: Buffer[] = [Buffer.from(form, 'latin1')];
    for (const hash of kept) {
      const numbers = this.#known.get(hash);
      if (!numbers) continue;
      const head = Buffer.alloc(headBytes);
      head.write(hash, 'latin1');
      head.writeUInt32LE(numbers.length, digits);
      parts.push(head, Buffer.from(numbers.buffer));
    }
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, Buffer.concat(parts));
    renameSync(`${this.#file}.new`, this.#file);
    this.#isChanged = false;
  }
}
