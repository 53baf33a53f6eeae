/** Questions that were typed and not asked, each with the run that was shown meanwhile. Pure. */

/** By the id of the run that was shown, `''` where none was; the one typed last comes last. */
export type Drafts = Readonly<Record<string, string>>;

export const noDrafts: Drafts = {};

/** More than anybody comes back to; they are kept with the panel. */
const keptDrafts = 12;

export function draftOf(drafts: Drafts, runId: string | undefined): string | undefined {
  return drafts[runId ?? ''];
}

/** @param question of the run that is shown: to restore it is to have no draft */
export function write(drafts: Drafts, runId: string | undefined, text: string, question: string): Drafts {
  const { [runId ?? '']: _before, ...others } = drafts;
  if (text === question) return others;
  const kept = Object.entries(others).slice(1 - keptDrafts);
  return { ...Object.fromEntries(kept), [runId ?? '']: text };
}

/** A draft that has been asked is none any more. */
export function withoutAsked(drafts: Drafts, question: string): Drafts {
  const asked = question.trim();
  const kept = Object.entries(drafts).filter(([, text]) => text.trim() !== asked);
  return kept.length === Object.keys(drafts).length ? drafts : Object.fromEntries(kept);
}

/** The draft typed last with another run, to be offered; undefined when there is none, or when it is in the box anyway. */
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

/** Moves a draft to the run that is shown. */
export function takeDraft(drafts: Drafts, key: string, runId: string | undefined): Drafts {
  const { [key]: text, ...others } = drafts;
  return text === undefined ? drafts : { ...others, [runId ?? '']: text };
}

export function dropDraft(drafts: Drafts, key: string): Drafts {
  const { [key]: _dropped, ...others } = drafts;
  return others;
}
