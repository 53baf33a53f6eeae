/** Short forms that documents explain, and what they are short for. Adding or removing a document costs what it explains. */
import type { Definition } from '../../language/definitions.ts';
import { nameKey } from '../../language/nameWords.ts';
import { Counts } from './counts.ts';
import { isSmallWord } from './knownDocument.ts';
import { nameSpans, type QuestionWord } from './questionWords.ts';

/** By name the path of the document of each passage that has its words, of a sample of passages that stands for all. */
export type SaidIn = (names: readonly string[]) => Promise<readonly (readonly string[])[]>;

/** Other words for some of a question, which documents explain. */
export type OtherOf = (words: readonly QuestionWord[]) => string | undefined;

export class FolderDefinitions {
  /** How many documents have each definition, as its two forms, by the `keyOf` of either. */
  readonly #byForm = new Map<string, Counts<string>>();

  /** @param by 1 for the definitions of a document that is added, -1 for those of one that is removed */
  count(definitions: readonly Definition[], by: 1 | -1): void {
    for (const { short, long } of definitions) {
      for (const key of new Set([keyOf(short), keyOf(long)])) {
        const counts = this.#byForm.get(key) ?? new Counts();
        counts.add([`${short}\n${long}`], by);
        if (counts.size > 0) this.#byForm.set(key, counts);
        else this.#byForm.delete(key);
      }
    }
  }

  /** Looks each words of a question up once. */
  explaining(question: string): OtherOf {
    const hasCase = hasCapitals(question);
    const known = new Map<string, string | undefined>();
    return (words) => {
      if (this.#byForm.size === 0) return undefined;
      const written = question.slice(words[0]!.start, words.at(-1)!.end);
      if (!known.has(written)) {
        const mayBe = hasCase || !words.every(({ word }) => isSmallWord(word));
        known.set(written, mayBe ? this.otherForm(written, hasCase) : undefined);
      }
      return known.get(written);
    };
  }

  /**
   * What most documents mean by an abbreviation, or abbreviate words to; undefined for words that none explains, or several otherwise. An
   * abbreviation is met as it is written, or without capitals in a text that has none.
   */
  otherForm(written: string, hasCase: boolean): string | undefined {
    const key = keyOf(written);
    const forms = new Map<string, { readonly other: string; times: number }>();
    let total = 0;
    for (const [pair, times] of this.#byForm.get(key)?.entries ?? []) {
      const [short = '', long = ''] = pair.split('\n');
      const isShort = keyOf(short) === key;
      if (isShort && hasCase && singular(short) !== singular(written)) continue;
      const other = isShort ? long : short;
      const same = forms.get(keyOf(other)) ?? { other, times: 0 };
      same.times += times;
      total += times;
      forms.set(keyOf(other), same);
    }
    return [...forms.values()].find(({ times }) => times * 2 > total)?.other;
  }
}

/** Equal for the plural of a name. */
function keyOf(name: string): string {
  return nameKey(name).split(' ').map(singular).join(' ');
}

function singular(word: string): string {
  return word.replace(/(?<=\p{L}{2})s$/u, '');
}

/** Whether a question has capitals, besides that which it begins with. */
export function hasCapitals(question: string): boolean {
  return /\p{Lu}/u.test(question.slice(1));
}

/** Words with others that documents explain, and more of their passages have: the others are found as asked. */
export async function rarerThanOther(
  words: readonly QuestionWord[],
  question: string,
  otherOf: OtherOf,
  saidIn: SaidIn,
): Promise<readonly (readonly [string, string])[]> {
  const explained = nameSpans(words, (some) => {
    const other = otherOf(some);
    return other === undefined ? undefined : { other };
  });
  const forms = explained.map(({ start, end, other }) => [question.slice(start, end), other] as const);
  if (forms.length === 0) return [];
  const said = await saidIn(forms.flat());
  return forms.filter((_, i) => (said[2 * i]?.length ?? 0) < (said[2 * i + 1]?.length ?? 0));
}
