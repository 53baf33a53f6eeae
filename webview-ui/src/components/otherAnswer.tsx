import { t } from '@vscode/l10n';
import type { AnswerView } from '../answerView.ts';
import { AnswerText, CitationChip } from './answerText.tsx';
import { Digest, useShownQuotes } from './digest.tsx';
import { Conflicts, Written } from './written.tsx';
import { Icon } from './controls.tsx';

interface OtherAnswerProps {
  readonly runId: string;
  readonly name: string;
  readonly answer: AnswerView;
  readonly cost: string;
}

/** The answer of the run that is compared with the shown one. */
export function OtherAnswer({ runId, name, answer, cost }: OtherAnswerProps) {
  const { kind, markdown, sentence, unconfirmed, citations, unplaced, unsupported, written, digest, conflicts } = answer;
  const shown = useShownQuotes(runId, digest, false);
  const hasText = markdown !== undefined || written !== undefined;
  return (
    <section className="answer-beside" aria-label={name}>
      <h2 className="answer-heading">
        {name} · {cost}
      </h2>
      <div className={`answer answer-${kind} other`}>
        {hasText || digest === undefined ? null : (
          <Digest view={digest} name={`${name}: ${digest.heading}`} runId={runId} shown={shown} canClose={false} canTake={false} />
        )}
        {markdown === undefined ? (
          <p className={hasText || digest === undefined ? 'answer-sentence' : 'answer-aside'}>{sentence}</p>
        ) : (
          <AnswerText markdown={markdown} citations={citations} unplaced={unplaced} unsupported={unsupported} />
        )}
        {unconfirmed === undefined ? null : (
          <p className="answer-aside answer-doubt">
            <Icon name="unverified" /> <strong>{t('Not verified.')}</strong> {unconfirmed}
          </p>
        )}
        {written === undefined ? null : <Written view={written} />}
        <Conflicts conflicts={conflicts} />
        {citations.length > 0 && markdown !== undefined ? (
          <div className="sources row">
            {citations.map((citation) => (
              <CitationChip key={citation.n} citation={citation} withPlace />
            ))}
          </div>
        ) : null}
      </div>
    </section>
  );
}
