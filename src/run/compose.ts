/**
 * Writes an answer out after a pipeline has ended, outside of its published algorithm: the model gets what the run found and writes
 * sentence by sentence, each with the words that carry it. Every quote is looked up in its document, and every sentence checked against its
 * quotes.
 */
import { writtenFormOf } from '../protocol/writtenAnswer.ts';
import { isAriadneError } from '../base/errors.ts';
import { shownLanguage } from '../language/languages.ts';
import type { RunContext } from '../pipelines/pipeline.ts';
import type { WrittenAnswer } from '../protocol/trace.ts';
import type { WrittenText } from '../reasoning/writtenText.ts';
import { evidenceToWrite, pathOf } from './pooledEvidence.ts';
import { composeRole } from '../reasoning/roles/composeRoles.ts';
import { composeNode, SentenceChecks, wordsOfText, type Composition } from './sentenceChecks.ts';

/**
 * The written answer; undefined when the run found no passage or the model wrote nothing. If the call fails, the node says so, and the run
 * keeps the pipeline's answer.
 * @throws AbortError
 */
export async function compose(composition: Composition, ctx: RunContext): Promise<WrittenAnswer | undefined> {
  const { answerForm, answer, trace } = composition;
  const passages = evidenceToWrite(trace);
  const [root] = trace.nodes;
  if (passages.length === 0 || !root) return undefined;
  const last = trace.nodes.findLast(({ kind }) => kind === 'final' || kind === 'meta') ?? root;
  const order = 1 + Math.max(...trace.nodes.map((one) => one.order));
  const node = ctx.trace.add({ id: composeNode, kind: 'compose', text: trace.question, parent: last.id, edge: 'then', order });
  const call = { node, signal: ctx.signal };
  ctx.trace.doing(node, { kind: 'writing' });
  try {
    ctx.trace.evidence(
      node,
      passages.map((passage) => ({ passage, score: null, used: true, source: 'search' })),
    );
    const path = pathOf(trace, answer);
    const { output, flags } = await ctx.reasoner.perform(composeRole, { question: trace.question, answerForm, path, passages }, call);
    ctx.trace.flagNode(node, ...flags);
    const around = [trace.question, ...path.map((step) => step.answer ?? '')].join('\n');
    const checking = new SentenceChecks({ ...composition, passages, around }, call);
    const written = await checking.written(output);
    const hasWritten = written.blocks.length + written.notStated.length > 0;
    ctx.trace.flagNode(
      node,
      ...checking.flags(),
      ...(isInOther(output, trace.question) ? ['language_differs'] : []),
      ...(hasWritten && answerForm === 'table' && writtenFormOf(written) !== 'table' ? ['form_differs'] : []),
    );
    ctx.trace.end(node, hasWritten ? 'answered' : 'failed', {
      cites: [...new Set(written.citations.map(({ passageId }) => passageId))],
      ...(hasWritten ? {} : { failure: whyNothing(written, flags) }),
    });
    return hasWritten ? written : undefined;
  } catch (error) {
    if (!isAriadneError(error)) throw error;
    ctx.trace.end(node, 'failed', { failure: error.message });
    return undefined;
  }
}

/** Whether a text shows another language than the question. */
function isInOther(text: WrittenText, question: string): boolean {
  const [asked, written] = [shownLanguage(question), shownLanguage(wordsOfText(text))];
  return asked !== undefined && written !== undefined && asked !== written;
}

function whyNothing({ dropped = 0 }: WrittenAnswer, flags: readonly string[]): string {
  if (dropped > 0) return 'Nothing that the model wrote is supported by its quotes, so all of it is left out. Choose another model.';
  if (flags.includes('declined')) return 'The model declined to write the answer. Ask in other words, or choose another model.';
  return 'The model wrote nothing that can be read. Ask this step again, or choose another model.';
}
