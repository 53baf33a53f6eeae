/**
 * Keeps the keyboard's place on the page. The browser gives the focus to the body, where a screen reader begins at the top, when the
 * focused element goes, and when VS Code shows the panel again. Then it goes back to the element, or to the nearest home around its place:
 * an element with `data-home`, of which one with `data-home="main"` comes first.
 */

import type { Host } from './host.ts';

interface Place {
  readonly element: HTMLElement;
  /** The ancestors of the element when it had the focus, the nearest first. */
  readonly around: readonly HTMLElement[];
}

/** Returns what ends it. */
export function keepFocus(root: HTMLElement): () => void {
  let last: Place = { element: root, around: [root] };
  /** A click beside everything takes the focus away on purpose, for example to select text. */
  let isDropped = false;
  let frame = 0;
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    last = { element: target, around: ancestorsOf(target) };
    isDropped = false;
  };
  const drop = (): void => void (isDropped = true);
  const restore = (): void => {
    if (isDropped || document.activeElement !== document.body || !document.hasFocus()) return;
    (canHaveFocus(last.element) ? last.element : homeOf(last))?.focus({ preventScroll: true });
  };
  // What moves the focus itself when something goes, does so before the next frame.
  const soon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  };
  const changes = new MutationObserver(soon);
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', drop, true);
  window.addEventListener('focus', soon);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    root.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', drop, true);
    window.removeEventListener('focus', soon);
  };
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && element.tabIndex >= 0 && !element.hasAttribute('disabled');
}

function homeOf({ around }: Place): HTMLElement | undefined {
  for (const place of around) {
    if (!place.isConnected) continue;
    const home = place.querySelector<HTMLElement>('[data-home="main"]') ?? place.querySelector<HTMLElement>('[data-home]');
    if (home) return home;
    if (place.dataset['home'] !== undefined) return place;
  }
  return undefined;
}

/** Tells the host whether keys go to the page, now and from now on. */
export function tellFocus({ post }: Pick<Host, 'post'>): void {
  const tell = (): void => post({ kind: 'focus', hasFocus: document.hasFocus() });
  window.addEventListener('focus', tell);
  window.addEventListener('blur', tell);
  tell();
}
