import type { Suggestion } from '../../../src/protocol/scopeCompletion.ts';
import { Icon } from './controls.tsx';

interface SuggestionListProps {
  readonly id: string;
  readonly optionId: (at: number) => string;
  readonly suggestions: readonly Suggestion[];
  /** -1 for none. */
  readonly chosen: number;
  readonly onTake: (suggestion: Suggestion) => void;
}

/** What can be typed next. The focus stays in the question box, which has the keys. */
export function SuggestionList({ id, optionId, suggestions, chosen, onTake }: SuggestionListProps) {
  return (
    // A press on the list must not take the focus from the box, which would close it.
    <ul id={id} className="suggestions" role="listbox" aria-label="Limit the question to" onMouseDown={(event) => event.preventDefault()}>
      {suggestions.map((suggestion, at) => (
        <li
          key={suggestion.text}
          id={optionId(at)}
          className="suggestion"
          role="option"
          aria-selected={at === chosen}
          title={suggestion.text}
          onClick={() => onTake(suggestion)}
        >
          <Icon name={suggestion.icon} />
          <span className="cut" dir="auto">
            {suggestion.label}
          </span>
          {suggestion.detail === undefined ? null : (
            <span className="suggestion-detail cut" dir="auto">
              {suggestion.detail}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
