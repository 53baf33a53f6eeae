import * as z from 'zod';

export const parameters = z.object({
  method: z
    .enum(['verb', 'prob'])
    .optional()
    .describe(
      'How confidence is obtained: stated by the model (verb), or from the probabilities of its tokens (prob). When not set, prob where the chat model gives log-probabilities, else verb',
    ),
  alpha: z
    .number()
    .min(0)
    .max(1)
    .default(0.6)
    .describe(
      'Middle of the range of uncertain confidence (α). Published: gpt-4o-mini 0.6 by either method (FreshQA 0.8), gpt-3.5-turbo-1106 verb 0.9, prob 0.8; 0.5 serves untuned. An α of your own belongs to one method: name it with method',
    ),
  beta: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.1)
    .describe('Half the width of that range (β); published: 0.1. Like α it belongs to one method'),
  alphaVerb: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('α for verb, used instead where prob is unavailable; needed when alpha or beta were tuned for prob'),
  betaVerb: z.number().min(0).max(0.5).default(0.1).describe('β for verb, used together with alphaVerb'),
  tau: z.int().min(1).max(6).default(3).describe('Levels of questions (τ); with 1 nothing is split'),
  n: z.int().min(1).max(100).default(3).describe('Passages retrieved and read'),
  temperature: z.number().min(0).max(2).default(0.1).describe('Temperature of every model call'),
  topP: z.number().gt(0).max(1).default(0.1).describe('Top-p of every model call'),
  maxSubQuestions: z.int().min(2).max(20).default(8).describe('Sub-questions of one question at most'),
  dedupe: z.boolean().default(true).describe('Drop sub-questions that repeat an ancestor or a sibling'),
});
export type SelfDcParameters = z.output<typeof parameters>;
