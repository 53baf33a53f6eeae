import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIdentifiers } from '../../../src/language/identifiers.ts';

test('DOIs and arXiv ids are found with what names them, without what ends their sentence', () => {
  const found = (text: string): readonly string[] =>
    findIdentifiers(text).map(({ id, start, end }) => (text.slice(start, end) === id ? id : `${id} in ${text.slice(start, end)}`));
  const cases: readonly (readonly [text: string, ...ids: readonly string[]])[] = [
    ['See 10.1000/xyz-1, or (doi:10.1145/3397271.3401075).', '10.1000/xyz-1', '10.1145/3397271.3401075 in doi:10.1145/3397271.3401075'],
    ['10.1016/S0140-6736(20)30183-5)', '10.1016/S0140-6736(20)30183-5'],
    ['https://dx.doi.org/10.1000/a?', '10.1000/a in https://dx.doi.org/10.1000/a'],
    ['https://dl.acm.org/doi/pdf/10.1145/3397271', '10.1145/3397271 in https://dl.acm.org/doi/pdf/10.1145/3397271'],
    ['arXiv:2005.11401v4 [cs.CL]', '2005.11401 in arXiv:2005.11401v4'],
    ['https://arxiv.org/pdf/hep-th/9901001v2.pdf', 'hep-th/9901001 in https://arxiv.org/pdf/hep-th/9901001v2.pdf'],
    ['https://doi.org/10.48550/arXiv.2005.11401.', '2005.11401 in https://doi.org/10.48550/arXiv.2005.11401'],
    ['2005.11401 of 3.10.1000/2 and 110.1000/2'],
  ];
  for (const [text, ...ids] of cases) assert.deepEqual(found(text), ids, text);
});
