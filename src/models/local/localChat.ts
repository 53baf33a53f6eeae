/** A chat model in a folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatModel } from '../models.ts';
import { type LoadOptions, type LocalModel, readModelFiles, specOf } from './modelFiles.ts';
import type { ModelProcess } from './modelProcess.ts';

/**
 * What is streamed: the parts given to `onText` are together the text of the reply, without broken characters, and with a
 * schema of an object from its first brace on. None comes after an abort, which ends the call at once. The same request gives the same
 * parts.
 */
export async function localChat(process: ModelProcess, model: LocalModel, load: LoadOptions): Promise<ChatModel> {
  const files = readModelFiles({ ...model, isDecoder: true });
  const spec = specOf(model.name, files, true);
  // transformers.js reads it from tokenizer_config.json only.
  const templateFile = join(files.folder, 'chat_template.jinja');
  const template = existsSync(templateFile) ? { template: readFileSync(templateFile, 'utf8') } : {};
  const call = { task: 'generate', ...template } as const;
  const probe = { ...call, messages: [{ role: 'user', content: 'a' }], maxTokens: 1, temperature: 0, seed: 0, isObject: false } as const;
  await process.request(spec, probe, load);
  return {
    id: `${model.name}#${files.dtype}/${files.fingerprint}`,
    gives: { schema: false, n: false, logprobs: true },
    async complete(request, options = {}) {
      const { messages, maxTokens, temperature, topP, schema, sample, attempt } = request;
      const generated = await process.request(
        spec,
        {
          ...call,
          messages: messages.map(({ role, content }) => ({ role, content })),
          maxTokens,
          temperature,
          ...(topP !== undefined && { topP }),
          ...(request.logprobs && { logprobs: true }),
          ...(request.logprobs && request.alternatives !== undefined && { alternatives: request.alternatives }),
          // Samples differ, and are the same when a run is executed again.
          seed: (request.seed ?? 0) + 7919 * sample + 104_729 * attempt,
          // The library cannot hold a reply to a schema. That it is one object, from its first brace to its last, can be had without.
          isObject: schema?.schema['type'] === 'object',
        },
        options,
      );
      const { logprobs, ...reply } = generated;
      return { ...reply, estimated: false, ...(request.logprobs && { logprobs }) };
    },
  };
}
