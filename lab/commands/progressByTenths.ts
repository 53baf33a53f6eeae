import { printError } from '../../src/cli/terminal.ts';

interface Progress {
  readonly done: number;
  readonly of: number;
  readonly reused: number;
}

/** A line on stderr every tenth: `name: 2 of 20 things, 1 of them judged before`. */
export function progressByTenths(name: string, things: string, how: string): (progress: Progress) => void {
  let last = -1;
  return ({ done, of, reused }) => {
    const tenth = of === 0 ? 10 : Math.floor((10 * done) / of);
    if (tenth === last) return;
    last = tenth;
    printError(`${name}: ${done} of ${of} ${things}${reused > 0 ? `, ${reused} of them ${how} before` : ''}`);
  };
}
