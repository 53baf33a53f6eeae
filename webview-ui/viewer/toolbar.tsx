import { t } from '@vscode/l10n';
import { useEffect, useState } from 'react';
import { IconButton } from '../src/components/controls.tsx';
import type { PagesState, PdfPages } from './pdfPages.ts';

interface ToolbarProps {
  readonly state: PagesState | undefined;
  readonly pages: PdfPages | undefined;
  readonly isOutlineOpen: boolean;
  readonly onOutline: () => void;
  readonly onSearch: () => void;
  readonly onText: () => void;
  readonly onDefault: () => void;
  readonly onKeys: () => void;
}

const fits: Readonly<Record<string, string>> = { auto: t('Automatic'), 'page-width': t('Fit Width'), 'page-fit': t('Fit Page') };
const factors = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

export function Toolbar({ state, pages, isOutlineOpen, onOutline, onSearch, onText, onDefault, onKeys }: ToolbarProps) {
  const isOpen = state?.phase === 'open';
  const { page = 1, pages: count = 0, scale = 1, zoom = 'auto' } = state ?? {};
  const isFactor = !(zoom in fits);
  const chosen = isFactor ? String(scale) : zoom;
  const choices = isFactor && !factors.includes(scale) ? [...factors, scale].sort((a, b) => a - b) : factors;
  return (
    <div className="viewer-toolbar" role="toolbar" aria-label={t('Viewer')}>
      <IconButton icon="list-tree" title={t('Outline')} aria-pressed={isOutlineOpen} onClick={onOutline} />
      <span className="viewer-group">
        <IconButton
          icon="arrow-up"
          title={t('Previous Page (P)')}
          disabled={!isOpen || page <= 1}
          onClick={() => pages?.showPage(page - 1)}
        />
        <IconButton
          icon="arrow-down"
          title={t('Next Page (N)')}
          disabled={!isOpen || page >= count}
          onClick={() => pages?.showPage(page + 1)}
        />
        <PageField page={page} isOpen={isOpen} onShow={(wanted) => pages?.showPage(wanted)} />
        <span className="viewer-count">{t('of {0}', count)}</span>
      </span>
      <span className="viewer-group">
        <IconButton icon="zoom-out" title={t('Zoom Out (-)')} disabled={!isOpen} onClick={() => pages?.zoomBy(-1)} />
        <select
          aria-label={t('Zoom')}
          title={t('Zoom')}
          disabled={!isOpen}
          value={chosen}
          onChange={({ target }) => pages?.zoomTo(target.value)}
        >
          {Object.entries(fits).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          {choices.map((factor) => (
            <option key={factor} value={String(factor)}>
              {`${Math.round(factor * 100)} %`}
            </option>
          ))}
        </select>
        <IconButton icon="zoom-in" title={t('Zoom In (+)')} disabled={!isOpen} onClick={() => pages?.zoomBy(1)} />
      </span>
      <span className="viewer-group viewer-end">
        <IconButton
          icon="search"
          title={t('Find ({0})', /Mac/.test(navigator.userAgent) ? '⌘F' : 'Ctrl+F')}
          disabled={!isOpen}
          onClick={onSearch}
        />
        <IconButton icon="file-text" title={t('Show as Text')} disabled={!isOpen} onClick={onText} />
        <IconButton icon="link-external" title={t('Open in Default Viewer')} onClick={onDefault} />
        <IconButton icon="keyboard" title={t('Keys (?)')} label={t('Show keys')} onClick={onKeys} />
      </span>
    </div>
  );
}

/** The number of the page in view, which can be typed. */
function PageField({ page, isOpen, onShow }: { readonly page: number; readonly isOpen: boolean; readonly onShow: (page: number) => void }) {
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  return (
    <input
      className="viewer-page"
      type="text"
      inputMode="numeric"
      aria-label={t('Page')}
      disabled={!isOpen}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onFocus={({ target }) => target.select()}
      onBlur={() => setTyped(String(page))}
      onKeyDown={({ key }) => {
        if (key === 'Enter' && /^\d+$/.test(typed.trim())) onShow(Number(typed));
      }}
    />
  );
}
