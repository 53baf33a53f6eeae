import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fieldMatcher, itemsOfField } from '../../../src/search/scopeMatch.ts';
import { fieldKey, fieldTerm, parseScope, pathTerm, scopeOfQuestion, type ScopeTerm } from '../../../src/protocol/scopeSyntax.ts';
import { growthOf } from '../../support/growth.ts';

/** A term without its place. */
function meaning({ text: _, start: __, end: ___, isExcluded, ...rest }: ScopeTerm) {
  return isExcluded ? { ...rest, isExcluded } : rest;
}

function parsed(scope: string) {
  const { terms, problems } = parseScope(scope);
  assert.deepEqual(problems, []);
  return terms.map(meaning);
}

const year = (of: number): number => new Date(of, 0, 1).getTime();

test('terms for paths, types, dates and fields', () => {
  assert.deepEqual(parsed('in:contracts/ type:.PDF modified:>=2024-05 author:knuth -in:drafts'), [
    { kind: 'in', path: 'contracts', isAnchored: false, isFolder: true },
    { kind: 'type', type: 'pdf' },
    { kind: 'modified', period: { from: new Date(2024, 4, 1).getTime(), to: Infinity } },
    { kind: 'field', field: 'author', value: 'knuth', isComparison: false },
    { kind: 'in', path: 'drafts', isAnchored: false, isFolder: false, isExcluded: true },
  ]);
  assert.deepEqual(parsed('year:>2020 year:2018..2020 year:<=2020'), [
    { kind: 'field', field: 'year', period: { from: year(2021), to: Infinity }, isComparison: true },
    { kind: 'field', field: 'year', period: { from: year(2018), to: year(2021) }, isComparison: true },
    { kind: 'field', field: 'year', period: { from: -Infinity, to: year(2021) }, isComparison: true },
  ]);
});

test('quotes keep blanks, a backslash takes a meaning away, and paths of Windows are paths', () => {
  assert.deepEqual(parsed('in:"my docs/[draft] *.md" in:a\\2024\\b.md in:"a\\*b" in:./a.md in:.'), [
    { kind: 'in', path: 'my docs/[draft] *.md', glob: 'my docs/[draft] *.md', isAnchored: true, isFolder: false },
    { kind: 'in', path: 'a/2024/b.md', isAnchored: true, isFolder: false },
    { kind: 'in', path: 'a*b', isAnchored: false, isFolder: false },
    { kind: 'in', path: 'a.md', isAnchored: true, isFolder: false },
    { kind: 'in', path: '', isAnchored: true, isFolder: true },
  ]);
  // As shells quote.
  assert.deepEqual(parsed("in:'my docs/' in:my\\ docs/ author:'Ann Ek'"), [
    { kind: 'in', path: 'my docs', isAnchored: false, isFolder: true },
    { kind: 'in', path: 'my docs', isAnchored: false, isFolder: true },
    { kind: 'field', field: 'author', value: 'Ann Ek', isComparison: false },
  ]);
  assert.deepEqual(parsed("author:O'Neil author:'t"), [
    { kind: 'field', field: 'author', value: "O'Neil", isComparison: false },
    { kind: 'field', field: 'author', value: "'t", isComparison: false },
  ]);
  // As an input method for Chinese writes it.
  assert.deepEqual(parsed('author：王小明'), [{ kind: 'field', field: 'author', value: '王小明', isComparison: false }]);
});

test('what cannot be understood is one sentence with its place', () => {
  const messages = (scope: string): readonly string[] => parseScope(scope).problems.map(({ message }) => message);
  assert.deepEqual(messages('type:pdf author:"Knuth'), ['The quotation mark at character 10 is not closed. Close it after the value.']);
  assert.deepEqual(messages('modified:2024-02-30'), [
    '“2024-02-30” at character 1 is no date. Write a year, month or day: 2024, 2024-05, >2024-05-31, 2023..2024.',
  ]);
  assert.deepEqual(messages('year:soon'), ['“soon” at character 1 is no year. Write 2024, >2020, <=2020 or 2018..2020.']);
  assert.match(messages('type:module')[0] ?? '', /^“module” at character 1 is no type of document\./);
  assert.match(messages('contracts/')[0] ?? '', /Write in:contracts\/ for a file or folder\.$/);
  assert.match(messages('in:../x')[0] ?? '', /outside of the folder/);
  assert.match(messages('author:>x')[0] ?? '', /is no number or date/);
  assert.match(messages('in:')[0] ?? '', /has no value/);
});

test('an ordinary colon in a question is no term', () => {
  for (const question of [
    'What is foo::bar?',
    'Re: licence of the data',
    'What does https://example.org/in:x say?',
    'What does type:module mean in package.json?',
    'Is "in:contracts/" a scope?',
    'What does `type:pdf` do?',
    'Which year: 2020 or 2021?',
    'When was author:unknown?',
    'std::in:out?',
    'Note: in: is a keyword',
    'the year:of the rat',
    'status:final of what?',
  ]) {
    const { terms, problems, question: rest } = scopeOfQuestion(question);
    assert.deepEqual([terms, problems, rest], [[], [], question], question);
  }
});

test('the mark after a path or a year is the question’s', () => {
  for (const [typed, question, scope] of [
    ['Who designed it in:docs/sites?', 'Who designed it?', 'in:docs/sites'],
    ['Who designed it in:gate.md?', 'Who designed it?', 'in:gate.md'],
    ['What changed year:2021?', 'What changed?', 'year:2021'],
    ['What changed modified:>2024-05!', 'What changed!', 'modified:>2024-05'],
    ["Who designed it in:'my docs/sites'?", 'Who designed it?', "in:'my docs/sites'"],
    ['Which tasks are in:progress?', 'Which tasks are in:progress?', ''],
  ] as const)
    assert.deepEqual([scopeOfQuestion(typed).question, scopeOfQuestion(typed).scope], [question, scope]);
});

test('a path of Windows is none, whatever fields the documents have', () => {
  for (const question of ['C:\\Users\\me\\a.txt is what?', 'What is in C:/Users/me'])
    assert.equal(scopeOfQuestion(question, ['C']).question, question);
});

test('terms are taken out of a question, wherever they are', () => {
  const of = (text: string, fields: readonly string[] = []) => {
    const { question, scope } = scopeOfQuestion(text, fields);
    return [question, scope];
  };
  assert.deepEqual(of('in:contracts/ type:pdf What is the notice period? -in:drafts'), [
    'What is the notice period?',
    'in:contracts/ type:pdf -in:drafts',
  ]);
  assert.deepEqual(of('Which clauses in:contracts/ mention penalties?'), ['Which clauses mention penalties?', 'in:contracts/']);
  assert.deepEqual(of('Who wrote “tidal power” author:"Jane Doe"'), ['Who wrote “tidal power”', 'author:"Jane Doe"']);
  assert.deepEqual(of('status:final Which is it?', ['Status']), ['Which is it?', 'status:final']);
  assert.deepEqual(of('Is status:final or not', ['Status']), ['Is status:final or not', '']);
  assert.deepEqual(scopeOfQuestion('year:>20x0 Who?').problems.length, 1);
});

test('any name of a file and any value comes back as it was', () => {
  const name = fc
    .string({ unit: fc.constantFrom(...'ab -:"“*?[]{}()!%\'#潮é'), minLength: 1, maxLength: 8 })
    .filter((text) => /[^\s]/.test(text));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (steps) => {
      const [term] = parseScope(pathTerm(steps.join('/'))).terms;
      assert.ok(term?.kind === 'in');
      assert.equal(term.path, steps.join('/'));
      assert.equal(term.glob, undefined);
    }),
  );
  fc.assert(
    fc.property(name, (value) => {
      const [term, ...others] = parseScope(`${fieldTerm('status', value)} type:pdf`).terms;
      assert.ok(term?.kind === 'field' && others.length === 1, value);
    }),
  );
});

const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '2024-02-30..',
        '..',
        '..-0',
        '-0',
        '>=',
        '1..2',
        '"',
        '“',
        '”',
        "'",
        '`',
        '\\',
        '*',
        '?',
        '!',
        '#',
        ':',
        '：',
        ' ',
        '\n',
      ),
      fc.constantFrom(
        '\u202e',
        '\u2066',
        '\u200f',
        '\u200b',
        '\u00a0',
        '\u0301',
        '＊',
        '＼',
        'É',
        'ς',
        'Σ',
        'İ',
        '潮',
        'ﬁ',
        '2024',
        'in:',
        'a',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join('').trim())
  .filter((value) => value !== '');

test('a value that a document has is named exactly by the term that is written for it, and the term finds the document', () => {
  const written = (value: string): string | undefined => value.replace(/\\([\\"*])/g, '$1');
  fc.assert(
    fc.property(fc.constantFrom('status', 'pages', 'author', 'x', 'größe', 'c'), nasty, (field, value) => {
      const text = fieldTerm(field, value);
      for (const { terms, problems } of [parseScope(`${text} type:pdf`), scopeOfQuestion(`${text} type:pdf Who?`, [field])]) {
        assert.deepEqual([problems, terms.length], [[], 2]);
        const [term] = terms;
        assert.ok(term?.kind === 'field' && !term.isComparison);
        assert.deepEqual([term.field, written(term.value ?? ''), term.text], [fieldKey(field), value, text]);
        assert.equal(fieldMatcher([term])?.([[field, value]]), true, JSON.stringify(value));
        assert.equal(fieldMatcher([term])?.([[field, 'quite another']]), false);
      }
    }),
    { numRuns: 1000 },
  );
});

test('each of a document’s tags and authors is found by the term for it', () => {
  for (const [field, value] of [
    ['tags', '##todo, #done, a*b, 1..2'],
    ['tags', ':one:two:'],
    ['author', 'Tom-and-Jerry; Müller, Ann and O’Neil'],
  ] as const) {
    for (const item of itemsOfField(field, value)) {
      const { terms, problems } = parseScope(fieldTerm(field, item));
      assert.deepEqual(problems, []);
      assert.equal(fieldMatcher(terms)?.([[field, value]]), true, item);
    }
  }
});

test('terms that are carried over are the same beside others', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab -:"“”*?!\\/\'`.>2 '), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom('in:', 'author:', '-in:', 'year:>', 'modified:', 'author:"'), text, (head, typed) => {
      const { terms, scope } = scopeOfQuestion(`${head}${typed}`);
      const again = parseScope(`${scope} type:pdf`);
      assert.deepEqual(again.problems, []);
      assert.deepEqual([...terms.map(meaning), { kind: 'type', type: 'pdf' }], again.terms.map(meaning));
    }),
    { numRuns: 1000 },
  );
});

test('a long text is read in time that grows as it does, whatever is repeated in it', async () => {
  const units = [
    '“',
    '“ ',
    '"',
    '" ',
    '`',
    '` ',
    "'",
    "a:' ",
    'a:"',
    'a:" ',
    'a:“',
    '\\',
    '\\ ',
    '-',
    '- ',
    '-a:',
    ':',
    'a:',
    '[',
    '{',
    '(',
    '?',
    '? ',
    '! a',
    ' ',
    'a',
    'year:2024?',
    'in:a/ ',
  ];
  for (const unit of units) {
    for (const end of ['', ' x?']) {
      const growth = await growthOf(1_000, (size) => {
        const text = unit.repeat(size) + end;
        parseScope(text);
        scopeOfQuestion(text, ['a']);
      });
      assert.equal(growth, undefined, JSON.stringify([unit, end]));
    }
  }
});
