import { t } from '@vscode/l10n';
import type { AnswerView } from '../answerView.ts';
import { AnswerText, CitationChip } from './answerText.tsx';
import { Written } from './written.tsx';
import { Icon } from './controls.tsx';

interface OtherAnswerProps {
  readonly name: string;
  readonly answer: AnswerView;
  readonly cost: string;
}

/** The answer of the run that is compared with the shown one. */
export function OtherAnswer({ name, answer, cost }: OtherAnswerProps) {
  const { kind, markdown, sentence, unconfirmed, citations, unplaced, unsupported, written } = answer;
  return (
    <section className="answer-beside" aria-label={name}>
      <h2 className="answer-heading">
        {name} · {cost}
      </h2>
      <div className={`answer answer-${kind} other`}>
        {markdown === undefined ? (
          <p className="answer-sentence">{sentence}</p>
        ) : (
          <AnswerText markdown={markdown} citations={citations} unplaced={unplaced} unsupported={unsupported} />
        )}
        {unconfirmed === undefined ? null : (
          <p className="answer-aside answer-doubt">
            <Icon name="unverified" /> <strong>{t('Not verified.')}</strong> {unconfirmed}
          </p>
        )}
        {written === undefined ? null : <Written view={written} />}
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
