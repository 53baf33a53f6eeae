/** Identifies roles by the current fixed words of their prompts, for requests without a schema. */
import { wireSchema } from '../../src/reasoning/replySchema.ts';
import { allRoles, roleOf, type RoleId, type Roles } from './allRoles.ts';
import { roleExamples } from './roleExamples.ts';

export const roleIds: readonly RoleId[] = Object.keys(allRoles).filter((id) => isRoleId(id));

/**
 * The role whose prompt is in the text completely or most nearly; null if less than half of any is. Roles with identical prompts, such as
 * those that read, are identified as the first of them, which has the same effect.
 */
export function roleByWords(text: string): RoleId | null {
  const given = new Set(text.split('\n'));
  let best: { readonly role: RoleId; readonly share: number; readonly weight: number } | null = null;
  for (const { role, lines } of fingerprints) {
    const weight = weightOf(lines);
    const share = weightOf(lines.filter((line) => given.has(line))) / weight;
    if (!best || share > best.share || (share === best.share && weight > best.weight)) best = { role, share, weight };
  }
  return best && best.share >= 0.5 ? best.role : null;
}

/** Lines that the prompts of many roles share have little weight. */
function weightOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + 1 / (saidBy.get(line) ?? 1) ** 2, 0);
}

/** A character that occurs in no prompt. */
const mark = '\u{f8ff}';
const marked = { id: mark, path: mark, title: mark, headings: [], text: mark, range: emptyRange(), runs: [], documentHash: mark };
/** For a fact, and in each of the forms that a question can call for, which its prompt names. */
const questions = [mark, `Why ${mark}?`, `List all ${mark}`, `Compare ${mark} and ${mark}`];
const examples = questions.map((question) => roleExamples({ question, subQuestion: mark, answer: mark, passages: [marked] }));
const fingerprints = roleIds.flatMap((role) => examplesOf(role).map((input) => ({ role, lines: fixedLines(role, input) })));

/** How many roles have a line. */
const saidBy = new Map<string, number>();
for (const role of roleIds) {
  const own = new Set(fingerprints.flatMap((one) => (one.role === role ? one.lines : [])));
  for (const line of own) saidBy.set(line, (saidBy.get(line) ?? 0) + 1);
}

function examplesOf<R extends RoleId>(role: R): readonly Roles[R]['input'][] {
  return examples.flatMap((one): readonly Roles[R]['input'][] => one[role]);
}

function fixedLines<R extends RoleId>(role: R, input: Roles[R]['input']): readonly string[] {
  const asked = roleOf(role);
  const form = asked.schema?.(input);
  const lines = asked.messages(input, form ? wireSchema(form).fields : []).flatMap(({ content }) => content.split('\n'));
  return [...new Set(lines)].filter((line) => line.trim() !== '' && !/^<\/?[a-z]/.test(line) && !line.includes(mark));
}

function isRoleId(id: string): id is RoleId {
  return Object.hasOwn(allRoles, id);
}

function emptyRange() {
  return { startLine: 0, endLine: 0, startOffset: 0, endOffset: 0 };
}
