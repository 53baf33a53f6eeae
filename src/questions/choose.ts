/** Which of all drafts become questions: of many kinds, about many documents. */
import { seededRandom } from '../base/seededRandom.ts';
import { foldText } from './english.ts';
import type { Draft } from './interfaces.ts';

export interface ChoiceOptions {
  readonly count: number;
  readonly seed: number;
}

/** In how many questions a document may be the source, at first; more only while there are too few questions. */
const usesOfDocument = [2, 3, 5, 8, 12];
/** Share of questions that are answered with yes or no: a coin is right on half of them. */
const yesNoShare = 0.1;
const hardShare = 100 / 550;
/** Of comparisons there are many: any two dates make one. More only where there are too few others. */
const comparisonShare = 0.4;
/** First more questions on a document, then more comparisons. */
const rounds = [...usesOfDocument.map((uses) => [uses, comparisonShare] as const), ...usesOfDocument.map((uses) => [uses, 1] as const)];
/** The shares hold for every beginning of the list, as if it had this many questions more: the first of a kind need not wait. */
const allowance = 5;

/** At most `count` of the drafts, in turns of the kinds; the same for the same seed. */
export function choose(drafts: readonly Draft[], { count, seed }: ChoiceOptions): Draft[] {
  const random = seededRandom(seed);
  const shuffled = distinct(drafts)
    .map((draft) => ({ draft, order: random() }))
    .sort((a, b) => b.draft.trust - a.draft.trust || a.order - b.order);
  const kinds = [...Map.groupBy(shuffled, ({ draft }) => draft.key.replace(/^person .*/u, 'person')).values()].sort(
    (a, b) => (b[0]?.draft.trust ?? 0) - (a[0]?.draft.trust ?? 0),
  );
  const chosen = new Set<Draft>();
  const used = new Map<string, number>();
  let yesNo = 0;
  let hard = 0;
  let compared = 0;
  for (const [uses, share] of rounds) {
    for (let isFound = true; isFound && chosen.size < count;) {
      isFound = false;
      for (const kind of kinds) {
        const at = kind.findIndex(
          ({ draft }) =>
            !chosen.has(draft) &&
            pathsOf(draft).every((path) => (used.get(path) ?? 0) < uses) &&
            (!isYesNo(draft) || yesNo < yesNoShare * (chosen.size + allowance)) &&
            (!draft.isHard || hard < hardShare * (chosen.size + allowance)) &&
            (draft.type !== 'comparison' || compared < share * (chosen.size + allowance)) &&
            isBalanced(draft, chosen),
        );
        const [one] = at < 0 || chosen.size >= count ? [] : kind.splice(at, 1);
        if (!one) continue;
        chosen.add(one.draft);
        for (const path of pathsOf(one.draft)) used.set(path, (used.get(path) ?? 0) + 1);
        if (isYesNo(one.draft)) yesNo++;
        if (one.draft.isHard) hard++;
        if (one.draft.type === 'comparison') compared++;
        isFound = true;
      }
    }
  }
  return [...chosen];
}

function distinct(drafts: readonly Draft[]): Draft[] {
  return [...new Map(drafts.map((draft) => [foldText(draft.question), draft])).values()];
}

export function pathsOf({ steps }: Draft): string[] {
  return [...new Set(steps.flatMap(({ places }) => places.map(({ passage }) => passage.path)))];
}

function isYesNo({ answers: [answer] }: Draft): boolean {
  return answer === 'yes' || answer === 'no';
}

/** As many are answered with yes as with no. */
function isBalanced(draft: Draft, chosen: ReadonlySet<Draft>): boolean {
  if (!isYesNo(draft)) return true;
  const others = [...chosen].filter(isYesNo);
  const same = others.filter(({ answers: [answer] }) => answer === draft.answers[0]).length;
  return same <= others.length - same;
}
