/** Replies of a malicious or broken chat server. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { SimulatedRequestBody } from '../../lab/simulation/readRequest.ts';

interface Asked {
  /** The request's header, which contains the key. */
  readonly authorization: string;
  readonly body: SimulatedRequestBody;
  /** The texts of an honest server, one per requested completion. */
  readonly texts: readonly string[];
  /** Address of another server, which nothing may contact. */
  readonly elsewhere: string;
  readonly random: () => number;
}

export type Attack = (response: ServerResponse, asked: Asked) => void;

type Choice = Readonly<Record<string, unknown>>;

/** A valid completion, changed by `more` and by `choiceOf` for each text. */
function complete(
  response: ServerResponse,
  { texts, body }: Asked,
  more: Readonly<Record<string, unknown>> = {},
  choiceOf: (text: string, i: number) => Choice = asChoice,
): void {
  const usage = {
    prompt_tokens: Math.ceil(body.messages.map(({ content }) => content).join('').length / 4),
    completion_tokens: 20 * texts.length,
  };
  sendJson(response, JSON.stringify({ choices: texts.map(choiceOf), usage, ...more }));
}

function asChoice(text: string, index: number): Choice {
  return { index, message: { role: 'assistant', content: text }, finish_reason: 'stop' };
}

function sendJson(response: ServerResponse, json: string, status = 200, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json);
}

function refuse(response: ServerResponse, status: number, message: string, headers: Readonly<Record<string, string>> = {}): void {
  sendJson(response, JSON.stringify({ error: { message, type: 'hostile', code: null, param: null } }), status, headers);
}

function pick<T>(random: () => number, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

/** The ways in which servers and proxies repeat a secret. */
function writtenWays(secret: string): readonly [string, ...string[]] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    secret.replaceAll('/', '\\/'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    Buffer.from(`user:${secret}`).toString('base64'),
  ];
}

/** A model's text with an addition in each of its strings, so that the format stays valid. */
function within(text: string, more: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? `${value} ${more}` : value)));
  } catch (error) {
    if (error instanceof SyntaxError) return `${text} ${more}`;
    throw error;
  }
}

const endless = Buffer.alloc(64 * 1024, ' ');

function writeForEver(response: ServerResponse): void {
  const more = (): void => {
    while (response.write(endless));
  };
  response.on('drain', more);
  more();
}

const zeros = Buffer.alloc(40_000_000);
const bombs: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(zeros),
  deflate: deflateSync(zeros),
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Markdown that would run something, and characters that would do so in a terminal or reverse a line. */
const lures =
  '[Fix it](command:workbench.action.terminal.new) ![x](https://evil.test/x.png) <img src=x> $(rocket) `x` \u001b[31mred\u001b]0;title\u0007\u009b2J \u202egnp.exe\u2066';

const oddValues = [1e308, -1, 0.5, '', '__proto__', 'constructor', null, [], {}, [[]], ['x', null, 3], { a: { b: 1 } }, true] as const;
const absurdNumbers = ['1e308', '-1e308', '1e999', '-1', '-0', '0', '0.5', '9007199254740993', '"12"', 'null', '[]', '{}', 'NaN'] as const;
const oddContents = [
  null,
  '',
  [],
  {},
  7,
  true,
  [
    { type: 'text', text: '{"answer":' },
    { type: 'text', text: '"x"}' },
  ],
  [{ type: 'image' }],
  [['x']],
] as const;
const nested = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

const attackList = {
  'echoes the key in an error': (response, { authorization, random }) =>
    refuse(response, pick(random, [400, 401, 403, 404, 409, 429, 500, 503]), `Wrong header: ${pick(random, writtenWays(authorization))}`, {
      'www-authenticate': authorization,
      'retry-after-ms': '1',
    }),
  'echoes the key in a page': (response, { authorization, random }) => {
    response.writeHead(pick(random, [200, 400, 502]), { 'content-type': 'text/html' });
    response.end(`<html><pre>authorization: ${authorization}</pre></html>`);
  },
  'echoes the key in pieces': (response, { authorization }) => {
    const bytes = Buffer.from(JSON.stringify({ error: { message: `You sent "${authorization}".` } }));
    response.writeHead(400);
    for (let at = 0; at < bytes.length; at += 5) response.write(bytes.subarray(at, at + 5));
    response.end();
  },
  'echoes the key in its status': (response, { authorization }) => response.writeHead(418, authorization).end(authorization),
  'echoes the key in its answer': (response, asked) => {
    const texts = asked.texts.map((text) => within(text, pick(asked.random, writtenWays(asked.authorization))));
    complete(response, { ...asked, texts });
  },
  'echoes the key in odd fields': (response, asked) =>
    complete(response, asked, { id: asked.authorization, model: asked.authorization }, (text, index) => ({
      ...asChoice(text, index),
      finish_reason: asked.authorization,
      logprobs: { content: [{ token: asked.authorization, logprob: -1 }] },
    })),
  'redirects elsewhere': (response, { elsewhere, authorization, random }) => {
    const status = pick(random, [301, 302, 303, 307, 308]);
    response.writeHead(status, { location: `${elsewhere}/v1/chat/completions?key=${encodeURIComponent(authorization)}` }).end();
  },
  'redirects to itself': (response) => response.writeHead(307, { location: '/v1/chat/completions' }).end(),
  'does not end': (response) => writeForEver(response.writeHead(200)),
  'does not end its error': (response) => writeForEver(response.writeHead(500)),
  'is a bomb': (response, { random }) => {
    const encoding = pick(random, ['gzip', 'deflate', 'br']);
    response.writeHead(200, { 'content-encoding': encoding }).end(bombs[encoding]);
  },
  drips: (response) => {
    const drip = setInterval(() => response.write(' '), 20);
    response.writeHead(200).once('close', () => clearInterval(drip));
  },
  'breaks off': (response, asked) => {
    response.writeHead(200, { 'content-length': 10_000 }).write(`{"choices":["${asked.authorization}`, () => response.destroy());
  },
  'is no HTTP': ({ socket }, { authorization, random }) => {
    const lines = [
      'HTTP/1.1 999 Odd\r\n\r\n',
      'HTTP/1.1 200 OK\r\nx: \u0001\r\n\r\n',
      `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`,
      authorization,
    ] as const;
    socket?.end(pick(random, lines));
  },
  'sends something else': (response, { random, texts }) => {
    const bodies = [
      '',
      'null',
      '[]',
      '{}',
      '{"choices":[]}',
      '{"choices":{}}',
      'data: {}\n\n',
      '<?xml version="1.0"?>',
      '\ufeff{"choices":1}',
    ] as const;
    response.end(random() < 0.2 ? Buffer.from(texts.join(), 'utf16le') : pick(random, bodies));
  },
  'nests its reply': (response, { random }) =>
    sendJson(response, pick(random, [nested(60_000), `{"choices":[{"message":{"content":${nested(50_000)}}}]}`]), pick(random, [200, 400])),
  'nests its answer': (response, asked) =>
    complete(response, {
      ...asked,
      texts: asked.texts.map((text) => `${text.slice(0, -1)}, "more": ${nested(pick(asked.random, [10, 5_000, 60_000]))}}`),
    }),
  'gives absurd counts': (response, asked) => {
    const count = (): string => pick(asked.random, absurdNumbers);
    const choices = JSON.stringify(asked.texts.map(asChoice));
    sendJson(
      response,
      `{"choices":${choices},"usage":{"prompt_tokens":${count()},"completion_tokens":${count()},"total_tokens":${count()}}}`.replaceAll(
        'NaN',
        '"NaN"',
      ),
    );
  },
  'gives absurd probabilities': (response, asked) =>
    complete(response, asked, {}, (text, index) => ({
      ...asChoice(text, index),
      logprobs: { content: [1e308, -1e308, 0.5, null, -0].map((logprob) => ({ token: 'x', logprob, bytes: [1e9] })) },
    })),
  'gives odd contents': (response, asked) =>
    complete(response, asked, {}, (_, index) => ({
      ...asChoice('', index),
      message: { content: pick(asked.random, oddContents), refusal: pick(asked.random, [null, '', 'No.']) },
    })),
  'gives odd values': (response, asked) => {
    const odd = (value: unknown): unknown => (asked.random() < 0.4 ? pick(asked.random, oddValues) : value);
    const changed = (text: string): string =>
      text.startsWith('{') ? JSON.stringify(JSON.parse(text, (key, value: unknown) => (key === '' ? value : odd(value)))) : text;
    complete(response, { ...asked, texts: asked.texts.map(changed) });
  },
  'gives too many choices': (response, asked) =>
    complete(response, { ...asked, texts: Array.from({ length: pick(asked.random, [20, 200, 20_000]) }, () => asked.texts[0] ?? '') }),
  'writes for ever': (response, asked) =>
    complete(response, { ...asked, texts: asked.texts.map((text) => text + 'x'.repeat(pick(asked.random, [100_000, 700_000]))) }),
  'writes half characters': (response, asked) =>
    complete(response, { ...asked, texts: asked.texts.map((text) => within(text, '\ud83d \udc00 \u0000')) }),
  pollutes: (response, { texts }) => {
    const content = JSON.stringify(`{"__proto__":{"answer":"x"},"constructor":{"prototype":{}},${texts[0]?.slice(1) ?? '}'}`);
    sendJson(
      response,
      `{"__proto__":{"choices":[]},"choices":[{"__proto__":{"a":1},"message":{"__proto__":{"content":"y"},"content":${content}}}]}`,
    );
  },
  lures: (response, asked) => complete(response, { ...asked, texts: asked.texts.map((text) => within(text, lures)) }),
  'lures in an error': (response, { random }) => refuse(response, pick(random, [400, 403, 500]), lures, { 'retry-after-ms': '1' }),
  'invents quotes': (response, asked) => {
    const invent = (key: string, value: unknown): unknown =>
      key === 'quote' ? 'The moon is made of salt.' : key === 'citations' ? [99, 1, -1, 0.5, 2, 3] : value;
    const invented = (text: string): string => (text.startsWith('{') ? JSON.stringify(JSON.parse(text, invent)) : `${text} [1][2][99]`);
    complete(response, { ...asked, texts: asked.texts.map(invented) });
  },
  'asks to wait for years': (response) => refuse(response, 429, 'Later.', { 'retry-after': '1000000000' }),
} satisfies Readonly<Record<string, Attack>>;

/** No attack. */
export const honest: Attack = (response, asked) => complete(response, asked);

export type AttackName = keyof typeof attackList;
export const attacks: Readonly<Record<AttackName, Attack>> = attackList;
export const attackNames = Object.keys(attackList).filter((name): name is AttackName => name in attackList);
