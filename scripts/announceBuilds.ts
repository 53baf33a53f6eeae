/** What a watching build says: .vscode/tasks.json reads from it when the first build is done and what is wrong. */
import type { Message, Plugin } from 'esbuild';

/**
 * Plugins for as many bundles. “Building…” is said when a round begins and “Watching…” when no bundle is being built any more, for the first time when all
 * of them have been built. Problems take a line each, `FILE:LINE:COLUMN: error: TEXT`, counted from 1.
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
