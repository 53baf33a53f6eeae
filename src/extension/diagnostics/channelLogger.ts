import type { LogOutputChannel } from 'vscode';
import type { Logger, LogLevel } from '../../base/logger.ts';

const KEPT_LINES = 200;

/** Writes to the output channel and keeps the last lines for "Copy Diagnostics". */
export class ChannelLogger implements Logger {
  readonly #channel: LogOutputChannel;
  readonly #recent: string[] = [];

  constructor(channel: LogOutputChannel) {
    this.#channel = channel;
  }

  /** Recent lines, oldest first. */
  get recent(): readonly string[] {
    return this.#recent;
  }

  log(level: LogLevel, tag: string, message: string): void {
    const line = `${tag}: ${message}`;
    this.#channel[level](line);
    if (level !== 'debug') this.#recent.push(`${new Date().toISOString()} ${level} ${line}`);
    if (this.#recent.length > KEPT_LINES) this.#recent.shift();
  }

  show(): void {
    this.#channel.show(true);
  }
}
