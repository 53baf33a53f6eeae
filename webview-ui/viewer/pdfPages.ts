/** The pages of a PDF as pdf.js draws them, and the marks on them. What is around them hears of every change. */
import { t } from '@vscode/l10n';
import type { PdfPlace, ToPdfPage } from '../../src/protocol/pdfView.ts';
import type { PdfHost } from './host.ts';
import { HostTransport, startWorker } from './hostTransport.ts';
import { drawMarks } from './marks.ts';
import { findPlace, firstPage, PageTexts, type FoundPlace } from './pageTexts.ts';
import { selectSentence, type SelectedSentence } from './selectSentence.ts';
import { AnnotationMode, EventBus, FindState, PasswordResponses } from './pdfjs.ts';
import {
  getDocument,
  OPS,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from './pdfjs.ts';

type Opened = Extract<ToPdfPage, { readonly kind: 'open' }>;

export interface OutlineEntry {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly OutlineEntry[];
}

export interface PagesState {
  readonly phase: 'opening' | 'open' | 'password' | 'wrong-password' | 'failed';
  /** Why it cannot be shown. */
  readonly problem?: string;
  readonly pages: number;
  /** 1-based. */
  readonly page: number;
  /** A factor, and what pdf.js calls it: `page-width`, or the factor. */
  readonly scale: number;
  readonly zoom: string;
  readonly outline: readonly OutlineEntry[];
  /** What became of the words that were to be marked. */
  readonly marked?:
    | { readonly kind: 'looking' }
    /** `hasChanged`: they were marked before the file was loaded again. */
    | { readonly kind: 'nowhere'; readonly hasChanged: boolean }
    | { readonly kind: 'marked'; readonly page: number; readonly words: string }
    | { readonly kind: 'unread'; readonly problem: string };
  /** Whether the page in view is an image without text. */
  readonly isScan: boolean;
  /** Whether the file was deleted since it was opened. */
  readonly isGone: boolean;
  readonly found?: { readonly current: number; readonly total: number; readonly isSearching: boolean };
}

export interface Search {
  readonly query: string;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
}

/** What is next to each other is asked for at once. The nodes of a long document's pages are far apart. */
const rangeChunkBytes = 64 * 1024;
const leastScale = 0.1;
const mostScale = 10;
const zoomStep = 1.1;

export class PdfPages {
  readonly #host: PdfHost;
  readonly #container: HTMLDivElement;
  readonly #onChange: (state: PagesState) => void;
  readonly #bus = new EventBus();
  readonly #links = new PDFLinkService({ eventBus: this.#bus });
  readonly #viewer: PDFViewer;
  #state: PagesState = { phase: 'opening', pages: 0, page: 1, scale: 1, zoom: 'auto', outline: [], isScan: false, isGone: false };
  #task: PDFDocumentLoadingTask | undefined;
  #document: PDFDocumentProxy | undefined;
  #transport: HostTransport | undefined;
  #texts: PageTexts | undefined;
  #submitPassword: ((password: string) => void) | undefined;
  #place: PdfPlace | undefined;
  /** What is marked, or was to be, until its marks are removed: when the file is loaded again, so are they. */
  #marked: PdfPlace | undefined;
  #sentence: SelectedSentence | undefined;
  #marks: FoundPlace = new Map();
  #looking = new AbortController();
  /** The page whose marks are to be brought into view once they are drawn. */
  #revealed: number | undefined;
  #worker: Promise<void> | undefined;

  /** @param container positioned absolutely, with an element in which the pages go */
  constructor(container: HTMLDivElement, host: PdfHost, onChange: (state: PagesState) => void) {
    [this.#container, this.#host, this.#onChange] = [container, host, onChange];
    const findController = new PDFFindController({ linkService: this.#links, eventBus: this.#bus });
    this.#viewer = new PDFViewer({
      ...{ container, eventBus: this.#bus, linkService: this.#links, findController, l10n: silentL10n },
      // Links work; forms and scripts do not.
      annotationMode: AnnotationMode.ENABLE,
      enableAutoLinking: false,
      enableSelectionRendering: false,
    });
    this.#links.setViewer(this.#viewer);
    this.#listen();
    new ResizeObserver(() => this.#fit()).observe(container);
  }

  receive(message: ToPdfPage): void {
    if (message.kind === 'open') void this.#open(message);
    else if (message.kind === 'bytes') this.#transport?.onDataRange(message.begin, message.bytes);
    else if (message.kind === 'go') this.go(message.place);
    else if (message.kind === 'gone') this.#set({ isGone: true });
    else this.#set({ phase: 'failed', problem: message.message });
  }

  /** Shows a place, and marks its words where the page has them. */
  go(place: PdfPlace): void {
    this.#place = place;
    if (this.#state.phase === 'open') void this.#mark(place);
  }

  showPage(page: number): void {
    if (page >= 1 && page <= this.#state.pages) this.#viewer.currentPageNumber = page;
  }

  /** @param zoom a factor, or `page-width`, `page-fit`, `auto` */
  zoomTo(zoom: string): void {
    this.#viewer.currentScaleValue = zoom;
  }

  /** @param steps positive to make it larger */
  zoomBy(steps: number): void {
    const scale = this.#state.scale * zoomStep ** steps;
    this.zoomTo(String(Math.min(mostScale, Math.max(leastScale, Math.round(scale * 100) / 100))));
  }

  search({ query, isCaseSensitive, isWholeWord }: Search, again?: 'next' | 'previous'): void {
    const command = { query, caseSensitive: isCaseSensitive, entireWord: isWholeWord, highlightAll: true, matchDiacritics: false };
    this.#bus.dispatch('find', { source: this, type: again ? 'again' : '', ...command, findPrevious: again === 'previous' });
  }

  endSearch(): void {
    this.#bus.dispatch('findbarclose', { source: this });
    this.#set({ found: undefined });
  }

  follow({ dest }: OutlineEntry): void {
    if (dest) void this.#links.goToDestination(dest as unknown[]);
  }

  submitPassword(password: string): void {
    this.#submitPassword?.(password);
  }

  clearMarks(): void {
    this.#marked = undefined;
    this.#looking.abort();
    this.#marks = new Map();
    for (const marks of this.#container.querySelectorAll('.marks')) marks.remove();
    this.#set({ marked: undefined });
  }

  /** @param step to the next sentence, or to the one before */
  async selectSentence(step: 1 | -1): Promise<void> {
    const texts = this.#texts;
    const { page, pages, phase } = this.#state;
    if (!texts || phase !== 'open') return;
    const container = this.#container;
    const drawn = (one: number): Promise<HTMLElement> => this.#drawn(one);
    this.#sentence = await selectSentence({ texts, page, pages, container, drawn }, this.#sentence, step);
    if (this.#sentence) this.#reveal(this.#sentence.range.getBoundingClientRect(), 'if-hidden');
  }

  /** The first lines of the page in view, as people see them. */
  async linesInView(): Promise<{ readonly lines: string[]; readonly share: number }> {
    const items = (await this.#texts?.of(this.#state.page)) ?? [];
    const lines = items.map(({ str }) => str.trim()).filter((line) => line.length > 20);
    return { lines: lines.slice(0, 20), share: (this.#state.page - 1) / Math.max(1, this.#state.pages) };
  }

  async #open({ sizeBytes, assets, place }: Opened): Promise<void> {
    // The same file again, because it has changed, stays where it is, with its marks.
    this.#place = place;
    await this.#close();
    const transport = (this.#transport = new HostTransport(sizeBytes, this.#host));
    try {
      await (this.#worker ??= startWorker(assets.worker));
      const task = (this.#task = getDocument({
        range: transport,
        rangeChunkSize: rangeChunkBytes,
        disableAutoFetch: true,
        disableStream: true,
        cMapUrl: assets.cMaps,
        standardFontDataUrl: assets.fonts,
        wasmUrl: assets.wasm,
        // The worker's blob has no right to fetch.
        useWorkerFetch: false,
        enableXfa: false,
        verbosity: 0,
      }));
      task.onPassword = (submit: (password: string) => void, reason: number) => {
        this.#submitPassword = submit;
        this.#set({ phase: reason === PasswordResponses.INCORRECT_PASSWORD ? 'wrong-password' : 'password' });
      };
      const pdf = await task.promise;
      if (this.#task !== task) return;
      this.#document = pdf;
      this.#texts = new PageTexts(pdf);
      // Until it begins: to lay out thousands of pages takes as long as to make them.
      this.#viewer.viewer?.toggleAttribute('hidden', true);
      this.#viewer.setDocument(pdf);
      this.#links.setDocument(pdf);
      this.#set({ outline: (await pdf.getOutline()) ?? [] });
    } catch (error) {
      if (this.#transport !== transport) return;
      this.#set({
        phase: 'failed',
        problem: t('This file cannot be shown as a PDF: {0}', messageOf(error)),
      });
    }
  }

  async #close(): Promise<void> {
    const task = this.#task;
    [this.#task, this.#document, this.#texts] = [undefined, undefined, undefined];
    this.#looking.abort();
    this.#marks = new Map();
    this.#set({ phase: 'opening', problem: undefined, marked: undefined, found: undefined, isScan: false, isGone: false });
    if (!task) return;
    this.#viewer.setDocument(null);
    this.#links.setDocument(null);
    await task.destroy();
  }

  #listen(): void {
    const bus = this.#bus;
    bus.on('pagesinit', () => void this.#begin());
    bus.on('pagechanging', ({ pageNumber }: { readonly pageNumber: number }) => {
      this.#set({ page: pageNumber, isScan: false });
      void this.#lookForScan(pageNumber);
    });
    bus.on('scalechanging', ({ scale, presetValue }: { readonly scale: number; readonly presetValue?: string }) =>
      this.#set({ scale, zoom: presetValue ?? String(scale) }),
    );
    bus.on('updateviewarea', ({ location }: { readonly location?: { pageNumber: number; top: number; left: number } }) => {
      if (!location || this.#state.phase !== 'open') return;
      const { pageNumber: page, top, left } = location;
      this.#host.arrange({ page, top, left, zoom: this.#state.zoom });
    });
    bus.on('textlayerrendered', ({ pageNumber }: { readonly pageNumber: number }) => void this.#draw(pageNumber));
    const counted = ({
      matchesCount,
      state,
    }: {
      readonly matchesCount: { current: number; total: number };
      readonly state?: number;
    }): void => this.#set({ found: { ...matchesCount, isSearching: state === FindState.PENDING } });
    bus.on('updatefindmatchescount', counted);
    bus.on('updatefindcontrolstate', counted);
  }

  /** The pages have their sizes: from here on places can be shown. Each step is a task, since each is long where pages are many. */
  async #begin(): Promise<void> {
    const pdf = this.#document;
    const { zoom, page, top, left } = this.#host.arrangement;
    const pages = this.#viewer.pagesCount;
    await nextTask();
    if (pdf !== this.#document) return;
    for (const div of this.#container.querySelectorAll<HTMLElement>('.page'))
      div.ariaLabel = t('Page {0}', div.dataset['pageNumber'] ?? '');
    this.#set({ pages });
    this.#viewer.viewer?.toggleAttribute('hidden', false);
    // First, so that no other page is drawn.
    this.showPage(this.#place ? firstPage(this.#place, pages) : page);
    await nextTask();
    if (pdf !== this.#document) return;
    this.#set({ phase: 'open' });
    this.zoomTo(zoom);
    if (this.#place) return void this.#mark(this.#place);
    const destArray = [null, { name: 'XYZ' }, left ?? null, top ?? null, null];
    if (page <= pages) this.#viewer.scrollPageIntoView({ pageNumber: page, destArray: destArray as never });
    void this.#lookForScan(page);
    if (this.#marked) void this.#mark(this.#marked, 'again');
  }

  /** What fits the room does so again when that changes. */
  #fit(): void {
    const { phase, zoom } = this.#state;
    if (phase === 'open' && Number.isNaN(Number(zoom))) this.zoomTo(zoom);
  }

  /** @param when `again`: in a file that has changed, which stays where it is */
  async #mark(place: PdfPlace, when: 'first' | 'again' = 'first'): Promise<void> {
    const texts = this.#texts;
    const { pages } = this.#state;
    const isFirst = when === 'first';
    if (!texts) return;
    this.clearMarks();
    if (isFirst) this.showPage(firstPage(place, pages));
    const { words = '' } = place;
    if (words.trim() === '') return;
    this.#marked = place;
    const { signal } = (this.#looking = new AbortController());
    this.#set({ marked: { kind: 'looking' } });
    try {
      const found = await findPlace(texts, place, pages, signal);
      const [page] = found?.keys() ?? [];
      if (!found || page === undefined) return this.#set({ marked: { kind: 'nowhere', hasChanged: !isFirst } });
      this.#marks = found;
      this.#marked = { ...place, page };
      this.#set({ marked: { kind: 'marked', page, words } });
      if (isFirst) this.#revealed = page;
      if (isFirst && page !== this.#state.page) this.showPage(page);
      for (const one of found.keys()) void this.#draw(one);
    } catch (error) {
      if (!signal.aborted) this.#set({ marked: { kind: 'unread', problem: messageOf(error) } });
    }
  }

  /** Draws the marks of a page whose texts are drawn; otherwise they are once these are. */
  async #draw(page: number): Promise<void> {
    const stretches = this.#marks.get(page);
    const view = this.#viewer.getPageView(page - 1) as { readonly div: HTMLElement } | undefined;
    if (!stretches || !view || !this.#texts) return;
    const texts = (await this.#texts.of(page)).map(({ str }) => str);
    const [mark] = drawMarks(view.div, texts, stretches);
    if (!mark || this.#revealed !== page) return;
    this.#revealed = undefined;
    this.#reveal(mark.getBoundingClientRect(), 'always');
  }

  /** The element of a page, once its texts are drawn. */
  async #drawn(page: number): Promise<HTMLElement> {
    const { div } = this.#viewer.getPageView(page - 1) as { readonly div: HTMLElement };
    if (div.querySelector('.textLayer')?.firstElementChild) return div;
    this.showPage(page);
    return new Promise((resolve) => {
      const listen = ({ pageNumber }: { readonly pageNumber: number }): void => {
        if (pageNumber !== page) return;
        this.#bus.off('textlayerrendered', listen);
        resolve(div);
      };
      this.#bus.on('textlayerrendered', listen);
    });
  }

  #reveal({ top, bottom, left, right }: DOMRect, when: 'always' | 'if-hidden'): void {
    const container = this.#container;
    const around = container.getBoundingClientRect();
    const isHidden = top < around.top || bottom > around.bottom;
    // A third below the top, where eyes look first.
    if (when === 'always' || isHidden) container.scrollTop += top - around.top - container.clientHeight / 3;
    if (left < around.left || right > around.right) container.scrollLeft += left - around.left - container.clientWidth / 3;
  }

  async #lookForScan(page: number): Promise<void> {
    const pdf = this.#document;
    const items = (await this.#texts?.of(page)) ?? [];
    if (!pdf || items.reduce((sum, { str }) => sum + str.trim().length, 0) > mostScanChars) return;
    const { fnArray } = await (await pdf.getPage(page)).getOperatorList();
    const isScan = fnArray.some((operator) => operator === OPS.paintImageXObject || operator === OPS.paintImageMaskXObject);
    if (page === this.#state.page && pdf === this.#document) this.#set({ isScan });
  }

  #set(change: { readonly [K in keyof PagesState]?: PagesState[K] | undefined }): void {
    this.#state = { ...this.#state, ...change };
    this.#onChange(this.#state);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A page with fewer characters has no text. */
const mostScanChars = 30;

/** pdf.js would otherwise load texts for controls that are not here. */
const silentL10n = {
  getLanguage: () => 'en-us',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
  destroy: () => Promise.resolve(),
} as never;
