/** Requests to the editor's language models. They look like chat requests to a server, and the host serves them. */
import * as z from 'zod';

/** The base URL of these requests. No server has it: the host recognizes the scheme. */
export const editorModelsUrl = 'vscode-lm://models';

export function isForEditorModel(url: string): boolean {
  return url.startsWith(`${editorModelsUrl}/`);
}

export const editorChatRequest = z.object({
  /** `VENDOR/FAMILY`. */
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  temperature: z.number().optional(),
  max_tokens: z.number().optional(),
  /** Whether the reply is a stream of events. */
  stream: z.boolean().optional(),
});
export type EditorChatRequest = Readonly<z.infer<typeof editorChatRequest>>;
