/**
 * Serves the panel's demo page on loopback and bundles it again at every reload: `node scripts/panelDemo.ts [LOG...]`, then for example
 * `?run=planned&theme=light`. A run log (`ariadne ask … --log run.jsonl`) is available by its file name: `?run=run`.
 */
import { parse } from 'node:path';
import { context } from 'esbuild';
import { readRunLog } from '../src/trace/runLog.ts';
import { demoStates } from '../test/panel/demo/states.ts';
import { demoPage } from './demoPage.ts';

const logs = await Promise.all(process.argv.slice(2).map(async (path) => [parse(path).name, await readRunLog(path)] as const));
const build = await context(demoPage(Object.fromEntries(logs)));
const { port } = await build.serve({ host: '127.0.0.1', servedir: 'test/panel/demo' });
console.log(`http://127.0.0.1:${port}/?run=finished`);
for (const address of Object.values(demoStates)) console.log(`http://127.0.0.1:${port}/?${address}`);
