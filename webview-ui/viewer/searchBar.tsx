import { t } from '@vscode/l10n';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { IconButton } from '../src/components/controls.tsx';
import type { PagesState, Search } from './pdfPages.ts';

interface SearchBarProps {
  readonly found: PagesState['found'];
  readonly onSearch: (search: Search, again?: 'next' | 'previous') => void;
  readonly onClose: () => void;
}

export function SearchBar({ found, onSearch, onClose }: SearchBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState<Search>({ query: '', isCaseSensitive: false, isWholeWord: false });
  useEffect(() => input.current?.focus(), []);
  const change = (part: Partial<Search>): void => {
    const next = { ...search, ...part };
    setSearch(next);
    onSearch(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' || event.key === 'F3') onSearch(search, event.shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
  };
  return (
    <div className="viewer-search" role="search" onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="text"
        aria-label={t('Find')}
        placeholder={t('Find')}
        value={search.query}
        onChange={({ target }) => change({ query: target.value })}
      />
      <IconButton
        icon="case-sensitive"
        title={t('Match Case')}
        aria-pressed={search.isCaseSensitive}
        onClick={() => change({ isCaseSensitive: !search.isCaseSensitive })}
      />
      <IconButton
        icon="whole-word"
        title={t('Match Whole Word')}
        aria-pressed={search.isWholeWord}
        onClick={() => change({ isWholeWord: !search.isWholeWord })}
      />
      <span className="viewer-found" role="status">
        {foundWords(search.query, found)}
      </span>
      <IconButton icon="arrow-up" title={t('Previous Match (Shift+Enter)')} onClick={() => onSearch(search, 'previous')} />
      <IconButton icon="arrow-down" title={t('Next Match (Enter)')} onClick={() => onSearch(search, 'next')} />
      <IconButton icon="close" title={t('Close (Escape)')} onClick={onClose} />
    </div>
  );
}

function foundWords(query: string, found: PagesState['found']): string {
  if (query === '' || !found) return '';
  if (found.total === 0) return found.isSearching ? t('Searching…') : t('No results');
  return t('{0} of {1}', Math.max(1, found.current), found.total);
}
