import { t } from '@vscode/l10n';
import { rich } from '../src/components/rich.tsx';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon, IconButton, LinkButton } from '../src/components/controls.tsx';
import { KeysHelp, viewerHelp, viewerKeys } from '../src/components/keysHelp.tsx';
import type { PdfHost } from './host.ts';
import { Outline } from './outline.tsx';
import { PdfPages, type PagesState, type Search } from './pdfPages.ts';
import { SearchBar } from './searchBar.tsx';
import { SelectionBar, useSelection, type Selected, type WordsKind } from './selectionBar.tsx';
import { Toolbar } from './toolbar.tsx';

/** The viewer of a PDF. */
export function PdfApp({ host }: { readonly host: PdfHost }) {
  const container = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState<PdfPages>();
  const [state, setState] = useState<PagesState>();
  const [isOutlineOpen, setOutlineOpen] = useState(host.arrangement.isOutlineOpen);
  const [isSearching, setSearching] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const selected = useSelection(container);
  useEffect(() => {
    if (!container.current) return;
    const made = new PdfPages(container.current, host, setState);
    setPages(made);
    return host.listen((message) => made.receive(message));
  }, [host]);
  const marked = state?.marked;
  const markedWords = marked?.kind === 'marked' ? { text: marked.words, page: marked.page, lastPage: marked.page } : undefined;
  const perform = (kind: WordsKind, words: Selected): void => {
    const { text, page, lastPage } = words;
    if (kind === 'cite') host.post({ kind, text, page, lastPage, pages: state?.pages ?? 1 });
    else host.post({ kind, text, page, lastPage });
  };
  const toggleOutline = (): void => {
    host.arrange({ isOutlineOpen: !isOutlineOpen });
    setOutlineOpen(!isOutlineOpen);
  };
  const closeSearch = (): void => {
    pages?.endSearch();
    setSearching(false);
    container.current?.focus();
  };
  const showText = async (): Promise<void> => {
    if (pages) host.post({ kind: 'show-text', ...(await pages.linesInView()) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') getSelection()?.removeAllRanges();
    const command = commandOf(event);
    if (!command || !pages || !state) return;
    event.preventDefault();
    if (command === 'search') return setSearching(true);
    if (command === 'help') return setShowsKeys(!showsKeys);
    if (command === 'sentence' || command === 'sentence-before') return void pages.selectSentence(command === 'sentence' ? 1 : -1);
    if (command === 'ask' || command === 'cite' || command === 'verify') {
      const words = selected ?? markedWords;
      if (words) perform(command, words);
      return;
    }
    if (command === 'in' || command === 'out') return pages.zoomBy(command === 'in' ? 1 : -1);
    if (command === 'fit') return pages.zoomTo('page-width');
    pages.showPage(state.page + (command === 'next' ? 1 : -1));
  };
  return (
    <main className="viewer" onKeyDown={onKeyDown}>
      <h1 className="visually-hidden">{t('PDF')}</h1>
      <Toolbar
        state={state}
        pages={pages}
        isOutlineOpen={isOutlineOpen}
        onOutline={toggleOutline}
        onSearch={() => (isSearching ? closeSearch() : setSearching(true))}
        onText={() => void showText()}
        onDefault={() => host.post({ kind: 'open-default' })}
        onKeys={() => setShowsKeys(true)}
      />
      {isSearching && pages && (
        <SearchBar found={state?.found} onSearch={(search: Search, again) => pages.search(search, again)} onClose={closeSearch} />
      )}
      <div className="notes" aria-live="polite">
        {selected && <span className="visually-hidden">{t('Selected: {0}', selected.text)}</span>}
        {marked?.kind === 'looking' && <Note icon="loading codicon-modifier-spin">{t('Looking for the words…')}</Note>}
        {marked?.kind === 'nowhere' && (
          <Note icon="info" onClose={() => pages?.clearMarks()}>
            {rich(
              marked.hasChanged
                ? t('Marked nothing: the file has changed, and the words are no longer where they were. {0}')
                : t('Marked nothing: the words are not where the page’s text layer has them. {0}'),
              <LinkButton onClick={() => void showText()}>{t('Show as Text')}</LinkButton>,
            )}
          </Note>
        )}
        {marked?.kind === 'unread' && (
          <Note icon="warning" onClose={() => pages?.clearMarks()}>
            {t('Marked nothing: the page cannot be read ({0}). Save or download the file again.', marked.problem)}
          </Note>
        )}
        {marked?.kind === 'marked' && markedWords && (
          <Note icon="check" onClose={() => pages?.clearMarks()}>
            {t('Marked on page {0}. ', marked.page)}
            <MarkedActions perform={(kind) => perform(kind, markedWords)} />
          </Note>
        )}
        {state?.isGone && (
          <Note icon="warning">{t('This file was moved or deleted. You see it as it was; it is loaded again when it is back.')}</Note>
        )}
        {state?.isScan && (
          <Note icon="warning">
            {t('This page is an image without text, so nothing of it was read. OCR adds its text: for example with ocrmypdf.')}
          </Note>
        )}
      </div>
      <div className="viewer-body">
        {isOutlineOpen && <Outline entries={state?.outline ?? []} onFollow={(entry) => pages?.follow(entry)} />}
        <div className="viewer-pages">
          <div ref={container} className="viewer-container" tabIndex={0} role="document" aria-label={t('Pages')}>
            <div className="pdfViewer" />
          </div>
          {state === undefined || state.phase === 'opening' ? <p className="viewer-message">{t('Opening…')}</p> : null}
          {state?.phase === 'failed' && (
            <div className="viewer-message" role="alert">
              <Icon name="error" /> {state.problem}{' '}
              <LinkButton onClick={() => host.post({ kind: 'open-default' })}>{t('Open in Default Viewer')}</LinkButton>
            </div>
          )}
          {pages && (state?.phase === 'password' || state?.phase === 'wrong-password') && (
            <Password isWrong={state.phase === 'wrong-password'} onSubmit={(password) => pages.submitPassword(password)} />
          )}
        </div>
      </div>
      {selected && <SelectionBar selected={selected} perform={(kind) => perform(kind, selected)} />}
      {showsKeys && <KeysHelp keys={viewerKeys} about={viewerHelp} onClose={() => setShowsKeys(false)} />}
    </main>
  );
}

/** What can be done with marked words, for those who use no mouse, too. */
function MarkedActions({ perform }: { readonly perform: (kind: WordsKind) => void }) {
  return (
    <>
      <LinkButton onClick={() => perform('ask')}>{t('Ask about…')}</LinkButton> ·{' '}
      <LinkButton onClick={() => perform('cite')}>{t('Cite This')}</LinkButton> ·{' '}
      <LinkButton onClick={() => perform('verify')}>{t('Verify Quote')}</LinkButton>
    </>
  );
}

function Note({ icon, children, onClose }: { readonly icon: string; readonly children: ReactNode; readonly onClose?: () => void }) {
  return (
    <p className="note">
      <Icon name={icon} />
      <span className="grow">{children}</span>
      {onClose && <IconButton icon="close" title={t('Dismiss')} onClick={onClose} />}
    </p>
  );
}

function Password({ isWrong, onSubmit }: { readonly isWrong: boolean; readonly onSubmit: (password: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      className="viewer-message"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(input.current?.value ?? '');
      }}
    >
      <label>
        {isWrong ? t('That is not the password. Password of this document: ') : t('This document has a password: ')}
        <input ref={input} type="password" autoFocus />
      </label>{' '}
      <button type="submit" className="primary">
        {t('Open')}
      </button>
    </form>
  );
}

type Command = 'search' | 'help' | 'in' | 'out' | 'fit' | 'next' | 'previous' | 'sentence' | 'sentence-before' | WordsKind;

const commands: Readonly<Record<string, Command>> = {
  ...{ '+': 'in', '=': 'in', '-': 'out', '0': 'fit', n: 'next', p: 'previous', '?': 'help' },
  ...{ s: 'sentence', S: 'sentence-before', a: 'ask', c: 'cite', v: 'verify' },
};

/** The keys of the pages and the toolbar; those of text fields are theirs. */
function commandOf({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): Command | undefined {
  if (key === 'F3' || ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'f')) return 'search';
  if (key === 'F1' && altKey) return 'help';
  if (ctrlKey || metaKey || altKey || target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return undefined;
  return commands[key];
}
