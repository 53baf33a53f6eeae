import { test } from 'node:test';
import { check } from './textFormatsCheck.ts';

function containers(source: string, ...blocks: readonly string[]): void {
  check('a.md', source, { title: 'a', blocks });
}

test('notes of Python-Markdown are text with a title, not code', () => {
  containers(
    '!!! note\n\n    Use *layers* [here](#a).\n\n    Then:\n\n    ```sh\n    run\n    ```\n\nAfter.\n',
    'paragraph [] Note: Use layers here.',
    'paragraph [] Then:',
    'code [] run',
    'paragraph [] After.',
  );
  containers(
    '!!! warning inline end "Mind `this` long title, which has more words than one line"\n    Lazy.\n',
    'paragraph [] Mind this long title, which has more words than one line: Lazy.',
  );
  containers('??? tip\n    Folded.\n\n???+ "Open"\n    Body.\n', 'paragraph [] Tip: Folded.', 'paragraph [] Open: Body.');
  containers('!!! danger ""\n    No title.\n', 'paragraph [] No title.');
});

test('notes inside lists and quotes belong to them', () => {
  containers(
    '- item\n\n    !!! note\n\n        In the item.\n\n- next\n',
    'listItem [] item',
    'listItem [] Note: In the item.',
    'listItem [] next',
  );
  containers('> !!! note\n>     Quoted.\n', 'quote [] Note: Quoted.');
});

test('tabs are text under their names', () => {
  containers(
    '=== "macOS"\n\n    Use `curl`:\n\n    ```sh\n    $ curl\n    ```\n\n=== "Windows"\n\n    ```sh\n    PS> irm\n    ```\n',
    'paragraph [] macOS: Use curl:',
    'code [] $ curl',
    'paragraph [] Windows:',
    'code [] PS> irm',
  );
});

test("GitHub's and Obsidian's notes are text", () => {
  containers('> [!NOTE]\n> Useful.\n>\n> More.\n', 'paragraph [] Note: Useful.', 'paragraph [] More.');
  containers('> [!tip]- Own *title*\n> Body.\n', 'paragraph [] Own title\nBody.');
  containers('> [!]\n> Quote.\n', 'quote [] [!]\nQuote.');
});

test('fences of Docusaurus, Pandoc and MkDocs are no text', () => {
  containers(
    ':::note\n\nBody.\n\n:::\n\n:::tip[My `tip`]\nTip.\n:::\nAfter.\n',
    'paragraph [] Note: Body.',
    'paragraph [] My tip: Tip.',
    'paragraph [] After.',
  );
  containers('::: details Click me\nHidden.\n:::\n', 'paragraph [] Click me: Hidden.');
  containers(
    '::: {.callout-note title="Quarto"}\nBody.\n:::\n\n::: {.columns}\nText.\n:::\n',
    'paragraph [] Quarto: Body.',
    'paragraph [] Text.',
  );
  containers('/// note | Slashes\nBody.\n///\n\n/// text\n', 'paragraph [] Slashes: Body.', 'paragraph [] /// text');
});

test("MyST's directives are text if their content is", () => {
  containers(
    '```{note}\nBody with `code`.\n```\n\n````{warning} Outer\n```{code-block} sh\nrun\n```\nEnd.\n````\nAfter.\n',
    'paragraph [] Note: Body with code.',
    'paragraph [] Outer:',
    'code [] run',
    'paragraph [] End.',
    'paragraph [] After.',
  );
  containers(':::{admonition} A title\n:class: tip\n\nBody.\n:::\n', 'paragraph [] A title: Body.');
});

test('what only begins like a container stays what it is', () => {
  containers(
    'Text.\n\nHeading\n===\n\n!!!\n\n::: \n\ntext ??? what\n\n    !!! code\n',
    'paragraph [] Text.',
    'paragraph [Heading] !!!',
    'paragraph [Heading] text ??? what',
    'code [Heading] !!! code',
  );
});

test('labels of reST directives read as on the page', () => {
  check(
    'a.rst',
    'Text.\n\n.. seealso:: Other\n\n.. versionadded:: 3.8\n   The thing.\n\n.. deprecated:: 3.10\n\n.. note::\n\n.. versionchanged:: 3.9 Takes *x*.\n',
    {
      title: 'a',
      blocks: [
        'paragraph [] Text.',
        'paragraph [] See also: Other',
        'paragraph [] Added in version 3.8: The thing.',
        'listItem [] Deprecated since version 3.10',
        'paragraph [] Changed in version 3.9: Takes x.',
      ],
    },
  );
});

test('references to automatic footnotes leave no empty parentheses', () => {
  const source = 'A ``pytz``-like ([#pytz]_) interface (see [#a]_, b), f() too ([#a]_, [*]_ ).\n\n.. [#pytz] P\n';
  check('a.rst', source, { title: 'a', blocks: ['paragraph [] A pytz-like interface (see, b), f() too.', 'paragraph [] P'] });
});
