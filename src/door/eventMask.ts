/**
 * Hides an API key in a reply that is streamed, also where it comes in parts, one event each. So an event waits until some of the text that
 * follows is known: four or five words.
 */
import { eventData, eventOf } from '../base/eventStream.ts';
import { invariant } from '../base/errors.ts';
import { isObject } from '../base/isObject.ts';
import { jsonOf } from '../base/jsonOf.ts';
import { hiddenKey, type KeyMask, lettersIn, longestPart } from './keyMask.ts';

export async function* maskedEvents(mask: KeyMask, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const texts = new JoinedTexts(mask);
  const waiting: WaitingEvent[] = [];
  for await (const data of eventData(pieces)) {
    const event = jsonOf(data);
    waiting.push({ data, event, slots: slotsIn(event).map((slot) => ({ ...slot, piece: texts.add(slot.text, slot.value) })) });
    while (waiting[0]?.slots.every(({ piece }) => piece.isSettled)) yield send(waiting, mask);
  }
  while (waiting.length > 0) yield send(waiting, mask);
}

interface WaitingEvent {
  readonly data: string;
  readonly event: unknown;
  readonly slots: readonly (Slot & { readonly piece: Piece })[];
}

function send(waiting: WaitingEvent[], mask: KeyMask): Uint8Array {
  const first = waiting.shift();
  invariant(first, 'no event waits');
  let isChanged = false;
  for (const { holder, name, value, piece } of first.slots) {
    holder[name] = piece.leave();
    isChanged ||= holder[name] !== value;
  }
  // All other values are in one event.
  return eventOf(mask.text(isChanged ? JSON.stringify(first.event) : first.data.replaceAll('\n', ' ')));
}

/** A piece of a text that continues in later events. */
interface Slot {
  /** The same for all pieces of a text. */
  readonly text: string;
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly value: string;
}

/** What is read and stored of a streamed reply. */
function slotsIn(event: unknown): readonly Slot[] {
  const choices = isObject(event) && Array.isArray(event['choices']) ? event['choices'] : [];
  return choices.flatMap((choice: unknown, place) => {
    if (!isObject(choice) || !isObject(choice['delta'])) return [];
    const { delta, index = place } = choice;
    const parts = Array.isArray(delta['content']) ? delta['content'].filter(isObject).map((one) => [one, 'text'] as const) : [];
    return [[delta, 'content'] as const, ...parts, [delta, 'refusal'] as const].flatMap(([holder, name]) => {
      const value = holder[name];
      return typeof value === 'string' ? [{ text: JSON.stringify([index, name]), holder, name, value }] : [];
    });
  });
}

interface Piece {
  /** Whether what follows can no longer show that it is part of a key. */
  readonly isSettled: boolean;
  /** The piece without what is part of a key. Pieces leave in the order in which they were added. */
  leave(): string;
}

class JoinedTexts {
  readonly #mask: KeyMask;
  readonly #texts = new Map<string, JoinedText>();

  constructor(mask: KeyMask) {
    this.#mask = mask;
  }

  add(text: string, value: string): Piece {
    const known = this.#texts.get(text) ?? new JoinedText(this.#mask);
    this.#texts.set(text, known);
    return known.add(value);
  }
}

/** More white space between two letters of a key than any server writes. A piece counts at least as one. */
const mostBytesAhead = 512;

interface Held {
  readonly bytes: Buffer;
  readonly letters: number;
  hasLeft: boolean;
}

/** The end of a text: the pieces that wait, and before them as much as a part of the key that reaches into them can have. */
class JoinedText {
  readonly #mask: KeyMask;
  readonly #held: Held[] = [];

  constructor(mask: KeyMask) {
    this.#mask = mask;
  }

  add(value: string): Piece {
    const bytes = Buffer.from(value);
    const piece: Held = { bytes, letters: lettersIn(bytes), hasLeft: false };
    this.#held.push(piece);
    const isSettled = (): boolean => this.#isSettled(piece);
    return {
      get isSettled() {
        return isSettled();
      },
      leave: () => this.#leave(piece, value),
    };
  }

  #isSettled(piece: Held): boolean {
    const after = this.#held.slice(this.#held.indexOf(piece) + 1);
    return sum(after, 'letters') >= longestPart || sum(after, 'bytes') >= mostBytesAhead;
  }

  #leave(piece: Held, value: string): string {
    const at = this.#held.indexOf(piece);
    const start = this.#held.slice(0, at).reduce((total, { bytes }) => total + bytes.length, 0);
    const end = start + piece.bytes.length;
    const found = this.#mask
      .rangesIn(Buffer.concat(this.#held.map(({ bytes }) => bytes)))
      .filter((range) => range.start < end && range.end > start);
    piece.hasLeft = true;
    this.#forget();
    if (found.length === 0) return value;
    let shown = '';
    let from = 0;
    for (const range of found) {
      shown += piece.bytes.toString('utf8', from, Math.max(from, range.start - start));
      // The piece in which the key begins says that it is hidden.
      if (range.start >= start) shown += hiddenKey;
      from = Math.min(piece.bytes.length, range.end - start);
    }
    return shown + piece.bytes.toString('utf8', from);
  }

  #forget(): void {
    const isFar = (): boolean => {
      const left = this.#held.slice(1).filter(({ hasLeft }) => hasLeft);
      return this.#held[0]?.hasLeft === true && (sum(left, 'letters') >= longestPart || sum(left, 'bytes') >= mostBytesAhead);
    };
    while (isFar()) this.#held.shift();
  }
}

function sum(pieces: readonly Held[], of: 'letters' | 'bytes'): number {
  return pieces.reduce((total, piece) => total + (of === 'letters' ? piece.letters : Math.max(1, piece.bytes.length)), 0);
}
