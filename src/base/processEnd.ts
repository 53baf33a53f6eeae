/** How a process of ours ended, from the arguments of Node's `exit` event. */

/** Exactly one of them is not null. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

const faults: ReadonlySet<unknown> = new Set<NodeJS.Signals>(['SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);
/** What Windows ends a process with: access violation, page that cannot be read, illegal instruction, corrupt heap, overrun stack. */
const statuses: ReadonlySet<unknown> = new Set([0xc000_0005, 0xc000_0006, 0xc000_001d, 0xc000_0374, 0xc000_0409]);

/** Whether native code did what the system does not allow. An abort does not count: V8 ends so when its memory is full. */
export function isNativeFault({ code, signal }: ProcessEnd): boolean {
  return faults.has(signal) || statuses.has(code);
}

/** For people, without a full stop. */
export function howEnded({ code, signal }: ProcessEnd): string {
  if (signal === 'SIGKILL') return 'SIGKILL, as when memory runs out';
  return signal ?? `exit code ${statuses.has(code) ? `0x${code!.toString(16)}` : code}`;
}
