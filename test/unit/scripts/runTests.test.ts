import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { runTests } from '../../../scripts/runTests.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const runner = pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'scripts', 'runTests.ts')).href;

/** Runs test files in separate processes, as the runner of this test does not run others. */
function outcomeOf(t: TestContext, files: Readonly<Record<string, string>>, options: string): Record<string, unknown> {
  const folder = tempFolder(t);
  // Written into strings, in which the separators of Windows would be escapes.
  const path = folder.replaceAll('\\', '/');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), text.replaceAll('FOLDER', path));
  const driver = join(folder, 'driver.mjs');
  const patterns = JSON.stringify([join(folder, '*.test.mjs')]);
  writeFileSync(driver, `import { runTests } from '${runner}';\nconsole.error(JSON.stringify(await runTests(${patterns}, ${options})));`);
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const { stderr } = spawnSync(process.execPath, [driver], { env, encoding: 'utf8' });
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const { passed, failures, retried } = JSON.parse(last) as Awaited<ReturnType<typeof runTests>>;
  const fromFile = (name: string): string => name.replace(/^[^(]*[\\/]/, '').replace(/\(Cannot find module .*\)$/, '(Cannot find module)');
  return { passed, failures: failures.map(fromFile).sort(), retried: retried.map(fromFile) };
}

const flaky = `
  import assert from 'node:assert/strict';
  import { existsSync, writeFileSync } from 'node:fs';
  import { describe, test } from 'node:test';
  test('steady', () => undefined);
  describe('now and then', () => {
    test('flaky', () => {
      const wasHere = existsSync('FOLDER/mark');
      writeFileSync('FOLDER/mark', '');
      assert.ok(wasHere);
    });
  });`;
const why = 'The expression evaluated to a falsy value: assert.ok(wasHere)';
/** Fails when it runs twice. */
const once = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import assert from 'node:assert/strict';
  import { test } from 'node:test';
  test('once', () => {
    appendFileSync('FOLDER/runs', 'x');
    assert.equal(readFileSync('FOLDER/runs', 'utf8'), 'x');
  });`;

test('only the files that failed run again, and what passes then is named with the reason', (t) => {
  assert.deepEqual(outcomeOf(t, { flaky, once }, '{ mayTryAgain: true }'), {
    passed: 3,
    failures: [],
    retried: [`flaky.test.mjs: flaky (${why})`],
  });
});

test('without a second try the first counts', (t) => {
  assert.deepEqual(outcomeOf(t, { flaky, once }, '{}'), {
    passed: 2,
    failures: [`flaky.test.mjs: flaky (${why})`],
    retried: [],
  });
});

const broken = {
  broken: 'process.exit(3);',
  end: "import { after, describe, test } from 'node:test';\ndescribe('end', () => {\n  after(() => { throw new Error('kept'); });\n  test('inside', () => undefined);\n});",
  silent: 'void 0;',
  unreadable: "import './missing.mjs';",
  wrong: "import { test } from 'node:test';\ntest('wrong', () => { throw new Error('wrong'); });",
};

for (const options of ['{ mayTryAgain: true }', '{ together: 3 }', '{ together: 20 }'])
  test(`what fails in each try is named with the reason, also a file that breaks off, has no test or cannot be loaded: ${options}`, (t) => {
    assert.deepEqual(outcomeOf(t, broken, options), {
      passed: 1,
      failures: [
        'broken.test.mjs: the process broke off',
        'end.test.mjs: end (kept)',
        'silent.test.mjs: names no test',
        'unreadable.test.mjs: the file itself (Cannot find module)',
        'wrong.test.mjs: wrong (wrong)',
      ],
      retried: [],
    });
  });

test('files in one process keep their hooks to themselves', (t) => {
  const counting = (name: string): string => `
    import assert from 'node:assert/strict';
    import { beforeEach, test } from 'node:test';
    let count = 0;
    beforeEach(() => { count++; });
    test('${name}', () => assert.equal(count, 1));`;
  const files = { first: counting('first'), second: counting('second') };
  assert.deepEqual(outcomeOf(t, files, '{ together: 2 }'), { passed: 2, failures: [], retried: [] });
});
