/** What an entailment model says of claims that rules leave open. */
import { isAbort } from '../base/abort.ts';
import { RecentValues } from '../base/recentValues.ts';
import type { CitationCheck } from '../citations/checkCitations.ts';
import { type ClaimPair, withLabel } from '../citations/claimSupport.ts';

type Label = Parameters<typeof withLabel>[1];

/** As an `Entailment` of src/models. */
export interface ClaimJudge {
  readonly id: string;
  label(pairs: readonly ClaimPair[], options: { readonly signal: AbortSignal }): Promise<readonly ({ readonly label: Label } | null)[]>;
}

const mostKept = 10_000;
/** Pairs of one call, so that it can be stopped. */
const batch = 8;

export class JudgedClaims {
  readonly #chosen: () => ClaimJudge | undefined;
  readonly #known = new RecentValues<string, Label>(mostKept);

  constructor(chosen: () => ClaimJudge | undefined) {
    this.#chosen = chosen;
  }

  /**
   * The same checks, in their order, with what the chosen model says. A claim is judged once, however many citations it has.
   * @param onFailure hears why the model judges no more; without it, that is thrown
   */
  async of(checks: readonly CitationCheck[], signal: AbortSignal, onFailure?: (error: unknown) => void): Promise<readonly CitationCheck[]> {
    const labels = new Map<string, Label>();
    try {
      const judge = this.#chosen();
      if (judge) await this.#label(judge, checks, signal, labels);
    } catch (error) {
      if (isAbort(error) || !onFailure) throw error;
      onFailure(error);
    }
    return checks.map(({ pair, ...check }) => {
      const label = pair && labels.get(keyOf(pair));
      return label === undefined ? check : withLabel(check, label);
    });
  }

  /** @param labels gets what is found */
  async #label(judge: ClaimJudge, checks: readonly CitationCheck[], signal: AbortSignal, labels: Map<string, Label>): Promise<void> {
    const pairs = new Map(checks.flatMap(({ pair }) => (pair ? [[keyOf(pair), pair] as const] : [])));
    const open: (readonly [string, ClaimPair])[] = [];
    for (const [key, pair] of pairs) {
      const known = this.#known.get(judge.id + key);
      if (known === undefined) open.push([key, pair]);
      else labels.set(key, known);
    }
    for (let from = 0; from < open.length; from += batch) {
      const some = open.slice(from, from + batch);
      const found = await judge.label(
        some.map(([, pair]) => pair),
        { signal },
      );
      signal.throwIfAborted();
      for (const [i, [key]] of some.entries()) {
        const label = found[i]?.label;
        if (label === undefined) continue;
        labels.set(key, label);
        this.#known.set(judge.id + key, label);
      }
    }
  }
}

function keyOf({ premise, hypothesis }: ClaimPair): string {
  return JSON.stringify([premise, hypothesis]);
}
