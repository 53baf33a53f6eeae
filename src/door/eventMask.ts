/** Hides an API key in a reply that is streamed, also where it comes in parts, one event each. */
import { eventData, eventOf } from '../base/eventStream.ts';
import { isObject } from '../base/isObject.ts';
import { jsonOf } from '../base/jsonOf.ts';
import type { KeyMask } from './keyMask.ts';

export async function* maskedEvents(mask: KeyMask, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  /** For each text, its end that may be the beginning of the key. The next event of the text shows it, or one at the end. */
  const rests = new Map<string, { readonly index: unknown; readonly name: string; readonly rest: string }>();
  const ending = (): Uint8Array[] => {
    const open = [...rests.values()].filter(({ rest }) => rest !== '');
    rests.clear();
    return open.map(({ index, name, rest }) => eventOf(mask.text(JSON.stringify({ choices: [{ index, delta: { [name]: rest } }] }))));
  };
  for await (const data of eventData(pieces)) {
    const event = jsonOf(data);
    // The end of the stream is no JSON.
    if (event === undefined) yield* ending();
    let isChanged = false;
    for (const { index, name, holder, key, value } of textsIn(event)) {
      const text = JSON.stringify([index, name]);
      const { shown, rest } = mask.begin(`${rests.get(text)?.rest ?? ''}${value}`);
      rests.set(text, { index, name, rest });
      holder[key] = shown;
      isChanged ||= shown !== value;
    }
    yield eventOf(mask.text(isChanged ? JSON.stringify(event) : data.replaceAll('\n', ' ')));
  }
  yield* ending();
}

/** A piece of a text that continues in later events. */
interface TextPiece {
  /** The choice that it belongs to, and what it is there. */
  readonly index: unknown;
  readonly name: 'content' | 'refusal';
  readonly holder: Record<string, unknown>;
  readonly key: string;
  readonly value: string;
}

/** What is read and stored of a streamed reply. All other values are in one event. */
function textsIn(event: unknown): readonly TextPiece[] {
  const choices = isObject(event) && Array.isArray(event['choices']) ? event['choices'] : [];
  return choices.flatMap((choice: unknown, place) => {
    if (!isObject(choice) || !isObject(choice['delta'])) return [];
    const { delta, index = place } = choice;
    const parts = Array.isArray(delta['content']) ? delta['content'].filter(isObject) : [];
    return [
      ...(['content', 'refusal'] as const).map((name) => ({ index, name, holder: delta, key: name })),
      ...parts.map((holder) => ({ index, name: 'content' as const, holder, key: 'text' })),
    ].flatMap((piece) => {
      const value = piece.holder[piece.key];
      return typeof value === 'string' ? [{ ...piece, value }] : [];
    });
  });
}
