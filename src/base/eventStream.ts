/** Server-sent events, in which servers stream their replies (HTML Living Standard, 9.2). */

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * The `data` of each event, in order; other fields have no meaning here. What follows the last blank line is an event too, because servers
 * leave that line out.
 */
export async function* eventData(pieces: Pieces): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of linesOf(pieces)) {
    if (line !== '') data.push(...(fieldOf(line) ?? []));
    else if (data.length > 0) {
      yield data.join('\n');
      data = [];
    }
  }
  if (data.length > 0) yield data.join('\n');
}

/** The event with this data, which has no line breaks. */
export function eventOf(data: string): Uint8Array {
  return Buffer.from(`data: ${data}\n\n`);
}

export function isEventStream(headers: Headers): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

function fieldOf(line: string): readonly [string] | undefined {
  const [, value] = /^data(?:: ?(.*))?$/s.exec(line) ?? [];
  return value === undefined && line !== 'data' ? undefined : [value ?? ''];
}

/** Lines without their ends. A line may come in many pieces, so the pieces are joined only at its end. */
async function* linesOf(pieces: Pieces): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let wasReturn = false;
  for await (const piece of pieces) {
    let text = decoder.decode(piece, { stream: true });
    if (text === '') continue;
    // The line feed of an end that came in two pieces.
    if (wasReturn && text.startsWith('\n')) text = text.slice(1);
    wasReturn = text.endsWith('\r');
    const [first = '', ...rest] = text.split(/\r\n|\n|\r/);
    parts.push(first);
    for (const next of rest) {
      yield parts.join('');
      parts = [next];
    }
  }
  yield parts.join('') + decoder.decode();
}
