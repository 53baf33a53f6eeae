/** How the limits of a question are shown and typed. Pure. */
import { parseScope, scopeOfQuestion, type ScopeTerm } from '../../src/protocol/scopeSyntax.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { count } from '../../src/base/amounts.ts';
import { t } from '@vscode/l10n';

interface ScopeChip {
  readonly text: string;
  readonly isExcluded: boolean;
  /** No document is in it. */
  readonly isUnmatched: boolean;
}

export interface ScopeView {
  readonly chips: readonly ScopeChip[];
  /** `20 documents, 31 passages`; absent while the scope is only typed. */
  readonly counts?: string;
  /** Why it cannot be understood. */
  readonly problem?: string;
}

/** More terms than are shown as chips. */
const mostChips = 12;

export function scopeOfTrace({ scope }: Trace): ScopeView | undefined {
  if (!scope) return undefined;
  const { text, documents, passages, unmatched = [] } = scope;
  return { chips: chipsOf(parseScope(text).terms, unmatched), counts: `${count(documents, 'document')}, ${count(passages, 'passage')}` };
}

/**
 * Of a question that is being typed; undefined where nothing limits it.
 * @param fields names of fields that terms may name
 */
export function scopeOfText(text: string, fields: readonly string[] = []): ScopeView | undefined {
  const { terms, problems } = scopeOfQuestion(text, fields);
  const [problem] = problems;
  if (terms.length === 0 && !problem) return undefined;
  return { chips: chipsOf(terms, []), ...(problem ? { problem: problem.message } : {}) };
}

/** What was typed to ask the question of a run. */
export function typedQuestion({ scope, question }: Pick<Trace, 'scope' | 'question'>): string {
  return scope === undefined ? question : `${scope.text} ${question}`;
}

/** The same for questions that only differ in where their terms are. */
export function normalizedQuestion(text: string, fields: readonly string[] = []): string {
  const { scope, question } = scopeOfQuestion(text, fields);
  return typedQuestion({ question: question.trim(), ...(scope === '' ? {} : { scope: { text: scope, documents: 0, passages: 0 } }) });
}

function chipsOf(terms: readonly ScopeTerm[], unmatched: readonly string[]): readonly ScopeChip[] {
  const chips = terms.map(({ text, isExcluded }) => ({
    text: isExcluded ? text.slice(1) : text,
    isExcluded,
    isUnmatched: unmatched.includes(text),
  }));
  if (chips.length <= mostChips) return chips;
  const rest = { text: t('{0} more', chips.length - mostChips), isExcluded: false, isUnmatched: false };
  return [...chips.slice(0, mostChips), rest];
}
