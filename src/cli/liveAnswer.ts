/** Shows an answer on a terminal while a model writes it. What the command prints at its end takes its place. */
import { pauseWords, type Writing } from '../protocol/writing.ts';
import { isLive, plain, type CommandContext } from './terminal.ts';

interface LiveTerminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
}

export class LiveAnswer {
  readonly #terminal: LiveTerminal;
  /** Lines on the screen that were written here. */
  #lines = 0;

  constructor(terminal: LiveTerminal) {
    this.#terminal = terminal;
  }

  /** Replaces what is shown. Of a long answer, the end. */
  show({ node, text: answer, isFinal, ...pause }: Writing): void {
    const { columns, rows } = this.#terminal;
    const text = pauseWords(pause) ?? answer;
    const said = isFinal || text === '' || node === '' ? text : `${node}: ${text}`;
    const lines = said === '' ? [] : wrapped(plain(said), Math.max(20, columns - 1)).slice(-Math.max(1, rows - 2));
    const isSame = lines.length === 0 && this.#lines === 0;
    if (!isSame) this.#terminal.write(`${this.#erasing()}${lines.map((line) => `${line}\n`).join('')}`);
    this.#lines = lines.length;
  }

  clear(): void {
    if (this.#lines > 0) this.#terminal.write(this.#erasing());
    this.#lines = 0;
  }

  #erasing(): string {
    return this.#lines === 0 ? '' : `\x1b[${this.#lines}A\r\x1b[0J`;
  }
}

/** Undefined where the output is read by a program. */
export function liveAnswer(context: CommandContext): LiveAnswer | undefined {
  if (!isLive(context) || !process.stdout.isTTY) return undefined;
  return new LiveAnswer(process.stderr);
}

/** Lines of at most so many columns, broken between words where there are any. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of text.split(/(?<= )/)) {
    if (used > 0 && used + columnsOf(piece.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      [line, used] = ['', 0];
    }
    for (const character of piece) {
      const width = columnsOf(character);
      if (used + width > columns) {
        lines.push(line);
        [line, used] = ['', 0];
      }
      line += character;
      used += width;
    }
  }
  return [...lines, line.trimEnd()];
}

/** At most: some scripts and pictures are two columns wide, and lines that end early do no harm. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += (character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2;
  return columns;
}
