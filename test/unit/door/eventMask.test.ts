import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eventData } from '../../../src/base/eventStream.ts';
import { HostDoor } from '../../../src/door/hostDoor.ts';
import { maskedEvents } from '../../../src/door/eventMask.ts';
import { hiddenKey, KeyMask } from '../../../src/door/keyMask.ts';

const key = 'sk-proj-Ab3dEf6hIj9/Lm2n+p5qRs8tUv1wXy4z';

const said = (content: unknown, index = 0): object => ({ id: 'chatcmpl-1', choices: [{ index, delta: { content } }] });

async function* piecesOf(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const streamOf = (events: readonly unknown[], end = '\n\n'): string => events.map((one) => `data: ${JSON.stringify(one)}${end}`).join('');

async function masked(stream: string, size?: number): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const data of eventData(maskedEvents(new KeyMask(key), piecesOf(stream, size))))
    events.push(data === '[DONE]' ? data : JSON.parse(data));
  return events;
}

const contentsOf = (events: readonly unknown[]): string[] =>
  events.map((event) => (event as { choices?: { delta: { content: string } }[] }).choices?.[0]?.delta.content ?? '');

test('a key that comes in parts, one event each, is hidden, and the rest of the text stays', async () => {
  for (const size of [1, 3, 4, 11, 12, 20]) {
    const text = `The key is ${key}, so it was refused.`;
    const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
    const shown = contentsOf(await masked(`${streamOf(parts.map((one) => said(one)))}data: [DONE]\n\n`)).join('');
    assert.equal(shown, `The key is ${hiddenKey}, so it was refused.`, `${size} characters each`);
  }
});

test('however a text with the key is cut into events, what is shown is what would be shown of the whole', async () => {
  const filler = fc.string({ unit: fc.constantFrom(...'ab 7/\n”é'), maxLength: 30 });
  const cuts = fc.array(fc.nat(200), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(filler, filler, cuts, async (before, after, at) => {
      const text = `${before}(${key})${after}`;
      const places = [0, ...at.map((place) => place % text.length).toSorted((a, b) => a - b), text.length];
      const parts = places.slice(1).map((place, i) => text.slice(places[i], place));
      assert.equal(contentsOf(await masked(streamOf(parts.map((one) => said(one))))).join(''), new KeyMask(key).text(text));
    }),
  );
});

test('each choice is a text, and so is a refusal; parts in a list belong to it', async () => {
  const [start, end] = [key.slice(0, 10), key.slice(10)];
  const events = [
    said(start, 0),
    said('Paris', 1),
    said([{ type: 'text', text: end }], 0),
    said(' is it.', 1),
    { choices: [{ delta: { refusal: start } }] },
  ];
  const shown = JSON.stringify(await masked(streamOf([...events, { choices: [{ delta: { refusal: end } }] }])));
  assert.ok(!shown.includes(end) && shown.includes('s is it.'), shown);
});

test('events without the key stay as they are, in their order, with other ends of lines too', async () => {
  const events = [
    { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
    said('Ada '),
    said('Lovelace'),
    { choices: [], usage: { prompt_tokens: 3 } },
  ];
  for (const end of ['\n\n', '\r\n\r\n', '\r\r']) assert.deepEqual(await masked(streamOf(events, end)), events);
});

test('a text is held back only where it may be the beginning of the key, and no longer than to its end', async () => {
  const texts = ['There are desk', 'tops', key.slice(0, 5)];
  const events = await masked(`${streamOf(texts.map((one) => said(one)))}data: [DONE]\n\n`);
  assert.deepEqual(contentsOf(events), ['There are de', 'sktop', 's', key.slice(0, 5), '']);
});

test('the key in another value of one event is hidden, also in an event that is no JSON', async () => {
  const shown = await masked(streamOf([{ error: { message: `Incorrect key ${key}` } }]));
  assert.deepEqual(shown, [{ error: { message: `Incorrect key ${hiddenKey}` } }]);
  const raw: string[] = [];
  for await (const piece of maskedEvents(new KeyMask(key), piecesOf(`data: {"broken ${key}\n\n`))) raw.push(Buffer.from(piece).toString());
  assert.equal(raw.join(''), `data: {"broken ${hiddenKey}\n\n`);
});

test('the door masks a streamed reply across its events, and sends on what came before the server has ended', async () => {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of ['The documents say that ', 'it was ', key.slice(0, 9), key.slice(9), ', or so.'])
        controller.enqueue(Buffer.from(streamOf([said(part)])));
      end = () => controller.close();
    },
  });
  const fetch = (): Promise<Response> =>
    Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }));
  const door = new HostDoor({ fetch, refusal: () => undefined, getKey: () => Promise.resolve(key) });
  const reply = await door.fetch({ id: '1', url: 'http://127.0.0.1/v1/chat', method: 'POST', headers: {}, body: '{}', purpose: 'chat' });
  const shown: string[] = [];
  for await (const piece of reply.body) {
    shown.push(Buffer.from(piece).toString());
    if (shown.length === 1) end();
  }
  assert.match(shown[0] ?? '', /The documents say that/);
  assert.equal(
    contentsOf(shown.map((one): unknown => JSON.parse(one.slice(6)))).join(''),
    `The documents say that it was ${hiddenKey}, or so.`,
  );
});
