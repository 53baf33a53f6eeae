/** A list of passages that a sentence could cite, which follows what is typed. */
import { t } from '@vscode/l10n';
import { ThemeIcon, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { isAbort } from '../../base/abort.ts';
import { messageOf } from '../../base/errors.ts';
import { placeWords } from '../../protocol/placeWords.ts';
import type { FoundSource } from '../../protocol/sources.ts';
import type { SourceOpener } from '../citing/openSource.ts';
import { pickText } from '../messageText.ts';
import type { Uses } from '../parts.ts';

interface Row extends QuickPickItem {
  readonly source?: FoundSource;
}

export interface ChosenSource {
  readonly source: FoundSource;
  /** Whether its words are to be inserted, too. */
  readonly withQuote: boolean;
}

interface PickerOptions {
  readonly title: string;
  /** What is searched first. */
  readonly text: string;
  /** The document that is to cite, relative to the folder. */
  readonly path?: string;
  /** What is cited now: its neighbors come first. */
  readonly near?: { readonly path: string; readonly startLine: number };
}

const shownSources = 20;
const longestQuery = 4_000;
/** While one types. */
const delayMs = 250;

const openButton: QuickInputButton = { iconPath: new ThemeIcon('go-to-file'), tooltip: t('Open the Passage to the Side') };
const quoteButton: QuickInputButton = { iconPath: new ThemeIcon('quote'), tooltip: t('Cite with Its Words') };

/** @returns undefined when the user left */
export function pickSource(
  app: Uses<'engine' | 'settings'> & SourceOpener,
  { title, text, path, near }: PickerOptions,
): Promise<ChosenSource | undefined> {
  const pick = window.createQuickPick<Row>();
  Object.assign(pick, { title, placeholder: t('Words to search for'), value: text.slice(0, longestQuery), ignoreFocusOut: true });
  let controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const search = async (): Promise<void> => {
    controller.abort();
    const { signal } = (controller = new AbortController());
    const words = pick.value.trim().slice(0, longestQuery);
    pick.busy = words !== '';
    if (words === '') return;
    try {
      const { models } = app.settings();
      const { sources } = await app.engine.request('findSources', { text: words, path, near, k: shownSources, models }, { signal });
      if (signal.aborted) return;
      pick.items = sources.length > 0 ? sources.map(rowOf) : [{ label: t('No passage is about this'), alwaysShow: true }];
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      pick.items = [{ label: pickText(messageOf(error)), alwaysShow: true, iconPath: new ThemeIcon('error') }];
    }
    pick.busy = false;
  };
  return new Promise((resolve) => {
    const choose = (source: FoundSource | undefined, withQuote: boolean): void => {
      if (!source) return;
      resolve({ source, withQuote });
      pick.hide();
    };
    pick.onDidChangeValue(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void search(), delayMs);
    });
    pick.onDidAccept(() => choose(pick.activeItems[0]?.source, false));
    pick.onDidTriggerItemButton(({ button, item: { source } }) => {
      if (button === quoteButton) choose(source, true);
      else if (source) void app.openCitation({ ...source, linesHash: '', beside: true });
    });
    pick.onDidHide(() => {
      controller.abort();
      clearTimeout(timer);
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
    void search();
  });
}

function rowOf(source: FoundSource): Row {
  const { title, quote, via } = source;
  const facts = [placeWords(source), ...(via === 'neighbor' ? [t('related to what is cited now')] : [])];
  return {
    label: pickText(title),
    description: pickText(facts.join(' · ')),
    detail: pickText(quote),
    // The words that are searched for need not be in a row.
    alwaysShow: true,
    buttons: [quoteButton, openButton],
    source,
  };
}
