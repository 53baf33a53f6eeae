import { t } from '@vscode/l10n';
import type { Choice } from '../changes.ts';
import { useGestures } from './gestures.ts';
import { IconButton } from './controls.tsx';

interface EvidenceToolsProps {
  readonly node: string;
  readonly passageId: string;
  readonly title: string;
}

/** Buttons to pin and ban a passage. Those of a pinned or banned passage stay visible. */
export function EvidenceTools({ node, passageId, title }: EvidenceToolsProps) {
  const { areOpen, choiceOf, make } = useGestures();
  if (!areOpen) return null;
  const choice = choiceOf(passageId, node)?.kind;
  const [isPinned, isBanned] = [choice === 'pinned', choice === 'banned'];
  return (
    <span className={isPinned || isBanned ? 'evidence-tools chosen' : 'evidence-tools'}>
      <IconButton
        icon={isPinned ? 'pinned' : 'pin'}
        title={isPinned ? t('Unpin (p)') : t('Pin: put this passage first for this question (p)')}
        label={t('Pin {0}', title)}
        aria-pressed={isPinned}
        onClick={() => make({ kind: 'pin', node, passageId })}
      />
      <IconButton
        icon="circle-slash"
        title={isBanned ? t('Allow again (b)') : t('Ban: never use this passage (b)')}
        label={t('Ban {0}', title)}
        aria-pressed={isBanned}
        onClick={() => make({ kind: 'ban', passageId })}
      />
    </span>
  );
}

/** The user's choice, in words. */
export function ChoiceTag({ choice }: { readonly choice: Choice | undefined }) {
  if (choice === undefined) return null;
  return <span className={`tag choice ${choice.kind}`}>{choiceWords(choice)}</span>;
}

export function choiceWords({ kind, isNew }: Choice): string {
  if (kind === 'taken-back') return t('choice undone');
  return isNew ? t('to be {0}', kind) : t('{0} by you', kind);
}
