/** Command line options that limit a run, or change the run it is based on. */
import { AriadneError } from '../base/errors.ts';
import type { RunBudget, RunEdits } from '../protocol/runOptions.ts';
import { answerForm, type AnswerForm } from '../protocol/writtenAnswer.ts';
import { stringOption, type CommandOptions } from './effects.ts';
import { type CommandContext } from './terminal.ts';

export const budgetOptions: CommandOptions = {
  'max-calls': { type: 'string' },
  'max-tokens': { type: 'string' },
  'max-retrievals': { type: 'string' },
  'max-seconds': { type: 'string' },
  'max-usd': { type: 'string' },
  price: { type: 'string' },
};
export const budgetUsage = '[--max-calls N] [--max-tokens N] [--max-retrievals N] [--max-seconds N] [--max-usd N --price IN,OUT]';

/** The form of the answer. */
export const formOptions: CommandOptions = { form: { type: 'string' }, strict: { type: 'boolean' } };
export const formUsage = '[--form short|explained|list|table|auto] [--strict]';

/** @throws AriadneError `usage` */
export function formOf(context: CommandContext): { readonly form?: AnswerForm; readonly strict?: boolean } {
  const value = stringOption(context, 'form');
  const form = answerForm.safeParse(value);
  if (value !== undefined && !form.success) {
    throw new AriadneError('usage', `--form takes ${answerForm.options.join(', ')}, not "${value}".`);
  }
  return { ...(form.success ? { form: form.data } : {}), ...(context.values['strict'] === true ? { strict: true } : {}) };
}

export const editOptions: CommandOptions = {
  edit: { type: 'string', multiple: true },
  pin: { type: 'string', multiple: true },
  ban: { type: 'string', multiple: true },
  rerun: { type: 'string', multiple: true },
};
export const editUsage = '[--edit NODE=TEXT]... [--pin [NODE:]PASSAGE]... [--ban PASSAGE]... [--rerun NODE]...';

/**
 * @returns undefined when there is no limit
 * @throws AriadneError `usage`
 */
export function budgetOf(context: CommandContext): RunBudget | undefined {
  const caps = {
    llmCalls: capOption(context, 'max-calls', true),
    tokens: capOption(context, 'max-tokens', true),
    retrievals: capOption(context, 'max-retrievals', true),
    seconds: capOption(context, 'max-seconds', false),
    usd: capOption(context, 'max-usd', false),
    prices: pricesOf(context),
  };
  const given = Object.entries(caps).filter(([, cap]) => cap !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** @throws AriadneError `usage` */
export function editsOf({ values }: CommandContext): RunEdits {
  const all = (name: string): readonly string[] => [values[name] ?? []].flat().map(String);
  const texts = all('edit').map((edit) => {
    const [, node, text] = /^([^=]+)=(.*\S.*)$/s.exec(edit) ?? [];
    if (node === undefined || text === undefined) throw new AriadneError('usage', `--edit takes NODE=TEXT, not "${edit}".`);
    return [node, text.trim()] as const;
  });
  const pinned = all('pin').map((pin) => {
    const colon = pin.lastIndexOf(':');
    return colon < 0 ? { passageId: pin } : { passageId: pin.slice(colon + 1), node: pin.slice(0, colon) };
  });
  const rerun = all('rerun');
  return { texts: Object.fromEntries(texts), pinned, banned: [...all('ban')], ...(rerun.length === 0 ? {} : { rerun: [...rerun] }) };
}

function capOption(context: CommandContext, name: string, isWhole: boolean): number | undefined {
  const value = stringOption(context, name);
  if (value === undefined) return undefined;
  const cap = value.trim() === '' ? NaN : Number(value);
  if (!Number.isFinite(cap) || cap < 0 || (isWhole && !Number.isInteger(cap))) {
    throw new AriadneError('usage', `--${name} takes a ${isWhole ? 'whole number' : 'number'} from 0, not "${value}".`);
  }
  return cap;
}

function pricesOf(context: CommandContext): RunBudget['prices'] {
  const value = stringOption(context, 'price');
  if (value === undefined) return undefined;
  const [, input, output] = /^(\d*\.?\d+),(\d*\.?\d+)$/.exec(value.replaceAll(' ', '')) ?? [];
  if (input === undefined || output === undefined) {
    throw new AriadneError(
      'usage',
      `--price takes two numbers, dollars per million tokens read and written, as in 2.5,10, not "${value}".`,
    );
  }
  return { inputPerMillion: Number(input), outputPerMillion: Number(output) };
}
