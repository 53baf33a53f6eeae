import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Passage } from '../../../src/protocol/passage.ts';
import { assertExact, cut } from './exactMaps.ts';

/** What must hold for every program: as for every document, and every character that is not white space is in exactly one passage. */
function assertWhole(path: string, source: string): readonly Passage[] {
  const { parsed, passages } = assertExact(path, source);
  assert.deepEqual([parsed.title, parsed.titleOrigin], [path, 'path']);
  const said: string[] = [];
  let at = 0;
  for (const { runs } of passages) {
    for (let i = 0; i < runs.length; i += 4) {
      const [, offset = 0, length = 0] = runs.slice(i, i + 4);
      assert(offset >= at, 'a line is said twice');
      said.push(source.slice(offset, offset + length));
      at = offset + length;
    }
  }
  assert.equal(said.join('').replace(/\s+/g, ''), source.replace(/\s+/g, ''));
  return passages;
}

/** Passages as their heading paths and first and last lines. */
function shape(path: string, source: string): readonly (readonly [string, string, string])[] {
  return assertWhole(path, source).map(({ headings, text }) => {
    const lines = text.split('\n');
    return [headings.join(' > '), lines[0]?.trim() ?? '', lines.at(-1)?.trim() ?? ''] as const;
  });
}

function statements(count: number, format: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => format(i)).join('\n');
}

test('TypeScript is cut at definitions with their comments, under the names of those around them', () => {
  const body = (indent: string): string => statements(24, (i) => `${indent}total += weigh(item${i}, total) * factor${i};`);
  const source = `import { weigh } from './weigh.ts';

/** Sums up. */
@sealed()
export class Ledger {
  #total = 0;

  /** Adds all. */
  @logged()
  addAll(items: readonly Item[]): number {
${body('    ')}
  }

  reset(): void {
    this.#total = 0;
  }

  // As a report.
  report = (): string => {
${body('    ')}
  };
}

/**
 * Weighs.
 */
export function main(): void {
${body('  ')}
}
export const table: Record<string, number> = {
${statements(14, (i) => `  'entry number ${i}': ${i},`)}
};
main();
`;
  assert.deepEqual(shape('ledger.ts', source), [
    ['Ledger > addAll', "import { weigh } from './weigh.ts';", '}'],
    ['Ledger > report', '// As a report.', '}'],
    ['main', '/**', '}'],
    ['table', 'export const table: Record<string, number> = {', 'main();'],
  ]);
});

test('a class that fits in a passage stays whole', () => {
  const source = `# A gate.\n@dataclass\nclass Gate:\n    """Of the harbor."""\n\n    def open(self) -> bool:\n        return ${'self.x and '.repeat(20)}True\n`;
  assert.deepEqual(shape('gate.py', source), [['Gate', '# A gate.', `return ${'self.x and '.repeat(20)}True`]]);
});

test('the names of definitions are found in every language', () => {
  const body = (format: (i: number) => string): string => statements(40, format);
  const calls = body((i) => `            record(value${i}, value${i} + ${i});`);
  const sources: Readonly<Record<string, string>> = {
    'a.py': `class A:\n    @property\n    def b(self):\n${body((i) => `        x${i} = f(${i}, y)`)}\n        # end\n\n    def c(self):\n${body((i) => `        z${i} = f(${i}, y)`)}\n`,
    'a.java': `/** Doc. */\npublic class A<T> extends B {\n  @Override\n  public List<T> b(int a) {\n${calls}\n  }\n}\n`,
    'a.cpp': `namespace n {\ntemplate <class T>\nint *A<T>::b(int a) {\n${calls}\n}\n}\n`,
    'a.c': `static void\nb(int a)\n{\n${calls}\n}\n`,
    'a.rs': `impl<T> Display for A<T> {\n    #[inline]\n    pub fn b(&self) {\n${calls}\n    }\n}\n`,
    'a.go': `package a\n\n// B does.\nfunc (s *A) B(x int) int {\n${calls}\n}\n`,
    'a.php': `<?php\nclass A extends B {\n  public function b($x) {\n${calls}\n  }\n}\n`,
    'a.js': `A.prototype.b = function () {\n${calls}\n};\n`,
    'a.cs': `namespace N\n{\n    [Serializable]\n    public class A : B\n    {\n        public static List<int> C(string x)\n        {\n${calls}\n        }\n    }\n}\n`,
    'a.rb': `module A\n  # Doc.\n  class B < C\n    def self.d(x)\n${calls}\n    end\n  end\nend\n`,
    'a.kt': `data class A(val x: Int) {\n    private suspend fun <T> List<T>.b(x: Int): Int {\n${calls}\n    }\n}\n`,
    'a.swift': `public struct A: B {\n    mutating func b(x: Int) {\n${calls}\n    }\n}\n`,
    'a.scala': `object A {\n  private def b(x: Int): Int = {\n${calls}\n  }\n}\n`,
    'a.sh': `#!/bin/sh\nb() {\n${body((i) => `  echo "value ${i} of all" >> out`)}\n}\n`,
    'a.sql': `CREATE OR REPLACE FUNCTION public.b(x int)\nRETURNS int AS $$\nBEGIN\n${calls}\nEND;\n$$ LANGUAGE plpgsql;\n`,
    'a.lua': `function M.b(x)\n${calls}\nend\n`,
    'a.r': `b <- function(x) {\n${calls}\n}\n`,
    'a.jl': `"""\nDoc.\n"""\nfunction b(x)\n${calls}\nend\n`,
  };
  const names = Object.fromEntries(
    Object.entries(sources).map(([path, source]) => [
      path,
      [...new Set(shape(path, source).map(([headings]) => headings))].filter((headings) => headings !== '').join(' | '),
    ]),
  );
  assert.deepEqual(names, {
    'a.py': 'A > b | A > c',
    'a.java': 'A > b',
    'a.cpp': 'A<T>::b',
    'a.c': 'b',
    'a.rs': 'Display for A<T> > b',
    'a.go': 'B',
    'a.php': 'A > b',
    'a.js': 'A.prototype.b',
    'a.cs': 'N > A > C',
    'a.rb': 'A > B > self.d',
    'a.kt': 'A > List<T>.b',
    'a.swift': 'A > b',
    'a.scala': 'A > b',
    'a.sh': 'b',
    'a.sql': 'public.b',
    'a.lua': 'M.b',
    'a.r': 'b',
    'a.jl': 'b',
  });
});

const PIECES: Readonly<Record<string, readonly string[]>> = {
  ts: [
    'class A {',
    'function f() {',
    '}',
    '{',
    '(',
    ')',
    '`${',
    '/** d */',
    '/*',
    '*/',
    '// c',
    'const x =',
    'export ',
    '=>',
    '@d',
    "'",
    'a<b>',
    'interface I {',
  ],
  py: ['class A:', 'def f():', '    ', '@d', '"""', '# c', 'x = [', ']', 'if x:', 'return', '\\', '(', ')'],
  cpp: [
    'class A {',
    '};',
    'void f() {',
    '}',
    '#define X \\',
    '#if 0',
    'template <class T>',
    'A::b(',
    ')',
    '/*',
    '*/',
    '"',
    'namespace n {',
  ],
  rs: ['impl A {', 'fn f() {', '}', '#[d]', "'a", 'macro_rules! m {', '//', 'r#"', 'mod m {'],
  go: ['func f() {', '}', 'type A struct {', '`', '//', 'var ('],
  php: ['<?php', '?>', 'class A {', 'function f() {', '}', '<<<EOT', 'EOT;', '#'],
  rb: ['class A', 'def f', 'end', '# c', '=begin', '=end', '  ', 'module M'],
  sql: ['CREATE TABLE a (', ');', '-- c', "'", 'BEGIN', 'END', '/*', '*/'],
};

for (const [extension, markup] of Object.entries(PIECES)) {
  test(`every line of any .${extension} file is said once, in its place`, () => {
    const words = [
      'alpha',
      'é',
      '👩‍🔬',
      'שלום',
      '中文。',
      '\u00a0',
      '\ufeff',
      '\\',
      '\t',
      'word '.repeat(30),
      'x'.repeat(700),
      '\f',
      '\u2028',
    ];
    const part = fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom(...markup),
      fc.constantFrom('\n', '\n\n', '\r\n', '\n  ', '\n    ', ' ', '\n}', '\r'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 80 }), (parts) => {
        assertWhole(`a.${extension}`, parts.join(''));
      }),
      { numRuns: 100 },
    );
  });
}

test('deeply nested, broken, minified and empty programs are read whole', () => {
  const nested = `${'{'.repeat(20_000)}${'}'.repeat(20_000)}`;
  const functions = statements(2000, (i) => `${' '.repeat(i % 300)}function f${i}() {`);
  const deepPython = statements(600, (i) => `${' '.repeat(i)}def f${i}():`);
  const minified = Array.from({ length: 5000 }, (_, i) => `function f${i}(a,b){return a+b*${i}}`).join(';');
  for (const [path, source] of [
    ['a.js', nested],
    ['a.ts', functions],
    ['a.py', deepPython],
    ['a.js', minified],
    ['a.cs', nested],
    ['a.rb', deepPython],
    ['a.go', '@#$%^&*()}{][;: abc "x '.repeat(3000)],
  ] as const)
    assertWhole(path, source);
  assert.deepEqual([cut('a.ts', '').passages, cut('a.rb', '\n \n').passages], [[], []]);
});
