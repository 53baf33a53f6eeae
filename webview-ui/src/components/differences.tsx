import { t } from '@vscode/l10n';
import type { Pair, StepDifference } from '../compareView.ts';

/** Shows where two runs differ, step by step. */
export function Differences({ steps }: { readonly steps: readonly StepDifference[] }) {
  return (
    <div className="differences" role="region" aria-label={t('Steps that differ')}>
      <table>
        <thead>
          <tr className="quiet">
            <th scope="col">{t('Step')}</th>
            <th scope="col">{t('Question')}</th>
            <th scope="col">{t('Answer')}</th>
            <th scope="col">{t('Evidence')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ key, label, kind, question, answer, evidence }) => (
            <tr key={key}>
              <th scope="row">
                {label} {kind === 'changed' ? null : <span className="tag">{kind === 'only-now' ? 'new' : 'gone'}</span>}
              </th>
              <td>
                <Both pair={question} />
              </td>
              <td>
                <Both pair={answer} />
              </td>
              <td>{evidence === '' ? t('the same') : evidence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Both({ pair: { before, now } }: { readonly pair: Pair }) {
  if (before === undefined && now === undefined) return <>{t('the same')}</>;
  return (
    <>
      {before === undefined ? null : (
        <s className="quiet" dir="auto">
          <span className="visually-hidden">{t('before:')} </span>
          {before}
        </s>
      )}
      {before === undefined || now === undefined ? null : <span aria-hidden> → </span>}
      {now === undefined ? null : (
        <span dir="auto">
          <span className="visually-hidden">{t('now:')} </span>
          {now}
        </span>
      )}
    </>
  );
}
