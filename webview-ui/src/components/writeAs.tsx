import type { FormChoice } from '../writtenView.ts';
import { LinkButton } from './controls.tsx';

interface WriteAsProps {
  readonly forms: readonly FormChoice[];
  readonly onWrite: (chosen: FormChoice['value']) => void;
}

/** The forms in which an answer can be written. The one that it has is pressed. */
export function WriteAs({ forms, onWrite }: WriteAsProps) {
  return (
    <span className="write-as" role="group" aria-label="Form of the answer">
      <span aria-hidden>Write as:</span>
      {forms.map(({ value, label, isCurrent }) => (
        <LinkButton
          key={value}

          disabled={isCurrent}
          aria-pressed={isCurrent}
          title={isCurrent ? 'The answer is written like this' : 'Write this answer like this. Completed calls aren’t repeated.'}
          onClick={() => onWrite(value)}
        >
          <span className="visually-hidden">Write as </span>
          {label}
        </LinkButton>
      ))}
    </span>
  );
}
