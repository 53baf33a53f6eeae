/** The session of the page, synchronized with the host and with the user's arrangement. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ToPanel } from '../../../src/protocol/panel.ts';
import { afterPaint } from '../afterPaint.ts';
import { drawPng } from '../drawPng.ts';
import type { Arranged, Host } from '../host.ts';
import { stored } from '../followUps.ts';
import { emptySession, readyMessage, receive, select, type Session } from '../session.ts';

/**
 * Synchronizes the session with the host, which was asked what to show before the page was drawn. Reports its state whenever the panel is
 * shown again.
 */
export function useSession(host: Host): { session: Session; setSession: (change: (now: Session) => Session) => void } {
  const [session, show] = useState<Session>(() =>
    host.arrived().reduce((before, message) => hear(host, before, message), firstSession(host)),
  );
  const current = useRef(session);
  const setSession = useCallback((change: (now: Session) => Session) => {
    current.current = change(current.current);
    show(current.current);
  }, []);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    const stop = host.listen((message) => {
      if (message.kind === 'draw') void drawPng(message.svg).then((base64) => host.post({ kind: 'drawn', base64 }));
      current.current = hear(host, current.current, message);
      // Messages that belong together arrive one by one and are drawn at once, in a task that does not also lay out the page.
      cancel ??= afterPaint(() => {
        cancel = undefined;
        flushSync(() => show(current.current));
      });
    });
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') host.post(readyMessage(current.current));
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      stop();
      cancel?.();
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [host, setSession]);
  return { session, setSession };
}

function firstSession(host: Host): Session {
  const { draft, collected = emptySession.collected, followUps = emptySession.followUps } = host.arranged();
  return { ...emptySession, draft, collected, followUps };
}

/** The session after a message. The run that was shown last keeps its selection. */
function hear(host: Host, session: Session, message: ToPanel): Session {
  const { session: next, reply } = receive(session, message);
  if (reply) host.post(reply);
  const { runId, selected } = host.arranged();
  const isSameRun = message.kind === 'show-run' && next.runId === runId && next.selected === undefined;
  return isSameRun && selected !== undefined ? select(next, selected) : next;
}

export function useArranged(
  host: Host,
  { runId, selected, draft, collected, followUps }: Session,
  seen: Pick<Arranged, 'view' | 'share'>,
): void {
  useEffect(() => {
    // Until the host has said which run to show, the arrangement of the last one is kept.
    const last: Arranged = runId === undefined ? host.arranged() : { runId, selected };
    host.arrange({ ...last, ...seen, draft, collected, followUps: stored(followUps) });
  }, [host, runId, selected, draft, collected, followUps, seen]);
}
