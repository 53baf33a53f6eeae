/** What is drawn in many places. */
import { createContext, useContext, type ComponentProps } from 'react';
import type { FromPanel } from '../../../src/protocol/panel.ts';

export type Post = (message: FromPanel) => void;

/** Sends a message to the extension, or to the client that shows the page. */
export const PostContext = createContext<Post>(() => undefined);

export function usePost(): Post {
  return useContext(PostContext);
}

/** @param name of a codicon, with its modifiers */
export function Icon({ name }: { readonly name: string }) {
  return <span className={`codicon codicon-${name}`} aria-hidden />;
}

/** A button that looks like a link. */
export function LinkButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={className === '' ? 'link' : `link ${className}`} {...props} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
  readonly icon: string;
  /** For screen readers. Default: the title. */
  readonly label?: string;
}

export function IconButton({ icon, title, label = title, className = 'icon-button', ...props }: IconButtonProps) {
  return (
    <button type="button" className={className} title={title} aria-label={label} {...props}>
      <Icon name={icon} />
    </button>
  );
}
