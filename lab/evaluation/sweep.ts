/** The values of a sweep: ranges and lists. */
import { AriadneError } from '../../src/base/errors.ts';
import { valueOf } from '../../src/base/valueOf.ts';

export interface Sweep {
  readonly name: string;
  /** In the order given. */
  readonly values: readonly (string | number | boolean)[];
}

/**
 * Reads `name=values`: see `parseValues`.
 * @throws AriadneError `usage`
 */
export function parseSweep(text: string): Sweep {
  const [, name, values] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || values === undefined)
    throw new AriadneError('usage', `--sweep takes name=values, as in k=1..5 or k=1,5,10, not "${text}".`);
  return { name: name.trim(), values: parseValues(name.trim(), values) };
}

/**
 * Reads values with commas between them. `1..5` is every whole number of the range, `0..1:0.25` every step of it; both ends are included.
 * @throws AriadneError `usage`
 */
export function parseValues(name: string, text: string): Sweep['values'] {
  const values = text.split(',').flatMap((part): Sweep['values'] => {
    const trimmed = part.trim();
    if (trimmed === '') throw new AriadneError('usage', `Sweep ${name}: there is an empty value in "${text}".`);
    const [, from, to, step] = /^(-?[\d.]*\d)\.\.(-?[\d.]*\d)(?::(.+))?$/.exec(trimmed) ?? [];
    return from === undefined || to === undefined ? [valueOf(trimmed)] : range(name, trimmed, Number(from), Number(to), step);
  });
  return [...new Set(values)];
}

const maxValues = 100;

function range(name: string, text: string, from: number, to: number, step: string | undefined): readonly number[] {
  const by = step === undefined ? 1 : Number(step);
  const refuse = (why: string): never => {
    throw new AriadneError('usage', `Sweep ${name}: ${why} in "${text}". Write a range as 1..5 or 0..1:0.25.`);
  };
  if (![from, to].every(Number.isFinite) || to < from) refuse('the range has no values');
  if (!Number.isFinite(by) || by <= 0) refuse(`the step is not a number above 0`);
  if (step === undefined && ![from, to].every(Number.isInteger)) refuse('fractions need a step');
  const count = Math.floor((to - from) / by + 1e-9) + 1;
  if (count > maxValues) refuse(`there are ${count} values, more than ${maxValues},`);
  // Without the digits that adding in binary leaves: 0.1 + 0.2.
  return Array.from({ length: count }, (_, i) => Number((from + i * by).toPrecision(12)));
}
