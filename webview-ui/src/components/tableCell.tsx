import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import { placeWords } from '../../../src/protocol/placeWords.ts';
import { cellWords, shownCell, stateWordsOf, type TableCell, type TableQuote } from '../../../src/protocol/table.ts';
import { answerParts } from '../tableView.ts';
import { Icon, IconButton, LinkButton } from './controls.tsx';

interface CellProps {
  readonly cell: TableCell;
  /** What it said before the table was filled again, if that was something else. */
  readonly before: string | undefined;
  /** Whether the tab key reaches its buttons. */
  readonly canTab: boolean;
  readonly onOpen: (quote: TableQuote) => void;
  /** Whether its document has changed since it was answered by hand. */
  readonly hasChanged: boolean;
  /** Asks for an answer by hand; undefined while that cannot be. */
  readonly onEdit: (() => void) | undefined;
  /** Shows the passages that were read for it. */
  readonly onShowRead: () => void;
}

const icons: Readonly<Partial<Record<TableCell['state'], string>>> = {
  conflict: 'warning',
  'not-stated': 'circle-slash',
  'not-read': 'circle-outline',
  unsupported: 'warning',
  failed: 'error',
  open: 'ellipsis',
};

/** A cell in words: neither color nor icon alone says its state. */
export function CellContent({ cell, before, canTab, hasChanged, onEdit, onOpen, onShowRead }: CellProps) {
  const { byHand, ...found } = cell;
  const { state, answer, doubt, reason, said, quotes = [], passages = [], isStale, failure } = shownCell(cell);
  const hasAnswer = state === 'answered' || state === 'unsupported';
  return (
    <>
      {hasAnswer ? (
        <div className="table-answer" dir="auto">
          {answer}
        </div>
      ) : null}
      {byHand === undefined ? null : (
        <p className="table-state quiet">
          <Icon name="edit" />{' '}
          {rich(
            hasChanged ? t('By hand; found: {0}. The document has changed since.') : t('By hand; found: {0}'),
            <span dir="auto">{cellWords(found)}</span>,
          )}
        </p>
      )}
      {before === undefined ? null : (
        <p className="table-before">
          <Icon name="diff-modified" /> {rich(t('before: {0}'), <del dir="auto">{before}</del>)}
        </p>
      )}
      {doubt === undefined ? null : (
        <p className="table-state quiet table-doubt">
          <Icon name="warning" /> {doubt}
        </p>
      )}
      {state === 'answered' ? null : (
        <p className="table-state quiet">
          <Icon name={icons[state] ?? 'info'} /> {stateWordsOf(cell)}
        </p>
      )}
      {reason !== undefined && (state !== 'unsupported' || isStale) ? (
        <p className="quiet" dir="auto">
          {reason}
        </p>
      ) : null}
      {said === undefined || isStale ? null : (
        <p className="quiet" dir="auto">
          {t('The model quoted: “{0}”', said)}
        </p>
      )}
      {state === 'not-read' && quotes.length > 0 ? <p className="quiet">{t('The closest words in the document:')}</p> : null}
      {quotes.map((quote, i) => (
        <div key={i}>
          {state === 'conflict' ? (
            <div className="table-answer" dir="auto">
              {quote.answer}
            </div>
          ) : null}
          <button
            type="button"
            className="table-quote"
            dir="auto"
            tabIndex={canTab ? 0 : -1}
            title={t('Open the place: “{0}”', quote.text ?? quote.quote)}
            onClick={() => onOpen(quote)}
          >
            <q>
              {answerParts(quote.text ?? quote.quote, quote.answer ?? answer).map(({ text, isAnswer }, n) =>
                isAnswer ? <strong key={n}>{text}</strong> : text,
              )}
            </q>{' '}
            <span className="table-place small" dir="ltr">
              {placeWords(quote)}
            </span>
          </button>
        </div>
      ))}
      {quotes.length === 0 && passages.length > 0 ? (
        <LinkButton className="table-read" tabIndex={canTab ? 0 : -1} title={t('Show what was read for this answer')} onClick={onShowRead}>
          {passages.length === 1 ? t('1 passage read') : t('{0} passages read', passages.length)}
        </LinkButton>
      ) : null}
      {isStale === true ? (
        <p className="table-age">
          <Icon name="history" /> {t('out of date')}
        </p>
      ) : null}
      {failure === undefined ? null : <p className="quiet">{t('Asking again failed: {0}', failure)}</p>}
      {onEdit === undefined ? null : (
        <IconButton
          icon="edit"
          className="icon-button table-edit"
          title={t('Answer by hand (F2)')}
          tabIndex={canTab ? 0 : -1}
          onClick={onEdit}
        />
      )}
    </>
  );
}
