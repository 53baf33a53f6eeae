/** Checks the citations of texts against the documents that they cite. */
import { RecentValues } from '../base/recentValues.ts';
import { checkCitations, type CitationCheck, citationsIn, type CitedSource, quotedPaths } from '../citations/checkCitations.ts';
import type { Verdict } from '../citations/claimSupport.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { CitedDocuments, type CitedDocumentsOptions } from './citedDocuments.ts';
import { writtenTexts } from './writtenTexts.ts';

/** Of claims with their sources. */
const keptVerdicts = 10_000;

export class DocumentChecks {
  readonly #sources: CitedDocuments;
  readonly #verdicts = new RecentValues<string, Verdict>(keptVerdicts);

  constructor(options: CitedDocumentsOptions) {
    this.#sources = new CitedDocuments(options);
  }

  /**
   * In text order; offsets are of `text`. What is cited and cannot be read is a finding.
   * @param document path of the file
   * @throws AriadneError `table-broken`, `table-too-new` for the record of a table; AbortError
   */
  async check(
    document: string,
    text: string,
    { signal, withClaims = true }: { readonly signal: AbortSignal; readonly withClaims?: boolean },
  ): Promise<readonly CitationCheck[]> {
    const texts = writtenTexts(document, text);
    const paths = [...new Set(texts.flatMap((one) => citationsIn(one.text, one.syntax).map(({ path }) => path)))];
    const quoted = new Set(texts.flatMap((one) => quotedPaths(one.text, one.syntax, one.quotes)));
    const sourceFor = async (path: string): Promise<CitedSource> =>
      path === '' ? { text } : this.#sources.of(path, document, quoted.has(path), signal);
    const known = new Map(await Promise.all(paths.map(async (path) => [path, await sourceFor(path)] as const)));
    signal.throwIfAborted();
    return texts.flatMap(({ text: written, syntax, offsetOf, quotes }) =>
      checkCitations(written, {
        ...{ syntax, withClaims, language: assumedLanguage, verdicts: this.#verdicts },
        sourceOf: (path) => known.get(path) ?? { problem: 'the document is gone' },
        ...(quotes && { known: quotes }),
      }).map((check) => inDocument(check, offsetOf)),
    );
  }

  close(): Promise<void> {
    return this.#sources.close();
  }
}

function inDocument(check: CitationCheck, offsetOf: (offset: number) => number): CitationCheck {
  const placed = ({ start, end }: CitationCheck['range']): CitationCheck['range'] => ({ start: offsetOf(start), end: offsetOf(end) });
  return { ...check, range: placed(check.range), ...(check.claim && { claim: placed(check.claim) }) };
}
