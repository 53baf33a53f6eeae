/** A process that asks the models of https://cdn.test as the command line does: one streamed reply, one vector. */
import { silentLogger } from '../../src/base/logger.ts';
import { fetchFrom } from '../../src/cli/network.ts';
import { OpenAIChatModel } from '../../src/models/chat/openaiChatModel.ts';
import { endpointEmbedder } from '../../src/models/endpoint/endpointEmbedder.ts';

const baseUrl = 'https://cdn.test/v1';
const options = {
  model: 'tiny',
  baseUrl,
  fetch: fetchFrom(baseUrl, 'the test', 'sk-test-0123456789', { headers: { 'x-team': 'a' } }),
  maxRetries: 0,
};
try {
  const parts: string[] = [];
  const messages = [{ role: 'user', content: 'Who?' }] as const;
  const request = { role: 'read', messages, temperature: 0, maxTokens: 9, sample: 0, attempt: 0 };
  await new OpenAIChatModel(options).complete(request, { onText: (part) => parts.push(part) });
  const { dimension } = (await endpointEmbedder({ ...options, logger: silentLogger }))(options.fetch);
  process.stdout.write(JSON.stringify({ parts, dimension }));
} catch (error) {
  process.stderr.write(error instanceof Error && 'code' in error ? `${String(error.code)}: ${error.message}` : String(error));
  process.exitCode = 1;
}
