/** Options about requests to model servers. */
import { AriadneError } from '../base/errors.ts';
import { chatTimeoutFrom } from '../models/library/chatServers.ts';
import type { EngineHost } from '../engine/engine.ts';
import { eachOption, stringOption, takes, takesEach, type CommandOptions, type Given as CommandGiven } from './effects.ts';
import type { Network } from './network.ts';

type Given = Pick<CommandGiven, 'values'>;

export const serverOptions: CommandOptions = {
  timeout: takes('SECONDS', 'how long a model server may take for one request'),
  'first-token-timeout': takes('SECONDS', 'how long until a streamed reply begins'),
  'connect-timeout': takes('SECONDS', 'how long until there is a connection, usually 10'),
  header: takesEach('"NAME: VALUE"', 'a header of every request to the model server, never for a key'),
};

/**
 * Time limits of requests; absent where the default applies.
 * @throws AriadneError `usage`
 */
export function timesOf(context: Given): Pick<EngineHost, 'chatTimeoutMs' | 'firstTokenMs'> {
  const { ARIADNE_CHAT_TIMEOUT_MS: total, ARIADNE_FIRST_TOKEN_TIMEOUT_MS: first } = process.env;
  return {
    chatTimeoutMs: secondsOption(context, 'timeout') ?? chatTimeoutFrom(total),
    firstTokenMs: secondsOption(context, 'first-token-timeout') ?? chatTimeoutFrom(first),
  };
}

/** @throws AriadneError `usage` */
export function networkOf(context: Given): Network {
  const connectMs = secondsOption(context, 'connect-timeout') ?? chatTimeoutFrom(process.env['ARIADNE_CONNECT_TIMEOUT_MS']);
  return { headers: headersOf(context), connectMs };
}

/**
 * Headers for the server at OPENAI_BASE_URL, with names in lower case.
 * @throws AriadneError `usage`
 */
function headersOf(given: Given): Readonly<Record<string, string>> {
  return Object.fromEntries(
    eachOption(given, 'header').map((header) => {
      const [, name = '', value = ''] = /^([\w-]+):[ \t]*([\x20-\x7e]*)$/.exec(header) ?? [];
      // A value may be a secret, so it is not repeated.
      if (name === '') throw new AriadneError('usage', '--header takes "NAME: VALUE" in ASCII characters.');
      if (/^(?:(?:proxy-)?authorization|cookie|(?:x-)?api-key)$/i.test(name)) {
        throw new AriadneError('usage', `A key does not belong in --header ${name}, where other programs can see it. Set OPENAI_API_KEY.`);
      }
      return [name.toLowerCase(), value];
    }),
  );
}

/** In milliseconds. */
function secondsOption(given: Given, name: string): number | undefined {
  const value = stringOption(given, name);
  if (value === undefined) return undefined;
  const ms = chatTimeoutFrom(String(Number(value) * 1000));
  if (ms === undefined) throw new AriadneError('usage', `--${name} takes a number of seconds above 0, not "${value}".`);
  return ms;
}
