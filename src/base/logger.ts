export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A log with one tag per subsystem. Never log document text, prompts or keys. */
export interface Logger {
  log(level: LogLevel, tag: string, message: string): void;
}

export const silentLogger: Logger = { log: () => undefined };
