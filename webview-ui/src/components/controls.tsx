/** What is drawn in many places. */
import type { ComponentProps } from 'react';

/** @param name of a codicon, with its modifiers */
export function Icon({ name }: { readonly name: string }) {
  return <span className={`codicon codicon-${name}`} aria-hidden />;
}

/** A button that looks like a link. */
export function LinkButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" className={className === '' ? 'link' : `link ${className}`} {...props} />;
}
