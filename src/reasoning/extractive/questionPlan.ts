/** How to answer a question: look-ups in order, and how to combine their answers. */
export interface QuestionPlan {
  /** Single-hop questions; `#1` stands for the answer of the first one. Never empty. */
  readonly steps: readonly string[];
  readonly verdict: Verdict;
}

/** Step numbers are 0-based indexes into `steps`. */
export type Verdict =
  | { readonly kind: 'last' }
  /** No single answer follows from the steps. */
  | { readonly kind: 'none' }
  /** The option with the least or greatest value. An option's value is that of its step, or the span between its two steps. */
  | { readonly kind: 'extreme'; readonly wants: 'least' | 'greatest'; readonly options: readonly Option[] }
  /** Whether the values agree. */
  | { readonly kind: 'same'; readonly values: readonly number[] }
  /** The value of all, if they agree. */
  | { readonly kind: 'common'; readonly values: readonly number[] }
  /** Whether the answer to each of these questions is yes. */
  | { readonly kind: 'all'; readonly values: readonly number[] }
  /** The only option whose question is answered with yes. */
  | { readonly kind: 'which'; readonly options: readonly Pick<Option, 'label' | 'value'>[] }
  /** Whether the first value is before (or below) the second. */
  | { readonly kind: 'order'; readonly wants: 'least' | 'greatest'; readonly values: readonly [number, number] };

interface Option {
  readonly label: string;
  readonly from: number | null;
  readonly value: number;
}
