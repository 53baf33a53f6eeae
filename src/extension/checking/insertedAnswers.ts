/** Which citations of a text were inserted together. Pure. */
import type { Checked } from '../../citations/findings.ts';

export interface InsertedAnswer {
  readonly runId: string;
  /** In text order; at least one. */
  readonly citations: readonly Checked[];
}

/**
 * Citations of one run that follow each other in the text.
 * @param runOf the run that wrote a citation; undefined when it is not known
 */
export function answersIn(citations: readonly Checked[], runOf: (citation: Checked) => string | undefined): readonly InsertedAnswer[] {
  const answers: { runId: string | undefined; citations: Checked[] }[] = [];
  for (const citation of citations) {
    if (citation.form === 'none') continue;
    const runId = runOf(citation);
    const last = answers.at(-1);
    // One that was written otherwise ends an answer.
    if (last && last.runId === runId) last.citations.push(citation);
    else answers.push({ runId, citations: [citation] });
  }
  return answers.flatMap(({ runId, citations: all }) => (runId === undefined ? [] : [{ runId, citations: all }]));
}
