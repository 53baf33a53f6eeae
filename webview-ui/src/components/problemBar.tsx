import type { Problem } from '../session.ts';

interface ProblemBarProps {
  readonly problem: Problem;
  readonly onWay: (n: number) => void;
  readonly onDismiss: () => void;
}

/** Why a request failed, and what can be done. */
export function ProblemBar({ problem: { message, ways }, onWay, onDismiss }: ProblemBarProps) {
  return (
    <div className="problem" role="alert">
      <span className="codicon codicon-error" aria-hidden />
      <span className="problem-text" dir="auto">
        {message}
      </span>
      {ways.map((label, n) => (
        <button key={label} type="button" className="link" onClick={() => onWay(n)}>
          {label}
        </button>
      ))}
      <button type="button" className="icon-button" aria-label="Dismiss" title="Dismiss" onClick={onDismiss}>
        <span className="codicon codicon-close" aria-hidden />
      </button>
    </div>
  );
}
