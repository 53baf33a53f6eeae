import type { LooseWords } from '../wordLists.ts';

const year = 31_557_600;

export const loose: LooseWords = {
  fractions: new Map([
    ...(['half', 'halves'] as const).map((word) => [word, 1 / 2] as const),
    ...'third quarter fifth sixth seventh eighth ninth tenth'
      .split(' ')
      .flatMap((word, i) => [word, `${word}s`].map((inflected) => [inflected, 1 / (word === 'quarter' ? 4 : i + 3)] as const)),
  ]),
  spans: new Map([
    ...(['decade', 'decades'] as const).map((word) => [word, 10 * year] as const),
    ...(['century', 'centuries'] as const).map((word) => [word, 100 * year] as const),
    ...(['fortnight', 'fortnights'] as const).map((word) => [word, 14 * 86_400] as const),
  ]),
  about: '(?:about|around|roughly|approximately|approx\\.?|circa|ca?\\.|some|nearly|almost|close to|an estimated|estimated at|~|≈)',
  below: '(?:less than|fewer than|under|below|up to|at most|no more than|not more than|within|nearly|almost|close to|just under|<|≤)',
  above: '(?:more than|over|above|at least|no less than|no fewer than|well over|just over|exceeding|>|≥)',
  before: '(?:before|prior to)',
  after: 'after',
  once: (
    'born birth died death killed baptized buried founded foundation established incorporated built erected constructed completed commissioned opened inaugurated ' +
    'designed cast invented discovered premiered published sank sunk wrecked abolished dissolved demolished launched patented assassinated flooded listed automated ' +
    'closed introduced created ratified signed crowned lit first'
  ).split(' '),
  made: (
    'designed built founded established constructed erected cast invented discovered written wrote directed composed painted drawn drew engineered sculpted ' +
    'authored patented assassinated killed'
  ).split(' '),
  placed:
    'born birth died death killed assassinated baptized buried founded established built erected constructed cast designed invented discovered wrecked sank sunk'.split(
      ' ',
    ),
  being: '(?:is|was|are|were) (?:an? )?',
  seasons: [['spring'], ['summer'], ['autumn', 'fall'], ['winter']],
};
