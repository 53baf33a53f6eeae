import { foldStretch, foldText, isLetter, plainCharacters } from './fold.ts';
import type { Fold, FoldedText } from './fold.ts';

/** Folds plain words; quotes and hyphens are none, since they make ligatures, and neither are the names of macros. */
export function foldLatex(latex: string): FoldedText {
  return foldText(latex, foldsIn);
}

function foldsIn(latex: string): readonly Fold[] {
  const folds: Fold[] = [];
  let isInName = false;
  for (let i = 0; i < latex.length;) {
    const code = latex.charCodeAt(i);
    if (isLetter(code) && !isInName) i = foldStretch(latex, i, isPlain, folds);
    else {
      isInName = code === BACKSLASH || (isInName && isLetter(code));
      i++;
    }
  }
  return folds;
}

const isPlain = plainCharacters(/[A-Za-z0-9.,;:()?!]/);
const BACKSLASH = 92;
