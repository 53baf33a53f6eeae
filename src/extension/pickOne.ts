import { Disposable, QuickInputButtons, window, type QuickPickItem } from 'vscode';

export interface PickOptions<T> {
  readonly title: string;
  readonly placeHolder: string;
  /** Shows a button that goes back. */
  readonly hasBack?: boolean;
  /** Whether this item is selected at first. Default: the first one. */
  readonly isActive?: (item: T) => boolean;
}

/**
 * A list that is shown at once and filled when its items are known.
 * @returns undefined when the user left, `back` after the button
 * @throws the error of the items
 */
export function pickOne<T extends QuickPickItem>(items: Promise<readonly T[]>, options: PickOptions<T>): Promise<T | 'back' | undefined> {
  const { title, placeHolder, hasBack = false, isActive } = options;
  const list = window.createQuickPick<T>();
  Object.assign(list, { title, placeholder: placeHolder, matchOnDescription: true, matchOnDetail: true, busy: true });
  list.buttons = hasBack ? [QuickInputButtons.Back] : [];
  const { promise, resolve, reject } = Promise.withResolvers<T | 'back' | undefined>();
  const listening = Disposable.from(
    list,
    list.onDidAccept(() => {
      const [chosen] = list.selectedItems;
      if (chosen) resolve(chosen);
    }),
    list.onDidTriggerButton(() => resolve('back')),
    list.onDidHide(() => resolve(undefined)),
  );
  list.show();
  items.then((known) => {
    list.items = known;
    const active = isActive && known.find(isActive);
    if (active) list.activeItems = [active];
    list.busy = false;
  }, reject);
  return promise.finally(() => void listening.dispose());
}
