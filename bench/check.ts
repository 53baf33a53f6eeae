import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { DocumentChecks } from '../src/check/documentChecks.ts';
import { linesHash } from '../src/citations/anchor.ts';
import { formatCitationAt } from '../src/citations/syntaxes/markdown.ts';
import type { CitationSupport } from '../src/protocol/documentCheck.ts';
import { createCorpus, type Corpus } from './corpus.ts';
import { builtFiles, bytesPerPassage, databaseOf, indexCorpus, openBareEngine } from './engineUnderTest.ts';
import { atMost, percentile, timed, withTempFolder, type Bench, type Took } from './harness.ts';
import { measureInside } from './insideExtensionHost.ts';

const maxCheckMs = 100;
const maxHoverMs = 50;
const maxBlockedMs = 16;
const changes = 100;
/** Each takes a second at least, since a check waits until nothing is typed. */
const changesInside = 60;
const timeoutMs = 30 * 60_000;

const took = z.object({ ms: z.number(), cpuMs: z.number() });
/** The output of `test/extension/measure/checking.ts`. */
const measured = z.object({ checks: z.array(took), hovers: z.array(took), block: took });

export const check: Bench = {
  name: 'check',
  describe:
    'citations checked while one writes, beside an index of 50,000 passages: the check after a changed paragraph of a draft of 80 paragraphs and 160 citations, a hover, and the longest time for which either holds the extension host, in real VS Code',
  run: (options) =>
    withTempFolder(async (scratch) => {
      const { quick, signal, log } = options;
      const passages = quick ? 2_000 : 50_000;
      const draft = new Draft(createCorpus({ seed: 1, textBytes: passages * bytesPerPassage }));
      const docs = join(scratch, 'docs');
      mkdirSync(docs);
      writeFileSync(join(docs, 'references.bib'), draft.bibliography);
      writeFileSync(join(docs, 'draft.md'), draft.text());
      const { folder, storage, summary } = await indexCorpus(scratch, passages, options);
      const rounds = quick ? 10 : changes;
      const { checks, first, verdicts } = await checkTimes(folder, storage, draft, rounds, signal);
      const p95 = (all: readonly Took[], of: keyof Took): number =>
        percentile(
          all.map((one) => one[of]),
          0.95,
        );
      log(
        `first check ${first.ms.toFixed(0)} ms, ${rounds} changed paragraphs: p95 ${p95(checks, 'cpuMs').toFixed(0)} ms of processor time`,
      );
      const inside = measured.parse(
        await measureInside('checking.ts', scratch, {
          folder,
          // A workbench in a browser saves automatically, and what is saved is indexed.
          settings: { 'ariadne.storage': databaseOf(storage), 'files.autoSave': 'off' },
          timeoutMs,
          env: { ARIADNE_CHANGES: JSON.stringify(Array.from({ length: Math.min(rounds, changesInside) }, (_, i) => draft.change(i))) },
        }),
      );
      return {
        columns: ['what', 'processor time p95, ms', 'elapsed p95, ms'],
        rows: [
          ['check after a changed paragraph, in the engine', p95(checks, 'cpuMs'), p95(checks, 'ms')],
          ['the same from the edit to its problem in VS Code, without the pause', p95(inside.checks, 'cpuMs'), p95(inside.checks, 'ms')],
          ['hover', p95(inside.hovers, 'cpuMs'), p95(inside.hovers, 'ms')],
          ['longest block of the extension host, the least of four rounds', inside.block.cpuMs, inside.block.ms],
        ],
        checks: [
          atMost('check after a changed paragraph, p95, ms of processor time', p95(checks, 'cpuMs'), maxCheckMs),
          atMost('hover, p95, ms of processor time of the extension host', p95(inside.hovers, 'cpuMs'), maxHoverMs),
          atMost('longest block of the extension host, the least of four rounds, ms', inside.block.ms, maxBlockedMs),
        ],
        json: { passages: summary.passages, verdicts, first, engine: checks, inside },
      };
    }),
};

/** Of the engine, with all that it keeps between checks. */
async function checkTimes(
  folder: string,
  storage: string,
  draft: Draft,
  rounds: number,
  signal: AbortSignal,
): Promise<{ readonly checks: readonly Took[]; readonly first: Took; readonly verdicts: Partial<Record<CitationSupport, number>> }> {
  const engine = await openBareEngine(folder, storage);
  const documents = new DocumentChecks({ folder, storage, reader: builtFiles.reader, index: engine });
  const checkNow = (text: string) => timed(() => documents.check(join(folder, 'draft.md'), text, { signal }));
  try {
    const { result, ...first } = await checkNow(draft.text());
    const verdicts = Object.fromEntries(
      [...Map.groupBy(result, ({ support }) => support)].map(([support, all]) => [support, all.length] as const),
    );
    const checks: Took[] = [];
    for (let change = 0; change < rounds; change++) {
      const { ms, cpuMs } = await checkNow(draft.text(draft.change(change)));
      checks.push({ ms, cpuMs });
    }
    return { checks, first, verdicts };
  } finally {
    await documents.close();
    await engine.close();
  }
}

interface Change {
  /** Of a paragraph, with what it has in place of its first number. */
  readonly from: string;
  readonly to: string;
}

/** Each paragraph cites one document by its lines and another by a key, each for a sentence of it with a number added. */
class Draft {
  readonly bibliography: string;
  readonly #paragraphs: readonly string[];

  constructor(corpus: Corpus) {
    const cited = Array.from({ length: 160 }, (_, i) => {
      const path = corpus.path((i * 23) % corpus.documents);
      const lines = corpus.markdown((i * 23) % corpus.documents).split('\n');
      const line = lines.findIndex((text, at) => at > 2 && /^\p{Lu}.*\.$/u.test(text));
      const [sentence = ''] = (lines[line] ?? '').split(/(?<=\.) /);
      return { path, title: (lines[0] ?? '').slice(2), line, text: lines[line] ?? '', sentence: sentence.slice(0, -1) };
    });
    this.bibliography = cited.map(({ path, title }, i) => `@book{key${i}, title={${title}}, file={${path}}}`).join('\n');
    this.#paragraphs = Array.from({ length: cited.length / 2 }, (_, i) => {
      const [linked, keyed] = [cited[2 * i], cited[2 * i + 1]];
      if (!linked || !keyed) throw new Error('The corpus has too few documents.');
      const place = { startLine: linked.line + 1, endLine: linked.line + 1, linesHash: linesHash([linked.text]) };
      return [
        `${linked.sentence} over ${numberOf(i)} metres ${formatCitationAt({ n: 1, ...place }, linked.path)}.`,
        `${keyed.sentence} [@key${2 * i + 1}].`,
        'What follows from both is not cited, since nobody else has written about it so far.',
      ].join(' ');
    });
  }

  /** @param change made to the draft as it is first */
  text(change?: Change): string {
    const text = `---\nbibliography: references.bib\n---\n\n${this.#paragraphs.join('\n\n')}\n`;
    return change ? text.replace(change.from, change.to) : text;
  }

  /** Of the paragraphs in turn. */
  change(number: number): Change {
    const paragraph = number % this.#paragraphs.length;
    return { from: `over ${numberOf(paragraph)} metres`, to: `over ${numberOf(1_000 + number)} metres` };
  }
}

function numberOf(i: number): number {
  return 40_013 + 17 * i;
}
