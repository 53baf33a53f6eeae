import { t } from '@vscode/l10n';
import type { FoundPassage } from '../../../src/protocol/passage.ts';
import type { Suggestion } from '../../../src/protocol/scopeCompletion.ts';
import { Icon } from './controls.tsx';

interface SuggestionListProps {
  readonly id: string;
  readonly optionId: (at: number) => string;
  readonly suggestions: readonly Suggestion[];
  /** Below the suggestions. */
  readonly passages: readonly FoundPassage[];
  /** Of both. -1 for none. */
  readonly chosen: number;
  readonly onTake: (suggestion: Suggestion) => void;
  readonly onOpen: (passage: FoundPassage) => void;
}

/** What can be typed next. The focus stays in the question box, which has the keys. */
export function SuggestionList({ id, optionId, suggestions, passages, chosen, onTake, onOpen }: SuggestionListProps) {
  return (
    // A press on the list must not take the focus from the box, which would close it.
    <ul id={id} className="suggestions" role="listbox" aria-label={t('Suggestions')} onMouseDown={(event) => event.preventDefault()}>
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
      {passages.length === 0 ? null : (
        <li role="presentation" className="suggestion-heading small">
          {t('Passages with these words')}
        </li>
      )}
      {passages.map((passage, i) => {
        const at = suggestions.length + i;
        const { path, title, place, text } = passage;
        return (
          <li
            key={`${path} ${passage.startOffset}`}
            id={optionId(at)}
            className="suggestion is-passage"
            role="option"
            aria-selected={at === chosen}
            title={t('Open {0}, {1}', path, place)}
            onClick={() => onOpen(passage)}
          >
            <span className="cut" dir="auto">
              {text}
            </span>
            <span className="suggestion-place small">
              <bdi>{title}</bdi>, {place}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
