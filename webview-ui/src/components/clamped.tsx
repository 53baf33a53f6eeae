import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { LinkButton } from './controls.tsx';

interface ClampedProps {
  readonly as: 'h2' | 'p';
  readonly className?: string;
  /** The number of lines shown of a longer text until the user expands it. */
  readonly lines: number;
  readonly children: ReactNode;
}

/** A text of any length that leaves room for what is below it. Set `key` to the text, so that another text is clamped again. */
export function Clamped({ as: Tag, className = '', lines, children }: ClampedProps) {
  const ref = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  useLayoutEffect(() => {
    const text = ref.current;
    if (!text || isWhole) return;
    const observer = new ResizeObserver(() => setIsCut(text.scrollHeight > text.clientHeight + 1));
    observer.observe(text);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <>
      <Tag ref={ref} className={`${className} clamped`} style={isWhole ? {} : { WebkitLineClamp: lines }}>
        {children}
      </Tag>
      {isCut ? (
        <LinkButton className="show-all small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Show less') : t('Show all')}
        </LinkButton>
      ) : null}
    </>
  );
}
