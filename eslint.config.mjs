import tseslint from 'typescript-eslint';

/** Which folders of src a folder may import; `types` are those it may import types from only. The table of the architecture, enforced. */
const layers = {
  base: { values: [], types: [] },
  protocol: { values: [], types: [] },
  language: { values: ['base', 'protocol'], types: [] },
  trace: { values: ['base', 'protocol', 'language', 'citations'], types: [] },
  citations: { values: ['base', 'protocol', 'language'], types: [] },
  corpus: { values: ['base', 'protocol', 'language', 'citations'], types: [] },
  models: { values: ['base', 'protocol', 'language'], types: [] },
  door: { values: ['base', 'protocol'], types: [] },
  indexing: { values: ['base', 'protocol', 'language'], types: ['corpus', 'models'] },
  retrieval: { values: ['base', 'protocol', 'language', 'citations'], types: ['indexing', 'models'] },
  reasoning: { values: ['base', 'protocol', 'language'], types: ['models', 'trace'] },
  pipelines: { values: ['base', 'protocol', 'language'], types: ['retrieval', 'reasoning', 'trace'] },
  evaluation: { values: ['base', 'protocol', 'language', 'trace'], types: [] },
  questions: { values: ['base', 'protocol', 'language', 'citations', 'corpus'], types: ['indexing'] },
  run: {
    values: ['base', 'protocol', 'language', 'trace', 'citations', 'retrieval', 'reasoning', 'pipelines'],
    types: ['indexing', 'models'],
  },
  table: {
    values: ['base', 'protocol', 'language', 'trace', 'citations', 'retrieval', 'reasoning', 'run'],
    types: ['indexing', 'models'],
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
      'table',
      'door',
      'evaluation',
      'questions',
    ],
    types: [],
  },
  cli: { values: ['base', 'protocol', 'language', 'trace', 'evaluation', 'questions', 'door', 'engine', 'run'], types: [] },
  extension: { values: ['base', 'protocol', 'language', 'trace', 'citations', 'door'], types: [] },
};

function layerRule(layer, { values, types }) {
  const forbidden = Object.keys(layers).filter((other) => other !== layer && !values.includes(other));
  const patterns = forbidden.map((other) => ({
    group: [`**/${other}/**`],
    message: `src/${layer} may not import src/${other}${types.includes(other) ? ' other than types' : ''}.`,
    allowTypeImports: types.includes(other),
  }));
  return {
    files: [`src/${layer}/**/*.ts`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns, paths: layer === 'extension' ? [] : [{ name: 'vscode', message: 'Only src/extension knows VS Code.' }] },
      ],
    },
  };
}

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.vscode-test/', 'samples/', 'out/'] },
  { files: ['**/*.{ts,tsx}'], extends: [tseslint.configs.recommendedTypeChecked] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': ['error', { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' }],
      'max-lines': ['error', { max: 400 }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  ...Object.entries(layers).map(([layer, rule]) => layerRule(layer, rule)),
  {
    files: ['src/extension/**'],
    ignores: ['src/extension/messages.ts'],
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
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: [
                '**/src/**',
                '!**/src/protocol',
                '!**/src/protocol/**',
                '!**/src/trace',
                '!**/src/trace/fold.ts',
                '!**/src/trace/digest.ts',
                '!**/src/trace/confirm.ts',
                '!**/src/trace/mentionWords.ts',
                '!**/src/trace/otherMethod.ts',
                '!./**',
                '!../src/**',
              ],
              message: 'The panel imports the protocol, the fold and what is told from a trace, nothing else of src.',
            },
          ],
        },
      ],
    },
  },
  { files: ['test/**'], rules: { '@typescript-eslint/no-floating-promises': 'off', '@typescript-eslint/require-await': 'off' } },
);
