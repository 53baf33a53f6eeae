/** What the user thinks of disagreements: a file in the folder that can be read, reviewed and committed. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { AriadneError } from '../../base/errors.ts';
import { holdingFileLock } from '../../base/fileLock.ts';
import { replaceFile } from '../../base/replaceFile.ts';
import { disagreementVerdict, type DisagreementVerdict, type FolderDisagreement } from '../../protocol/disagreements.ts';

const fileName = '.ariadne-disagreements.json';

const entry = z.object({
  verdict: disagreementVerdict,
  /** All that say it, so that another text of any of them is shown again. The documents are for people who review the file. */
  sentences: z.array(z.object({ document: z.string(), text: z.string() })),
});
type Entry = Readonly<z.infer<typeof entry>>;

export class Verdicts {
  readonly #file: string;
  readonly #entries: readonly Entry[];
  readonly #byText = new Map<string, readonly Entry[]>();

  /** @throws AriadneError `verdicts-broken` */
  constructor(folder: string) {
    this.#file = join(folder, fileName);
    this.#entries = existsSync(this.#file) ? parsed(readFileSync(this.#file, 'utf8')) : [];
    for (const one of this.#entries) {
      for (const text of new Set(one.sentences.map((sentence) => compared(sentence.text))))
        this.#byText.set(text, [...(this.#byText.get(text) ?? []), one]);
    }
  }

  /**
   * Keeps what the user thinks of a disagreement; null takes it back. What other windows keep at the same time is kept, too.
   * @throws AriadneError `verdicts-broken`, `verdicts-locked`; errors of the file system
   */
  static settle(folder: string, found: Pick<FolderDisagreement, 'sides'>, verdict: DisagreementVerdict | null): Promise<void> {
    const held = (owner: string): Error =>
      new AriadneError('verdicts-locked', `"${fileName}" is being written by ${owner}. Try again in a moment.`);
    return holdingFileLock(join(folder, `${fileName}.lock`), held, () => new Verdicts(folder).#settle(found, verdict));
  }

  /** The last one about two sentences as they are now. */
  of(one: string, other: string): DisagreementVerdict | undefined {
    const both = new Set(this.#byText.get(compared(other)));
    return this.#byText.get(compared(one))?.findLast((known) => both.has(known))?.verdict;
  }

  /** Replaces what is known of all its sentences; without a verdict, removes it. */
  #settle({ sides }: Pick<FolderDisagreement, 'sides'>, verdict: DisagreementVerdict | null): void {
    const sentences = sides.flatMap(({ places }) => places.map(({ path, quote }) => ({ document: path, text: quote })));
    const texts = new Set(sentences.map(({ text }) => compared(text)));
    const others = this.#entries.filter((known) => !known.sentences.every(({ text }) => texts.has(compared(text))));
    const entries = verdict === null ? others : [...others, { verdict, sentences }];
    if (entries.length === 0) rmSync(this.#file, { force: true });
    else replaceFile(this.#file, `${JSON.stringify({ verdicts: entries }, null, 2)}\n`);
  }
}

function parsed(text: string): readonly Entry[] {
  try {
    return z.object({ verdicts: z.array(entry) }).parse(JSON.parse(text)).verdicts;
  } catch (cause) {
    throw new AriadneError('verdicts-broken', `"${fileName}" cannot be read. Correct it, or delete it to lose its verdicts.`, { cause });
  }
}

/** Space alone makes no other sentence. */
function compared(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}
