import { t } from '@vscode/l10n';
import type { NodeCostView } from '../costView.ts';

export function CostTable({ cost: { sums, lines } }: { readonly cost: NodeCostView }) {
  return (
    <div className="cost">
      <dl className="sums row">
        {sums.map(({ name, value }) => (
          <div key={name}>
            <dt className="quiet small">{name}</dt>
            <dd className="number">{value}</dd>
          </div>
        ))}
      </dl>
      {lines.length === 0 ? null : (
        <table className="small">
          <caption className="visually-hidden">{t('Costs of this card')}</caption>
          <tbody>
            {lines.map(({ key, what, about, detail, time }) => (
              <tr key={key}>
                <th scope="row" title={about}>
                  {what}
                </th>
                <td>{detail}</td>
                <td className="number">{time}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
