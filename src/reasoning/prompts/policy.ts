/** What an answer may rest on, in the same words in every prompt that asks for one. */
import type { Knowledge } from '../../protocol/knowledge.ts';

/** @param evidence what the prompt shows, in the plural: `the passages`, `these steps` */
export function restingOn(evidence: string, knowledge: Knowledge = 'evidence'): string {
  switch (knowledge) {
    case 'evidence':
      return `Use only what ${evidence} say and what plainly follows from it, no knowledge of your own. If that does not give the answer, abstain; do not guess.`;
    case 'evidence-then-memory':
      return `First use what ${evidence} say and what plainly follows from it. Only if that does not give the answer, answer from what you know: then "from_memory" is true, and nothing is cited. If you do not know it either, abstain; do not guess.`;
    case 'as-published':
      return '';
  }
}
