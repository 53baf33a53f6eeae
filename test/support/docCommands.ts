/** The commands that the documentation shows. */
import { repositoryTexts } from './docReferences.ts';

export interface ShownCommand {
  /** `docs/start.md:12` */
  readonly place: string;
  readonly env: Readonly<Record<string, string>>;
  /** Without quotes and comments. */
  readonly words: readonly string[];
}

/**
 * Lines of blocks of a shell, and what is in backticks and begins with `ariadne` or `npm`, in the order of the pages. What is optional is
 * left out.
 */
export function shownCommands(...patterns: readonly string[]): readonly ShownCommand[] {
  return repositoryTexts(...patterns).flatMap(({ path, text }) => {
    const found: ShownCommand[] = [];
    let block: string | undefined;
    for (const [i, line] of text.split('\n').entries()) {
      const place = `${path}:${i + 1}`;
      if (line.startsWith('```')) block = block === undefined ? line : undefined;
      else if (block === '```sh' && line.trim() !== '') found.push({ place, ...partsOf(line) });
      else if (block === undefined) {
        for (const [, code = ''] of line.matchAll(/`((?:ariadne|npm) [^`]*)`/g)) found.push({ place, ...partsOf(code) });
      }
    }
    return found;
  });
}

function partsOf(line: string): Pick<ShownCommand, 'env' | 'words'> {
  const [command = ''] = line.replace(/ \[[^\]]*\]/g, '').split(/\s+#(?= )/);
  const words = [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2').replace(/\.\.\.$/, ''),
  );
  const begin = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const env = words.slice(0, begin).map((word): [string, string] => [word.replace(/=.*/, ''), word.replace(/^[A-Z_]+=/, '')]);
  return { env: Object.fromEntries(env), words: words.slice(begin) };
}

/** What the command gives to `ariadne`; undefined where it runs something else. */
export function ariadneArguments({ words }: ShownCommand): readonly string[] | undefined {
  const begin = [['ariadne'], ['node', 'dist/cli.js'], ['npm', 'run', 'ariadne', '--']].find((start) =>
    start.every((word, i) => words[i] === word),
  );
  return begin && words.slice(begin.length);
}
