import type { FromPanel } from '../../../src/protocol/panel.ts';
import type { Citation, ComposedPart } from '../../../src/protocol/trace.ts';
import { CitationChip } from './answerText.tsx';

interface ComposedSentenceProps {
  readonly parts: readonly ComposedPart[];
  readonly citations: readonly Citation[];
  readonly post: (message: FromPanel) => void;
}

/** What the steps say together, below the short answer. */
export function ComposedSentence({ parts, citations, post }: ComposedSentenceProps) {
  return (
    <p className="answer-composed" dir="auto">
      {parts.map(({ text, cites }) => (
        <span key={text}>
          {text}
          {citations
            .filter(({ n }) => cites.includes(n))
            .map((citation) => (
              <CitationChip key={citation.n} citation={citation} post={post} />
            ))}
        </span>
      ))}
      .
    </p>
  );
}
