/** Short forms that documents explain, and what they are short for. Adding or removing a document costs what it explains. */
import type { Definition } from '../../language/definitions.ts';
import { nameKey } from '../../language/nameWords.ts';
import { Counts } from './counts.ts';

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
