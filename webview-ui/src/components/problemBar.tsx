import { t } from '@vscode/l10n';
import type { Problem } from '../session.ts';
import { Icon, IconButton, LinkButton } from './controls.tsx';

interface ProblemBarProps {
  readonly problem: Problem;
  readonly onWay: (n: number) => void;
  readonly onDismiss: () => void;
}

/** Why a request failed, and what can be done. */
export function ProblemBar({ problem: { message, ways }, onWay, onDismiss }: ProblemBarProps) {
  return (
    <div className="problem" role="alert">
      <Icon name="error" />
      <span className="grow" dir="auto">
        {message}
      </span>
      {ways.map((label, n) => (
        <LinkButton key={label} onClick={() => onWay(n)}>
          {label}
        </LinkButton>
      ))}
      <IconButton icon="close" title={t('Dismiss')} onClick={onDismiss} />
    </div>
  );
}
