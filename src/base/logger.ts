export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One tag per subsystem. Document text, prompts and keys never go here. */
export interface Logger {
  log(level: LogLevel, tag: string, message: string): void;
}

export const silentLogger: Logger = { log: () => undefined };
