/** The gestures of cards and evidence, for the components that draw them. */
import { createContext, useContext } from 'react';
import type { Gesture } from '../../../src/protocol/panel.ts';
import type { Choice } from '../changes.ts';

export interface Gestures {
  /** False while the run is active, when nothing can be changed. */
  readonly areOpen: boolean;
  readonly editing: string | undefined;
  readonly canEdit: (node: string) => boolean;
  readonly canRerun: (node: string) => boolean;
  readonly isToRerun: (node: string) => boolean;
  readonly choiceOf: (passageId: string, node: string) => Choice | undefined;
  readonly make: (gesture: Gesture) => void;
  /** Accepts the edited text. */
  readonly confirm: (node: string, text: string) => void;
  readonly cancel: () => void;
}

const none: Gestures = {
  areOpen: false,
  editing: undefined,
  canEdit: () => false,
  canRerun: () => false,
  isToRerun: () => false,
  choiceOf: () => undefined,
  make: () => undefined,
  confirm: () => undefined,
  cancel: () => undefined,
};

export const GestureContext = createContext(none);

export function useGestures(): Gestures {
  return useContext(GestureContext);
}

/**
 * The value that VS Code's context menu depends on; see `menus` in the extension's contributions. VS Code's text entries stay if there is a
 * selection.
 */
export function menuContext(section: 'step' | 'evidence', facts: Readonly<Record<string, string | boolean>>): string {
  return JSON.stringify({ webviewSection: section, preventDefaultContextMenuItems: true, ...facts });
}
