/** `npm run simulate`: the simulation as a server. Prints only the address to stdout. */
import { parseArgs } from 'node:util';
import { isAriadneError, messageOf } from '../src/base/errors.ts';
import { faultKinds, parseFaults } from './simulation/faults.ts';
import { parseWritingSlips, writingSlips } from './simulation/writingSlips.ts';
import { startSimulation, type SimulationOptions } from './simulation/startSimulation.ts';

const help = `usage: npm run simulate -- --dataset DIR [--port N] [--latency MS] [--seed N] [--error RATE] [--knows SHARE] [--distraction RATE] [--invents RATE] [--misquotes RATE] [--strays RATE] [--slips LIST] [--sloppy RATE] [--faults LIST]

A simulation of a language model, for tests and demonstrations: an OpenAI-compatible chat server on loopback that answers from the gold
annotations of a dataset (questions.jsonl). It serves every role of every pipeline. It knows how each question comes apart, but answers only what
the passages of the prompt say, and abstains otherwise. It is no model: results obtained with it say nothing about any model.

  --dataset DIR   folder with questions.jsonl and corpus.jsonl[.gz] or docs/
  --port N        default: any free port; the address is printed as "listening http://127.0.0.1:PORT/v1"
  --latency MS    time before each reply, default 0; requests at once wait at once
  --seed N        decides all that is left to chance, together with what a request says, never with when it comes; default 0
  --error RATE    share of wrong judgments in the right form, 0 to 1, default 0. An answer that the evidence allows is wrong with this chance: its fact
                  is hard with chance √RATE, for good, and of a hard fact each role and sample slips with chance √RATE, so samples about it disagree.
                  Without the evidence the model invents an answer with chance RATE. Votes, verdicts, plans, gaps, confidences and other judgments
                  are each wrong with chance RATE
  --knows SHARE   share of the facts known without a passage, 0 to 1, default 0: for what is answered from memory, and for confidence
  --distraction RATE
                  chance that one passage which is about something else misleads the reader, 0 to 1, default 0: with N of them an answer is wrong
                  with chance 1 - (1 - RATE)^N, so more passages are not always better
  --invents RATE  share of questions in which a condition is dropped or added when they are only to be worded, 0 to 1, default 0
  --misquotes RATE
                  share of quotes that have a word which the passage does not have, 0 to 1, default 0
  --strays RATE   share of quotes in tables that are true words of another place of the document, 0 to 1, default 0
  --slips LIST    kind[:chance],… in sentences of answers that are written out, with a default chance of 0.2:
${Object.entries(writingSlips)
  .map(([kind, about]) => `                    ${kind.padEnd(13)} ${about}`)
  .join('\n')}
  --sloppy RATE   share of quotes in such sentences that are written as models write them, 0 to 1, default 0: other white space,
                  escapes, markup, marks, dashes, something left out or put in, and the number of the passage in another form
  --faults LIST   kind[:probability],… with a default probability of 0.2:
${Object.entries(faultKinds)
  .map(([kind, about]) => `                    ${kind.padEnd(13)} ${about}`)
  .join('\n')}
`;

process.exitCode = await main();

async function main(): Promise<number> {
  let options: SimulationOptions | 'help';
  try {
    options = readOptions();
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${help}`);
    return 2;
  }
  if (options === 'help') {
    process.stdout.write(help);
    return 0;
  }
  try {
    const simulation = await startSimulation(options);
    process.stdout.write(`listening ${simulation.baseUrl}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulation.close());
    return 0;
  } catch (error) {
    process.stderr.write(`${isAriadneError(error) ? error.message : `The simulation cannot start: ${messageOf(error)}`}\n`);
    return 3;
  }
}

function readOptions(): SimulationOptions | 'help' {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      dataset: text,
      port: text,
      latency: text,
      seed: text,
      error: text,
      knows: text,
      distraction: text,
      invents: text,
      misquotes: text,
      strays: text,
      slips: text,
      sloppy: text,
      faults: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return 'help';
  if (values.dataset === undefined) throw new RangeError('--dataset is missing');
  return {
    dataset: values.dataset,
    port: wholeNumber('--port', values.port),
    latencyMs: wholeNumber('--latency', values.latency),
    seed: wholeNumber('--seed', values.seed),
    error: share('--error', values.error),
    knows: share('--knows', values.knows),
    distraction: share('--distraction', values.distraction),
    invents: share('--invents', values.invents),
    misquotes: share('--misquotes', values.misquotes),
    strays: share('--strays', values.strays),
    slips: parseWritingSlips(values.slips ?? ''),
    sloppy: share('--sloppy', values.sloppy),
    faults: parseFaults(values.faults ?? ''),
  };
}

function wholeNumber(name: string, value = '0'): number {
  if (!/^\d+$/.test(value)) throw new RangeError(`${name} takes a whole number, not "${value}"`);
  return Number(value);
}

function share(name: string, value = '0'): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1)) throw new RangeError(`${name} takes a number from 0 to 1, not "${value}"`);
  return number;
}
