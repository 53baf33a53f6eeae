import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ScopeNames } from '../../../src/protocol/scopeNames.ts';
import { complete, completionAt, type Completion, type Suggestion } from '../../../src/protocol/scopeCompletion.ts';
import { SuggestionList } from './suggestionList.tsx';
import { count } from '../../../src/base/amounts.ts';

interface QuestionBoxProps {
  /** For screen readers. */
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  readonly names: ScopeNames;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
  readonly onWrite: (text: string) => void;
  readonly onAsk: () => void;
  /** Absent where Escape does nothing but close the suggestions. */
  readonly onEscape?: () => void;
  readonly onFocus?: () => void;
}

interface Offer {
  readonly completion: Completion;
  /** Of the suggestion that Enter takes; -1 for none. */
  readonly chosen: number;
}

/** Far longer than a question. Limits what is stored with the panel. */
const longestQuestion = 20_000;

/** As if it were typed, so that Undo takes it back. No other way of changing the text of a box does that. */
function typeInto(box: HTMLTextAreaElement | null, { start, end }: Completion, text: string): void {
  box?.focus();
  box?.setSelectionRange(start, end);
  document.execCommand('insertText', false, text);
}

/** The text of the question, with suggestions for terms that limit it. */
export function QuestionBox({ label, text, placeholder, names, inputRef, onWrite, onAsk, onEscape, onFocus }: QuestionBoxProps) {
  const [offer, setOffer] = useState<Offer>();
  const caret = useRef<number>(undefined);
  const listId = useId();
  const optionId = (at: number): string => `${listId}-${at}`;

  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    inputRef.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text, inputRef]);
  const chosenId = offer && offer.chosen >= 0 ? optionId(offer.chosen) : undefined;
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const look = (typed: string, at: number, isWanted = false): void => {
    const completion = completionAt(typed, at, names, isWanted);
    setOffer(completion && { completion, chosen: completion.isFirstChosen ? 0 : -1 });
  };
  const take = (suggestion: Suggestion): void => {
    if (!offer) return;
    const { completion } = offer;
    const next = complete(text, completion, suggestion);
    caret.current = next.caret;
    typeInto(inputRef.current, completion, next.text.slice(completion.start, next.text.length - text.length + completion.end));
    onWrite(next.text);
    if (suggestion.isOpen) look(next.text, next.caret);
    else setOffer(undefined);
  };
  /** Whether the key was for the list. */
  const isForList = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (!offer || shiftKey) return false;
    const { suggestions, isByTab } = offer.completion;
    const chosen = suggestions[offer.chosen];
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const from = step < 0 && offer.chosen < 0 ? 0 : offer.chosen;
      setOffer({ ...offer, chosen: (from + step + suggestions.length) % suggestions.length });
      return true;
    }
    const taken = key === 'Tab' && isByTab ? (chosen ?? suggestions[0]) : key === 'Tab' || key === 'Enter' ? chosen : undefined;
    if (taken) take(taken);
    else if (key === 'Escape' || key === 'Enter' || /^(?:Arrow|Home|End|Page)/.test(key)) setOffer(undefined);
    return taken !== undefined || key === 'Escape';
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      look(text, event.currentTarget.selectionStart, true);
    } else if (isForList(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onAsk();
    } else if (event.key === 'Escape' && onEscape) {
      event.preventDefault();
      onEscape();
    }
  };

  return (
    <div className="question-box">
      <textarea
        ref={inputRef}
        className="question"
        data-home
        rows={1}
        dir="auto"
        maxLength={longestQuestion}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={offer && listId}
        aria-activedescendant={chosenId}
        placeholder={placeholder}
        value={text}
        onFocus={onFocus}
        onBlur={() => setOffer(undefined)}
        onMouseDown={() => setOffer(undefined)}
        onChange={({ target, nativeEvent }) => {
          onWrite(target.value);
          // The text of an input method is not final yet.
          if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setOffer(undefined);
          else look(target.value, target.selectionStart);
        }}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden" role="status">
        {offer === undefined ? '' : count(offer.completion.suggestions.length, 'suggestion')}
      </span>
      {offer === undefined ? null : (
        <SuggestionList id={listId} optionId={optionId} suggestions={offer.completion.suggestions} chosen={offer.chosen} onTake={take} />
      )}
    </div>
  );
}
