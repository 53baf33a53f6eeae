import { t } from '@vscode/l10n';
import type { MeterView } from '../costView.ts';
import { Icon } from './controls.tsx';

export function Meter({ meter: { items, sent }, onLedger }: { readonly meter: MeterView; readonly onLedger: () => void }) {
  return (
    <footer className="meter row quiet small number" aria-label={t('Cost of the answer')}>
      {items.map(({ words, about }) => (
        <span key={about} title={about}>
          {words}
        </span>
      ))}
      <span className="spacer" />
      <button type="button" className={sent.isNothing ? 'sent nothing' : 'sent'} title={sent.about} onClick={onLedger}>
        <Icon name={sent.isNothing ? 'shield' : 'cloud-upload'} /> {sent.words}
      </button>
    </footer>
  );
}
