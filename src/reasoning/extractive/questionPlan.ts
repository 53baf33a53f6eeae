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
  /** The option whose step has the least or greatest value. */
  | { readonly kind: 'extreme'; readonly wants: 'least' | 'greatest'; readonly options: readonly Option[] }
  /** Whether the values agree. */
  | { readonly kind: 'same'; readonly values: readonly number[] };

interface Option {
  readonly label: string;
  readonly value: number;
}
