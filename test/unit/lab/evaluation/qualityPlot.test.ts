import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { qualityPlot } from '../../../../lab/evaluation/qualityPlot.ts';

const names = { title: 'A < B & "C"', cost: 'tokens', quality: 'F1, %' };

/** Texts of the picture, which must be well-formed XML without a number that is none. */
function textsOf(svg: string): readonly string[] {
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(error));
  parser.on('text', (text) => texts.push(text));
  parser.write(svg).close();
  assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
  return texts;
}

test('any systems make a picture that says what they are called', () => {
  const hundredths = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max: 100 * max }).map((value) => value / 100);
  const name = fc.string({ maxLength: 12, unit: fc.constantFrom('a', '<', '&', '"', '-') });
  const system = fc.record({ name, cost: hundredths(1e6), quality: hundredths(100), margin: hundredths(50) });
  fc.assert(
    fc.property(fc.array(system, { minLength: 1, maxLength: 20 }), (systems) => {
      const texts = textsOf(qualityPlot(systems, names));
      for (const { name: said } of systems) assert.ok(said === '' || texts.includes(said), said);
      assert.ok(texts.includes(names.title) && texts.some((text) => text.startsWith(names.cost)));
    }),
    { numRuns: 60 },
  );
});

test('the dashed line goes through those that nothing cheaper equals', () => {
  const system = (name: string, cost: number, quality: number) => ({ name, cost, quality, margin: 0 });
  const svg = qualityPlot([system('dear and bad', 30, 10), system('cheap', 10, 20), system('good', 30, 40)], names);
  assert.equal(/points="([^"]*)"/.exec(svg)?.[1]?.split(' ').length, 2);
  assert.doesNotMatch(qualityPlot([system('one', 1, 1)], names), /polyline/);
  const percent = textsOf(qualityPlot([system('all', 7, 100), system('some', 9, 20)], names));
  assert.ok(percent.includes('100') && !percent.includes('120'), 'no answers are better than right');
});

test('costs that differ by more than twenty times are drawn on a logarithmic axis', () => {
  const at = (cost: number) => ({ name: 'x', cost, quality: 50, margin: 5 });
  assert.ok(textsOf(qualityPlot([at(10), at(1000)], names)).includes('tokens (logarithmic)'));
  assert.ok(textsOf(qualityPlot([at(0), at(1000)], names)).includes('tokens'));
});
