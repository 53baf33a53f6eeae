/**
 * The client that shows a tool's result with the page, as the page sees it: MCP Apps, revision 2026-01-26, JSON-RPC by `postMessage`. The
 * official library needs those of a whole client and server; the page sends three requests.
 */
import * as z from 'zod';
import { plainMessage } from '../../src/base/plainText.ts';
import { agentTools } from '../../src/protocol/agentTools.ts';
import { trace, type Trace } from '../../src/protocol/trace.ts';
import { t } from '@vscode/l10n';

/** Of the build; see scripts/runApp.ts. */
declare const ariadneVersion: string;

const hostContext = z.looseObject({
  theme: z.enum(['light', 'dark']).optional(),
  styles: z.looseObject({ variables: z.record(z.string(), z.string().optional()).optional() }).optional(),
});
const initialized = z.looseObject({
  hostCapabilities: z.looseObject({ openLinks: z.looseObject({}).optional(), serverResources: z.looseObject({}).optional() }),
  hostContext: hostContext.default({}),
});
const toolInput = z.looseObject({ arguments: z.looseObject({ question: z.string().optional() }).optional() });
const toolResult = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })).default([]),
  structuredContent: z.unknown().optional(),
});
const failed = z.looseObject({ error: z.looseObject({ message: z.string() }) });
const read = z.looseObject({ contents: z.array(z.looseObject({ text: z.string().optional() })) });
const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

const asked = agentTools.ariadne_ask.output;
/** The result of the tool, which people can read without the run. */
export type Asked = Readonly<z.infer<typeof asked>>;

/** What there is to show. */
export type AppView =
  | { readonly kind: 'waiting'; readonly question?: string }
  | { readonly kind: 'run'; readonly trace: Trace }
  /** Without the run; `why` in a sentence. */
  | { readonly kind: 'answer'; readonly question?: string; readonly asked: Asked; readonly why: string }
  | { readonly kind: 'none'; readonly why: string };

export interface AppHost {
  /** Calls back at once and with every change. */
  readonly listen: (onShown: (shown: AppView) => void) => void;
  /** @returns whether the client has opened it */
  readonly openLink: (url: string) => Promise<boolean>;
  /** The height in pixels that the page wants. */
  readonly tellHeight: (height: number) => void;
}

type Waiting = (reply: z.infer<typeof message>) => void;

/** @param client the window around the page */
export function connectAppHost(client: Window): AppHost {
  const waiting = new Map<number, Waiting>();
  let shown: AppView = { kind: 'waiting' };
  let tell: (shown: AppView) => void = () => undefined;
  let lastId = 0;
  const show = (next: AppView): void => tell((shown = next));
  const send = (text: object): void => client.postMessage({ jsonrpc: '2.0', ...text }, '*');
  const notify = (method: string, params: object = {}): void => send({ method, params });
  const request = <T>(method: string, params: object, reply: z.ZodType<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, ({ result, error }) => {
        const parsed = reply.safeParse(result);
        if (parsed.success) resolve(parsed.data);
        else reject(new Error(error?.message ?? t('The client answers {0} in a way that is unknown here.', method)));
      });
      send({ id, method, params });
    });
  const connection = request(
    'ui/initialize',
    { protocolVersion: '2026-01-26', appInfo: { name: 'ariadne', version: ariadneVersion }, appCapabilities: {} },
    initialized,
  );

  const onResult = async (params: unknown): Promise<void> => {
    const { isError, content, structuredContent } = toolResult.parse(params);
    const text = content[0]?.text ?? '';
    if (isError) return show({ kind: 'none', why: messageIn(text) });
    const { data: result } = asked.safeParse(structuredContent ?? jsonOf(text));
    if (!result)
      return show({
        kind: 'none',
        why: t('The client has passed a result on that this page cannot read. The answer is in the conversation.'),
      });
    const question = shown.kind === 'waiting' ? shown.question : undefined;
    const withoutRun = (why: string): void =>
      show(plainMessage({ kind: 'answer', asked: result, why, ...(question === undefined ? {} : { question }) }));
    try {
      const { hostCapabilities } = await connection;
      if (!hostCapabilities.serverResources) return withoutRun(t('This client does not let the page read the steps of the answer.'));
      const { contents } = await request('resources/read', { uri: `ariadne://runs/${result.run}/trace` }, read);
      show({ kind: 'run', trace: plainMessage(trace.parse(jsonOf(contents[0]?.text ?? ''))) });
    } catch (error) {
      withoutRun(t('The steps of the answer could not be read: {0}', error instanceof Error ? error.message : String(error)));
    }
  };

  const onMessage = ({ id, method, params, ...reply }: z.infer<typeof message>): void => {
    if (method === undefined) {
      if (typeof id !== 'number') return;
      waiting.get(id)?.(reply);
      waiting.delete(id);
    } else if (id !== undefined) {
      const isKnown = method === 'ping' || method === 'ui/resource-teardown';
      send(isKnown ? { id, result: {} } : { id, error: { code: -32601, message: `The page does not answer ${method}.` } });
    } else if (method === 'ui/notifications/tool-input') {
      const question = toolInput.safeParse(params).data?.arguments?.question;
      if (shown.kind === 'waiting' && question !== undefined) show(plainMessage({ kind: 'waiting', question }));
    } else if (method === 'ui/notifications/tool-result') void onResult(params);
    else if (method === 'ui/notifications/tool-cancelled') show({ kind: 'none', why: t('The question was stopped.') });
    else if (method === 'ui/notifications/host-context-changed') applyContext(params);
  };
  window.addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
    if (source !== client) return;
    const parsed = message.safeParse(data);
    if (parsed.success) onMessage(parsed.data);
  });
  connection.then(
    (reply) => {
      applyContext(reply.hostContext);
      notify('ui/notifications/initialized');
    },
    (error: Error) => show({ kind: 'none', why: error.message }),
  );
  return {
    listen: (onShown) => (tell = onShown)(shown),
    async openLink(url) {
      try {
        const { hostCapabilities } = await connection;
        if (!hostCapabilities.openLinks) return false;
        const { isError } = await request('ui/open-link', { url }, z.looseObject({ isError: z.boolean().optional() }));
        return isError !== true;
      } catch {
        // The page then says where the place is.
        return false;
      }
    },
    tellHeight: (height) => notify('ui/notifications/size-changed', { height }),
  };
}

/** Takes over the colors and fonts of the client; styles/app.css says for what. */
function applyContext(params: unknown): void {
  const { theme, styles } = hostContext.safeParse(params).data ?? {};
  const { style } = document.documentElement;
  if (theme) style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (value !== undefined && name.startsWith('--')) style.setProperty(name, value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageIn(text: string): string {
  return failed.safeParse(jsonOf(text)).data?.error.message ?? text;
}
