import { useEffect } from 'react';

/** Actions for keys anywhere on the page; those without `Alt+` not where text is typed. */
export type PageKeys = Readonly<Record<string, () => void>>;

export function usePageKeys(keys: PageKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || (!event.altKey && isTyping(event.target))) return;
      const act = keys[event.altKey ? `Alt+${event.key}` : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
