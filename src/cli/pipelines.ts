import { listPipelines } from '../run/aboutPipelines.ts';
import type { Command } from './terminal.ts';
import { exitCode, print, printJson, styled } from './terminal.ts';

export const pipelinesCommand: Command = {
  usage: ['ariadne pipelines'],
  help: 'List the pipelines with their papers and parameters.',
  arguments: [],
  options: {},
  run({ isJson }) {
    const all = listPipelines();
    if (isJson) printJson(all);
    else {
      for (const { id, title, description, paper, parameters } of all) {
        print(`${styled('bold', id)}  ${title}\n  ${description}\n  ${styled('dim', paper)}`);
        for (const parameter of parameters) {
          const range = [parameter.minimum, parameter.maximum].every((bound) => bound !== undefined)
            ? ` (${parameter.minimum}–${parameter.maximum})`
            : '';
          const value = typeof parameter.default === 'string' ? parameter.default : (JSON.stringify(parameter.default) ?? '…');
          print(`    --set ${parameter.name}=${value}${range}  ${parameter.description}`);
        }
      }
    }
    return Promise.resolve(exitCode.done);
  },
};
