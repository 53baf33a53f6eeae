/** Every command that the documentation shows can be given. Those on the samples run in `test/engine/docs.test.ts`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod';
import { labCommands } from '../../../lab/commands/commands.ts';
import { cliCommands } from '../../../src/cli/commands.ts';
import { checkArguments, loadCommands } from '../../../src/cli/program.ts';
import { withBaselines } from '../../support/allPipelines.ts';
import { ariadneArguments, shownCommands } from '../../support/docCommands.ts';
import { repositoryRoot } from '../../support/docReferences.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')));
const commands = await loadCommands({ ...labCommands, ...cliCommands });
const shown = shownCommands('docs/**/*.md', 'README.md', 'CONTRIBUTING.md', 'bench/**/*.md', '{src,lab,webview-ui}/**/README.md');

// As in the commands of the laboratory.
withBaselines();

test('every command of ariadne that the documentation shows is one that it takes', () => {
  const given = shown.flatMap((command) => {
    const args = ariadneArguments(command);
    // `npm run ariadne -- COMMAND …` says how any is run; names of commands without arguments are only mentioned.
    return args === undefined || args[0] === 'COMMAND' || args.length < 2 ? [] : [{ place: command.place, args }];
  });
  assert.ok(given.length > 30, `only ${given.length} commands were found`);
  const refused = given.flatMap(({ place, args: [name = '', ...rest] }) => {
    const command = commands[name];
    if (!command) return [`${place}: there is no command ${name}`];
    try {
      checkArguments(command, rest);
      return [];
    } catch (error) {
      return [`${place}: ${String(error)}`];
    }
  });
  assert.deepEqual(refused, []);
});

test('every npm script that the documentation shows exists', () => {
  const named = shown.flatMap(({ place, words: [program, verb = '', script = ''] }) =>
    program !== 'npm' || ['ci', 'install', 'link'].includes(verb) ? [] : [{ place, script: verb === 'run' ? script : verb }],
  );
  assert.ok(named.length > 10, `only ${named.length} were found`);
  assert.deepEqual(
    named.filter(({ script }) => !(script in scripts)),
    [],
  );
});
