import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ScopeNames } from '../../../src/protocol/scopeNames.ts';
import type { FoundPassage } from '../../../src/protocol/passage.ts';
import { complete, completionAt, type Completion, type Suggestion } from '../../../src/protocol/scopeCompletion.ts';
import { stepInHistory, type HistoryPlace } from '../questionHistory.ts';
import { blankAfter, offeredTemplates } from '../templates.ts';
import { SuggestionList } from './suggestionList.tsx';
import { count } from '../../../src/base/amounts.ts';

interface QuestionBoxProps {
  /** Earlier questions, the last asked first. */
  readonly history?: readonly string[];
  /** Passages with the words of the text, which the list offers below names. */
  readonly passages?: readonly FoundPassage[];
  readonly onOpen?: (passage: FoundPassage) => void;
  /** Whether an empty box offers questions with blanks. */
  readonly hasTemplates?: boolean;
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
  /** Absent where only passages are offered. */
  readonly completion?: Completion;
  /** Of the row that Enter takes; -1 for none. */
  readonly chosen: number;
}

/** Far longer than a question. Limits what is stored with the panel. */
const longestQuestion = 20_000;

/** As if it were typed, so that Undo takes it back. No other way of changing the text of a box does that. */
function typeInto(box: HTMLTextAreaElement | null, { start, end }: Pick<Completion, 'start' | 'end'>, text: string): void {
  box?.focus();
  box?.setSelectionRange(start, end);
  document.execCommand('insertText', false, text);
}

/** The text of the question, with suggestions for what it names, what limits it, and where its words are. */
export function QuestionBox(props: QuestionBoxProps) {
  const { label, text, placeholder, names, inputRef, onWrite, onAsk, onEscape, onFocus } = props;
  const { history = [], onOpen, hasTemplates = false } = props;
  const [offer, setOffer] = useState<Offer>();
  const [place, setPlace] = useState<HistoryPlace>();
  const selection = useRef<{ readonly start: number; readonly end: number }>(undefined);
  const listId = useId();
  const optionId = (at: number): string => `${listId}-${at}`;
  const suggestions = offer?.completion?.suggestions ?? [];
  // Who writes the value of a term looks for a value.
  const isValue = offer?.completion !== undefined && /^[^\s"]+[:：]/u.test(text.slice(offer.completion.start, offer.completion.end));
  const passages = isValue ? [] : (props.passages ?? []);
  const rows = offer === undefined ? 0 : suggestions.length + passages.length;

  useLayoutEffect(() => {
    if (selection.current === undefined) return;
    inputRef.current?.setSelectionRange(selection.current.start, selection.current.end);
    selection.current = undefined;
  }, [text, inputRef]);
  const chosenId = offer && offer.chosen >= 0 && rows > 0 ? optionId(offer.chosen) : undefined;
  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  const look = (typed: string, at: number, isWanted = false): void => {
    const completion = typed === '' && hasTemplates && isWanted ? offeredTemplates : completionAt(typed, at, names, isWanted);
    setOffer({ ...(completion ? { completion } : {}), chosen: completion?.isFirstChosen ? 0 : -1 });
  };
  const replace = (range: { readonly start: number; readonly end: number }, by: string, next: string, caret: number): void => {
    selection.current = { start: caret, end: caret };
    typeInto(inputRef.current, range, by);
    onWrite(next);
  };
  const take = (suggestion: Suggestion): void => {
    const completion = offer?.completion;
    if (!completion) return;
    const next = complete(text, completion, suggestion);
    replace(completion, next.text.slice(completion.start, next.text.length - text.length + completion.end), next.text, next.caret);
    if (completion === offeredTemplates) {
      selection.current = blankAfter(next.text, 0);
      setOffer(undefined);
    } else if (suggestion.isOpen) look(next.text, next.caret);
    else setOffer(undefined);
  };
  const open = (passage: FoundPassage): void => {
    setOffer(undefined);
    onOpen?.(passage);
  };
  /** Whether the key was for the list. */
  const isForList = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (!offer || rows === 0 || shiftKey) return false;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      const from = step < 0 && offer.chosen < 0 ? 0 : offer.chosen;
      setOffer({ ...offer, chosen: (from + step + rows) % rows });
      return true;
    }
    const passage = passages[offer.chosen - suggestions.length];
    if (passage && offer.chosen >= suggestions.length && key === 'Enter') {
      open(passage);
      return true;
    }
    const chosen = suggestions[offer.chosen];
    const taken =
      key === 'Tab' && offer.completion?.isByTab ? (chosen ?? suggestions[0]) : key === 'Tab' || key === 'Enter' ? chosen : undefined;
    if (taken) take(taken);
    else if (key === 'Escape' || key === 'Enter' || /^(?:Arrow|Home|End|Page)/.test(key)) setOffer(undefined);
    return taken !== undefined || key === 'Escape';
  };
  /** Whether the key led to an earlier or later question. */
  const isForHistory = ({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || shiftKey || (offer && offer.chosen >= 0)) return false;
    const { selectionStart, selectionEnd } = currentTarget;
    if (place === undefined && (key === 'ArrowDown' || selectionStart + selectionEnd > 0)) return false;
    const step = stepInHistory(key, text, history, place);
    if (!step) return false;
    replace({ start: 0, end: text.length }, step.text, step.text, key === 'ArrowUp' ? 0 : step.text.length);
    setOffer(undefined);
    setPlace(step.place);
    return true;
  };
  /** Whether the key led to the next blank of a template. */
  const isForBlank = ({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const next = hasTemplates && !shiftKey && (key === 'Tab' || key === 'Enter') ? blankAfter(text, currentTarget.selectionEnd) : undefined;
    if (next) currentTarget.setSelectionRange(next.start, next.end);
    return next !== undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      look(text, event.currentTarget.selectionStart, true);
    } else if (event.key === 'ArrowDown' && text === '' && rows === 0 && hasTemplates && place === undefined) {
      event.preventDefault();
      look('', 0, true);
    } else if (isForHistory(event) || isForList(event) || isForBlank(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      setOffer(undefined);
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
        aria-autocomplete={'list'}
        aria-haspopup="listbox"
        aria-controls={rows > 0 ? listId : undefined}
        aria-activedescendant={chosenId}
        placeholder={placeholder}
        value={text}
        onFocus={onFocus}
        onBlur={() => setOffer(undefined)}
        onMouseDown={() => setOffer(undefined)}
        onChange={({ target, nativeEvent }) => {
          onWrite(target.value);
          setPlace(undefined);
          // The text of an input method is not final yet.
          if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setOffer(undefined);
          else look(target.value, target.selectionStart);
        }}
        onKeyDown={onKeyDown}
      />
      <span className="visually-hidden" role="status">
        {rows === 0
          ? ''
          : [
              ...(suggestions.length === 0 ? [] : [count(suggestions.length, 'suggestion')]),
              ...(passages.length === 0 ? [] : [count(passages.length, 'passage')]),
            ].join(', ')}
      </span>
      {rows === 0 ? null : (
        <SuggestionList
          id={listId}
          optionId={optionId}
          suggestions={suggestions}
          passages={passages}
          chosen={offer?.chosen ?? -1}
          onTake={take}
          onOpen={open}
        />
      )}
    </div>
  );
}
