import { t } from '@vscode/l10n';
import { rich } from './rich.tsx';
import { Fragment, useState } from 'react';
import { notChecked } from '../../../src/protocol/writtenWords.ts';
import type { Sentences, SentenceView, WrittenBlockView, WrittenView } from '../writtenView.ts';
import { cutEnd } from '../cutEnd.ts';
import { CitationChip } from './answerText.tsx';
import { Icon } from './controls.tsx';

/** The answer as it was written out, sentence by sentence with what carries it. */
export function Written({ view }: { readonly view: WrittenView }) {
  const { heading, empty, blocks, conflicts, notStated, dropped } = view;
  return (
    <section className="written" aria-label={heading ?? t('Written answer')}>
      {heading === undefined ? null : (
        <div className="digest-head row">
          <h2 className="answer-heading">{heading}</h2>
          <span className="quiet small">{t('Words of your documents, put together without a model.')}</span>
        </div>
      )}
      {blocks.map((block, i) => (
        <Block key={i} block={block} empty={empty} />
      ))}
      <Conflicts conflicts={conflicts} />
      {notStated.map((missing) => (
        <p key={missing} className="quiet">
          <Icon name="circle-slash" /> {rich(t('Not in the documents: {0}'), <bdi>{missing}</bdi>)}
        </p>
      ))}
      {dropped === undefined ? null : <p className="answer-aside">{dropped}</p>}
    </section>
  );
}

/** How documents disagree, with the words of each side. */
export function Conflicts({ conflicts }: Pick<WrittenView, 'conflicts'>) {
  if (conflicts.length === 0) return null;
  return (
    <div className="written-conflicts" role="group" aria-label={t('Documents disagree')}>
      <h2 className="answer-heading">
        <Icon name="git-compare" /> {t('Documents disagree')}
      </h2>
      {conflicts.map(({ sentence, quotes }, i) => (
        <Fragment key={i}>
          <p dir="auto">
            <Sentence sentence={sentence} />
          </p>
          <ul>
            {quotes.map((citation) => (
              <li key={citation.n}>
                <q dir="auto">{citation.text ?? citation.quote}</q> <CitationChip citation={citation} withPlace />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  );
}

/** A table has the direction of its first words, a cell its own. */
function Block({ block, empty }: Pick<WrittenView, 'empty'> & { readonly block: WrittenBlockView }) {
  if (block.kind === 'paragraph')
    return (
      <p dir="auto">
        <Said sentences={block.sentences} />
      </p>
    );
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List className="written-list">
        {block.items.map((item, i) => (
          <li key={i} dir="auto">
            <Said sentences={item} />
          </li>
        ))}
      </List>
    );
  }
  const { corner, columns, rows } = block;
  return (
    // Focusable, so that the keyboard scrolls a wide table.
    <div className="written-table" role="region" aria-label={t('Table')} tabIndex={0}>
      <table dir="auto">
        <thead>
          <tr>
            {corner === '' ? <td /> : <th scope="col">{corner}</th>}
            {columns.map((column, i) => (
              <th key={i} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }, i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              {cells.map((cell, j) => (
                <td key={j}>{cell.length === 0 ? <span className="quiet">{empty}</span> : <Said sentences={cell} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Said({ sentences }: { readonly sentences: Sentences }) {
  return sentences.map((sentence, i) => (
    <Fragment key={i}>
      {i === 0 ? null : ' '}
      <Sentence sentence={sentence} />
    </Fragment>
  ));
}

const signs = { unsupported: 'unverified', contradicted: 'error', 'own-knowledge': 'sparkle' } as const;
const labels = { unsupported: t('Not supported'), contradicted: t('Contradicted'), 'own-knowledge': t('From memory') } as const;

/**
 * A doubt is underlined, has a sign, and says why on hover, on focus, and below while its button is pressed. What is not checked says only
 * that, in small words.
 */
function Sentence({ sentence: { text, citations, doubt, shown } }: { readonly sentence: SentenceView }) {
  const [isOpen, setIsOpen] = useState(false);
  const [body, end] = cutEnd(text);
  const [first, ...more] = citations.map((citation) => <CitationChip key={citation.n} citation={citation} />);
  if (doubt === undefined)
    return (
      <>
        <span title={shown}>{body}</span>
        <span className="joined">
          {end}
          {first}
        </span>
        {more}
        {shown === undefined ? null : <span className="visually-hidden"> ({shown})</span>}
      </>
    );
  const { support, why } = doubt;
  const isNotChecked = support === 'not-checked';
  const note = [isNotChecked ? why : `${labels[support]}. ${why}`, ...(shown === undefined ? [] : [`${shown}.`])].join(' ');
  const sign = (
    <button type="button" className="doubt-sign" aria-expanded={isOpen} aria-label={note} title={note} onClick={() => setIsOpen(!isOpen)}>
      {isNotChecked ? notChecked.toLowerCase() : <Icon name={signs[support]} />}
    </button>
  );
  return (
    <span className={`doubt doubt-${support}`}>
      <span className="doubt-text" title={note}>
        {body}
      </span>
      <span className="joined">
        <span className="doubt-text" title={note}>
          {end}
        </span>
        {first}
        {more.length === 0 ? sign : null}
      </span>
      {more.slice(0, -1)}
      {more.length === 0 ? null : (
        <span className="joined">
          {more.at(-1)}
          {sign}
        </span>
      )}
      <span className="doubt-why quiet small" aria-hidden dir="ltr">
        {note}
      </span>
    </span>
  );
}
