import { defineConfig, type OxlintOverride } from 'oxlint';

interface Layer {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Which folders of src a folder may import; `types` are those it may import types from only. The table of the architecture, enforced. */
const layers: Readonly<Record<string, Layer>> = {
  base: { values: [], types: [] },
  protocol: { values: ['base'], types: [] },
  language: { values: ['base', 'protocol'], types: [] },
  trace: { values: ['base', 'protocol'], types: [] },
  citations: { values: ['base', 'protocol', 'language'], types: [] },
  corpus: { values: ['base', 'protocol', 'language', 'citations'], types: [] },
  models: { values: ['base', 'protocol', 'language'], types: [] },
  door: { values: ['base', 'protocol'], types: [] },
  indexing: { values: ['base', 'protocol', 'language'], types: ['corpus', 'models'] },
  retrieval: { values: ['base', 'protocol', 'language', 'citations'], types: ['indexing', 'models'] },
  reasoning: { values: ['base', 'protocol', 'language'], types: ['models', 'trace'] },
  pipelines: { values: ['base', 'protocol', 'language', 'reasoning'], types: ['retrieval', 'trace'] },
  run: {
    values: ['base', 'protocol', 'language', 'trace', 'citations', 'models', 'retrieval', 'reasoning', 'pipelines'],
    types: ['indexing'],
  },
  folder: { values: ['base', 'protocol', 'language', 'citations', 'corpus', 'models', 'indexing'], types: [] },
  search: { values: ['base', 'protocol', 'language', 'models', 'indexing', 'retrieval', 'reasoning', 'folder'], types: [] },
  table: {
    values: ['base', 'protocol', 'language', 'trace', 'citations', 'indexing', 'retrieval', 'reasoning', 'run', 'folder', 'search'],
    types: ['models'],
  },
  export: { values: ['base', 'protocol', 'language', 'trace', 'citations', 'run'], types: [] },
  check: { values: ['base', 'protocol', 'language', 'citations', 'corpus', 'table', 'folder'], types: [] },
  agents: {
    values: ['base', 'protocol', 'language', 'citations', 'trace', 'check', 'export'],
    types: ['indexing', 'run', 'search'],
  },
  engine: {
    values: [
      'base',
      'protocol',
      'language',
      'trace',
      'citations',
      'corpus',
      'models',
      'indexing',
      'retrieval',
      'reasoning',
      'pipelines',
      'run',
      'folder',
      'search',
      'table',
      'export',
      'check',
      'agents',
      'door',
    ],
    types: [],
  },
  cli: {
    values: [
      'base',
      'protocol',
      'language',
      'trace',
      'door',
      'models',
      'search',
      'run',
      'folder',
      'table',
      'check',
      'export',
      'agents',
      'engine',
    ],
    types: [],
  },
  extension: { values: ['base', 'protocol', 'language', 'trace', 'citations', 'door'], types: [] },
};

/** Which folders of src a folder of the laboratory may import. Those not named here may import all but the editor. */
const labLayers: Readonly<Record<string, Layer>> = {
  evaluation: { values: ['base', 'protocol', 'language', 'trace'], types: [] },
  questions: { values: ['base', 'protocol', 'language', 'citations', 'corpus'], types: ['indexing'] },
  pipelines: { values: ['base', 'protocol', 'language', 'pipelines', 'reasoning'], types: ['models', 'retrieval', 'trace'] },
};

function layerRule(folder: string, layer: string, { values, types }: Layer): OxlintOverride {
  const forbidden = Object.keys(layers).filter((other) => (folder === 'lab' || other !== layer) && !values.includes(other));
  const patterns = forbidden.map((other) => ({
    // A part of this folder may have the name of another folder.
    group: [`**/${other}/**`, `!./${other}/**`],
    message: `${folder}/${layer} may not import src/${other}${types.includes(other) ? ' other than types' : ''}.`,
    allowTypeImports: types.includes(other),
  }));
  if (folder === 'src')
    patterns.push({ group: ['**/lab/**'], message: 'The product does not know its laboratory.', allowTypeImports: false });
  const paths = layer === 'extension' ? [] : [{ name: 'vscode', message: 'Only src/extension knows VS Code.' }];
  return { files: [`${folder}/${layer}/**/*.ts`], rules: { 'no-restricted-imports': ['error', { patterns, paths }] } };
}

export default defineConfig({
  plugins: ['typescript', 'import', 'oxc'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  // Plain JavaScript has no types to check.
  ignorePatterns: ['dist/', 'node_modules/', '.vscode-test/', 'samples/', 'out/', '**/*.{js,mjs,cjs}'],
  categories: { correctness: 'error' },
  rules: {
    // Escapes and control characters that a pattern does not need make some easier to read.
    'no-control-regex': 'off',
    'no-useless-escape': 'off',
    // Tests take properties of what must be there, and fail when it is not.
    'no-unsafe-optional-chaining': 'off',
    'no-empty-pattern': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/no-meaningless-void-operator': 'off',
    // It takes no notice of noUncheckedIndexedAccess.
    'typescript/no-useless-default-assignment': 'off',
    // Strings are spread and sorted by code point.
    'typescript/no-misused-spread': 'off',
    'typescript/require-array-sort-compare': 'off',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'max-lines': ['error', { max: 400 }],
    'no-array-constructor': 'error',
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    // No file imports itself by way of others, not even for a type.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false }],
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-enum-comparison': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/require-await': 'error',
    'typescript/restrict-plus-operands': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  },
  overrides: [
    ...Object.entries(layers).map(([layer, rule]) => layerRule('src', layer, rule)),
    ...Object.entries(labLayers).map(([layer, rule]) => layerRule('lab', layer, rule)),
    {
      files: ['src/extension/**'],
      excludeFiles: ['src/extension/messages.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['showErrorMessage', 'showWarningMessage', 'showInformationMessage'].map((property) => ({
            object: 'window',
            property,
            message: 'VS Code makes links of what is in messages, also of commands: src/extension/messages.ts shows them as text.',
          })),
        ],
      },
    },
    {
      files: ['webview-ui/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: [
                  '**/src/**',
                  '!**/src/base',
                  '!**/src/base/amounts.ts',
                  '!**/src/base/plainText.ts',
                  '!**/src/base/userLanguage.ts',
                  '!**/src/protocol',
                  '!**/src/protocol/**',
                  '!**/src/trace',
                  '!**/src/trace/**',
                  '!./**',
                  '!../src/**',
                ],
                message:
                  'The page imports messages, the trace, amounts and what makes text plain: nothing that has a language or a reader.',
              },
            ],
          },
        ],
      },
    },
    // The linter looks for one, and so does VitePress.
    { files: ['oxlint.config.ts', 'docs/.vitepress/**'], rules: { 'import/no-default-export': 'off' } },
    { files: ['test/**'], rules: { 'typescript/no-floating-promises': 'off', 'typescript/require-await': 'off' } },
  ],
});
