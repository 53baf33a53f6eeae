import { Fragment, type ReactNode } from 'react';

/** A translated sentence with elements at its placeholders, `{0}` for the first. */
export function rich(sentence: string, ...parts: readonly ReactNode[]): ReactNode {
  return sentence.split(/\{(\d+)\}/).map((piece, i) => <Fragment key={i}>{i % 2 === 0 ? piece : parts[Number(piece)]}</Fragment>);
}
