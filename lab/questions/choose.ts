/** Which of all drafts become questions: of many kinds, about many documents. */
import { seededRandom } from '../../src/base/seededRandom.ts';
import { foldText } from './english.ts';
import type { Draft } from './interfaces.ts';

export interface ChoiceOptions {
  readonly count: number;
  readonly seed: number;
}

/** In how many questions a document may be the source, at first; more only while there are too few questions. */
const usesOfDocument = [2, 3, 5, 8, 12, 20];
/** Share of questions that are answered with yes or no: a coin is right on half of them. */
const yesNoShare = 0.1;
const hardShare = 100 / 550;
/** How many questions of each type are wanted, as weights. Of comparisons there are many: any two dates make one. */
const wanted: Readonly<Record<Draft['type'], number>> = { bridge: 3, intersection: 2, comparison: 2 };
/** No type may be more than this, except where there are too few others. */
const mostOfType: Readonly<Record<Draft['type'], number>> = { bridge: 0.6, intersection: 0.5, comparison: 0.4 };
/** First more questions on a document, then more of one type. */
const rounds = [...usesOfDocument.map((uses) => ({ uses, isMixed: true })), ...usesOfDocument.map((uses) => ({ uses, isMixed: false }))];
/** The shares hold for every beginning of the list, as if it had this many questions more: the first of a kind need not wait. */
const allowance = 5;

/** At most `count` of the drafts, in turns of the types and their kinds; the same for the same seed. */
export function choose(drafts: readonly Draft[], { count, seed }: ChoiceOptions): Draft[] {
  const random = seededRandom(seed);
  const shuffled = distinct(drafts)
    .map((draft) => ({ draft, order: random() }))
    .sort((a, b) => b.draft.trust - a.draft.trust || a.order - b.order)
    .map(({ draft }) => draft);
  const kinds = [...Map.groupBy(shuffled, ({ type, key }) => `${type} ${key.replace(/^mentioned .*/u, 'mentioned')}`).values()];
  const chosen: Draft[] = [];
  const used = new Map<string, number>();
  const share = (isOne: (draft: Draft) => boolean): number => chosen.filter(isOne).length / (chosen.length + allowance);
  for (const { uses, isMixed } of rounds) {
    const isAllowed = (draft: Draft): boolean =>
      pathsOf(draft).every((path) => (used.get(path) ?? 0) < uses) &&
      (!isYesNo(draft) || share(isYesNo) < yesNoShare) &&
      (!draft.isHard || share(({ isHard }) => isHard) < hardShare) &&
      (!isMixed || share(({ type }) => type === draft.type) < mostOfType[draft.type]) &&
      isBalanced(draft, chosen);
    while (chosen.length < count) {
      const [best] = kinds
        .flatMap((kind) => kind.find(isAllowed) ?? [])
        .map((draft) => ({
          draft,
          ofType: share(({ type }) => type === draft.type) / wanted[draft.type],
          ofKind: chosen.filter(({ key }) => key === draft.key).length,
        }))
        .sort((a, b) => a.ofType - b.ofType || a.ofKind - b.ofKind || b.draft.trust - a.draft.trust);
      if (!best) break;
      const { draft } = best;
      chosen.push(draft);
      for (const kind of kinds) if (kind.includes(draft)) kind.splice(kind.indexOf(draft), 1);
      for (const path of pathsOf(draft)) used.set(path, (used.get(path) ?? 0) + 1);
    }
  }
  return chosen;
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
function isBalanced(draft: Draft, chosen: readonly Draft[]): boolean {
  if (!isYesNo(draft)) return true;
  const others = chosen.filter(isYesNo);
  const same = others.filter(({ answers: [answer] }) => answer === draft.answers[0]).length;
  return same <= others.length - same;
}
