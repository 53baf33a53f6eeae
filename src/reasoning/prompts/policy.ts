/** What an answer may rest on, in the same words in every prompt that asks for one. */
import type { Knowledge } from '../../protocol/knowledge.ts';

/** @param evidence what the prompt shows, in the plural: `the passages`, `these steps` */
export function restingOn(evidence: string, knowledge: Knowledge = 'evidence'): string {
  switch (knowledge) {
    case 'evidence':
      return `Use only what ${evidence} say and what plainly follows from it, no knowledge of your own; do not guess. ${inParts} If nothing is found, abstain.`;
    case 'evidence-then-memory':
      return `First use what ${evidence} say and what plainly follows from it. ${inParts} Only if nothing is found, answer from what you know: then "from_memory" is true, and nothing is cited. If you do not know it either, abstain; do not guess.`;
    case 'as-published':
      return '';
  }
}

/** A fact on the way to the answer is no part of it. */
const inParts = 'Of several things asked for, give those found and name the others in "missing".';
