/** Output of a watching build, from which .vscode/tasks.json learns when the first build is done and what the problems are. */
import type { Message, Plugin } from 'esbuild';

/**
 * Plugins for the given number of bundles. “Building…” is printed when a round begins, and “Watching…” when no bundle is being built any
 * more, for the first time after all were built once. Each problem is one line, `FILE:LINE:COLUMN: error: TEXT`, with line and column
 * from 1.
 */
export function announceBuilds(bundles: number, write: (line: string) => void): readonly Plugin[] {
  let running = bundles;
  write('Building…');
  return Array.from({ length: bundles }, () => {
    let isFirst = true;
    return {
      name: 'announce-builds',
      setup(build) {
        build.onStart(() => {
          if (!isFirst && running++ === 0) write('Building…');
        });
        build.onEnd(({ errors, warnings }) => {
          isFirst = false;
          for (const error of errors) write(lineOf(error, 'error'));
          for (const warning of warnings) write(lineOf(warning, 'warning'));
          if (--running === 0) write('Watching…');
        });
      },
    };
  });
}

function lineOf({ text, location }: Message, severity: 'error' | 'warning'): string {
  const place = location ? `${location.file}:${location.line}:${location.column + 1}: ` : '';
  return `${place}${severity}: ${text}`;
}
