import type { MeterView } from '../costView.ts';

export function Meter({ meter: { items, sent }, onLedger }: { readonly meter: MeterView; readonly onLedger: () => void }) {
  return (
    <footer className="meter" aria-label="Cost of the answer">
      {items.map(({ words, about }) => (
        <span key={about} title={about}>
          {words}
        </span>
      ))}
      <span className="spacer" />
      <button type="button" className={sent.isNothing ? 'sent nothing' : 'sent'} title={sent.about} onClick={onLedger}>
        <span className={`codicon ${sent.isNothing ? 'codicon-shield' : 'codicon-cloud-upload'}`} aria-hidden /> {sent.words}
      </button>
    </footer>
  );
}
