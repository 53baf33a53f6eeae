/** Questions that were typed and not asked, each with the run that was shown. Pure. */

import { normalizedQuestion } from './scoped.ts';

/** By the id of the run that was shown, `''` for none; the most recent last. */
export type Drafts = Readonly<Record<string, string>>;

export const noDrafts: Drafts = {};

/** More than anyone returns to. They are stored with the panel. */
const keptDrafts = 12;

export function draftOf(drafts: Drafts, runId: string | undefined): string | undefined {
  return drafts[runId ?? ''];
}

/** @param question the question of the shown run; restoring it removes the draft */
export function writeDraft(drafts: Drafts, runId: string | undefined, text: string, question: string): Drafts {
  const { [runId ?? '']: _before, ...others } = drafts;
  if (text === question) return others;
  const kept = Object.entries(others).slice(1 - keptDrafts);
  return { ...Object.fromEntries(kept), [runId ?? '']: text };
}

/**
 * Removes a draft that has been asked.
 * @param fields names of fields that terms may name
 */
export function withoutAsked(drafts: Drafts, question: string, fields: readonly string[] = []): Drafts {
  const asked = normalizedQuestion(question, fields);
  const kept = Object.entries(drafts).filter(([, text]) => normalizedQuestion(text, fields) !== asked);
  return kept.length === Object.keys(drafts).length ? drafts : Object.fromEntries(kept);
}

/** The latest draft of another run, to be offered; undefined when there is none, or when it is already in the box. */
export function draftElsewhere(
  drafts: Drafts,
  runId: string | undefined,
  inBox: string,
): { readonly key: string; readonly text: string } | undefined {
  const found = Object.entries(drafts).findLast(
    ([key, text]) => key !== (runId ?? '') && text.trim() !== '' && text.trim() !== inBox.trim(),
  );
  return found && { key: found[0], text: found[1] };
}

/** Moves a draft to the shown run. */
export function takeDraft(drafts: Drafts, key: string, runId: string | undefined): Drafts {
  const { [key]: text, ...others } = drafts;
  return text === undefined ? drafts : { ...others, [runId ?? '']: text };
}

export function dropDraft(drafts: Drafts, key: string): Drafts {
  const { [key]: _dropped, ...others } = drafts;
  return others;
}
