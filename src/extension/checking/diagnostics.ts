import { Diagnostic, DiagnosticSeverity, Range, Uri, languages, type Disposable, type TextDocument } from 'vscode';
import { findingOf, type Checked, type Finding, type FindingCode } from '../../citations/findings.ts';

const severities = {
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

/** More squiggles than anyone reads slow the editor down. */
const mostShown = 500;

const docs = 'https://github.com/ariadne-research/ariadne/blob/main/docs/citations.md';

/** Made once: a draft has many problems of a kind. */
const targets = new Map<FindingCode, Uri>();

function targetOf(code: FindingCode): Uri {
  const target = targets.get(code) ?? Uri.parse(`${docs}#${code}`);
  targets.set(code, target);
  return target;
}

/** Findings among VS Code's problems. */
export class Problems implements Disposable {
  readonly #collection = languages.createDiagnosticCollection('ariadne');

  show(document: TextDocument, citations: readonly Checked[]): void {
    const found = citations.flatMap((citation) => {
      const finding = findingOf(citation);
      return finding ? [{ ...finding, range: rangeIn(document, citation.range) }] : [];
    });
    this.#collection.set(document.uri, found.slice(0, mostShown).map(diagnosticOf));
  }

  hide({ uri }: Pick<TextDocument, 'uri'>): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

function diagnosticOf({ code, severity, message, range }: Finding & { readonly range: Range }): Diagnostic {
  const diagnostic = new Diagnostic(range, message, severities[severity]);
  return Object.assign(diagnostic, { source: 'Ariadne', code: { value: code, target: targetOf(code) } });
}

export function rangeIn(document: TextDocument, { start, end }: Checked['range']): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}
