/** What `ariadne check` says of the citations of a text. */
import { LineTable } from '../../src/base/lines.ts';
import { checkCitations, type CitationCheck, type CitedSource } from '../../src/citations/checkCitations.ts';
import { markdownSyntax } from '../../src/citations/syntaxes/markdown.ts';
import type { CitationSyntax } from '../../src/citations/syntaxes/syntax.ts';
import { assumedLanguage } from '../../src/language/assumed.ts';
import { reportedStateOf, type ReportedState } from '../../src/protocol/documentCheck.ts';

interface Finding extends Pick<CitationCheck, 'reason' | 'cited'> {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly state: ReportedState;
}

export function findingsIn(
  text: string,
  sourceOf: (path: string) => CitedSource,
  syntax: CitationSyntax = markdownSyntax,
): readonly Finding[] {
  const lines = new LineTable(text);
  return checkCitations(text, { sourceOf, syntax, language: assumedLanguage }).map((check) => {
    const line = lines.lineAt(check.range.start);
    const { reason, cited } = check;
    return { line: line + 1, column: check.range.start - lines.startOf(line) + 1, state: reportedStateOf(check), reason, cited };
  });
}
