/** An answer as sanitized Markdown: no HTML, no images, no links except citations. */
import { t } from '@vscode/l10n';
import type { Nodes, Root } from 'mdast';
import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { AnswerRange, Citation } from '../../../src/protocol/trace.ts';
import { endWithCitations, linkCitations } from '../linkCitations.ts';
import { markUnsupported } from '../markUnsupported.ts';
import { usePost } from './controls.tsx';

/** An answer with at most this many characters is a name, a date or a number, and is shown in large type. */
const shortAnswer = 60;

interface AnswerTextProps {
  readonly markdown: string;
  readonly citations: readonly Citation[];
  readonly unplaced: readonly Citation[];
  readonly unsupported: readonly AnswerRange[];
  /** Whether it is prose, however little there is of it yet. */
  readonly isProse?: boolean;
}

export function AnswerText({ markdown, citations, unplaced, unsupported, isProse = false }: AnswerTextProps) {
  const numbers = new Set(citations.map((citation) => citation.n));
  const link = ({ href, children }: { readonly href?: string; readonly children?: ReactNode }) => {
    const citation = citations.find(({ n }) => href === `#citation-${n}`);
    return citation ? <CitationChip citation={citation} /> : <>{children}</>;
  };
  const mark = (tree: Root): void => markUnsupported(tree, unsupported);
  const cite = (tree: Root): void => {
    linkCitations(tree, numbers);
    endWithCitations(
      tree,
      unplaced.map(({ n }) => n),
    );
  };
  return (
    <div className={!isProse && markdown.length <= shortAnswer ? 'answer-text short' : 'answer-text'}>
      <Markdown
        remarkPlugins={[remarkGfm, () => mark, () => cite, () => autoDirection]}
        skipHtml
        disallowedElements={['img', 'input']}
        components={{ a: link }}
      >
        {markdown}
      </Markdown>
    </div>
  );
}

interface CitationChipProps {
  readonly citation: Citation;
  readonly withPlace?: boolean;
}

export function CitationChip({ citation, withPlace = false }: CitationChipProps) {
  const post = usePost();
  const { n, path, startLine, endLine, page, quote, text = quote } = citation;
  const lines = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  const place = page === undefined ? `${path}:${lines}` : t('{0}, page {1}', path, page);
  return (
    <button
      type="button"
      className={withPlace ? 'source' : 'cite'}
      title={withPlace ? `“${text}”` : `${place}\n“${text}”`}
      onClick={() => post({ kind: 'open-citation', citation })}
    >
      <span className="visually-hidden">{t('Citation')} </span>
      <span className="cite-number">{n}</span>
      <span className={withPlace ? 'cut' : 'visually-hidden'}>
        <span className="visually-hidden">: </span>
        <bdi dir="ltr">{place}</bdi>
      </span>
    </button>
  );
}

/** Blocks, not their containers: HTML's automatic direction ignores children that set their own. */
const blocks: ReadonlySet<Nodes['type']> = new Set(['paragraph', 'heading', 'listItem', 'tableCell']);

/** Gives every block of a text the direction of its first word. */
function autoDirection(tree: Root): void {
  const visit = (node: Nodes): void => {
    if (blocks.has(node.type)) node.data = { ...node.data, hProperties: { ...node.data?.hProperties, dir: 'auto' } };
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
}
