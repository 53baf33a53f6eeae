/** What the site does to pages that are also read beside the code. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

const docs = join(import.meta.dirname, '..');
const root = join(docs, '..');

/** Pages and folders for people who change Ariadne, who read them beside the code. */
export const notOnSite: readonly string[] = ['architecture.md', 'writing.md', 'translating.md', 'decisions'];

/** Links to files that are not on the site lead to the repository; without an address of it they are text. */
export function leadOutside(md: MarkdownRenderer): void {
  const files = filesOfRepository();
  md.core.ruler.push('lead-outside', ({ tokens, env }) => {
    const { path } = env as { readonly path: string };
    for (const { children } of tokens) {
      for (const [i, token] of (children ?? []).entries()) {
        const href = token.type === 'link_open' ? (token.attrGet('href') ?? '#') : '#';
        if (/^(?:[a-z]+:|#)/i.test(href)) continue;
        const file = resolve(dirname(path), decodeURI(href.replace(/#.*$/, '')));
        if (isOnSite(file) || !existsSync(file)) continue;
        if (files !== undefined) token.attrSet('href', `${files}${relative(root, file).replaceAll('\\', '/')}`);
        else {
          const end = children?.slice(i).find(({ type }) => type === 'link_close');
          for (const part of [token, end]) if (part) part.tag = 'span';
          token.attrs = null;
        }
      }
    }
  });
}

function isOnSite(file: string): boolean {
  const [top = ''] = relative(docs, file).split(/[\\/]/);
  return file.endsWith('.md') && top !== '..' && !notOnSite.includes(top);
}

/** With a slash at its end. */
function filesOfRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { repository?: { readonly url: string } };
  return repository && `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`;
}

/** A picture follows the choice of theme on the site, which may differ from that of the system. */
export function forBothThemes(md: MarkdownRenderer): void {
  const plain = md.renderer.rules.html_block;
  md.renderer.rules.html_block = (tokens, i, ...rest) => {
    const token = tokens[i];
    if (token)
      token.content = token.content.replace(
        /<picture>[\s\S]*?<\/picture>/g,
        (picture) => inTheme('light', picture) + inTheme('dark', picture),
      );
    return plain?.(tokens, i, ...rest) ?? '';
  };
}

/** The first source that asks for nothing but this theme is what is shown; those before it have another condition, too. */
function inTheme(theme: 'light' | 'dark', picture: string): string {
  const isLight = '(prefers-color-scheme: light)';
  const sources = [...picture.matchAll(/<source media="([^"]+)" srcset="([^"]+)">/g)]
    .filter(([, media = '']) => theme === 'light' || !media.includes(isLight))
    .map(([, media = '', file = '']) => ({ media: media.replace(isLight, '').replace(/ and $/, ''), file }));
  const [, src = '', alt = ''] = /<img src="([^"]+)" alt="([^"]+)">/.exec(picture) ?? [];
  const last = sources.findIndex(({ media }) => media === '');
  const shown = sources[last]?.file ?? src;
  const conditional = (last < 0 ? sources : sources.slice(0, last)).map(({ media, file }) => `<source media="${media}" srcset="${file}">`);
  return `<picture class="shot in-${theme}">${conditional.join('')}<img src="${shown}" alt="${alt}" loading="lazy"></picture>`;
}

/** The site's pages are Vue templates, in which `{{` would begin an expression. */
export function keepBraces(md: MarkdownRenderer): void {
  const plain = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, i, ...rest) => {
    tokens[i]?.attrSet('v-pre', '');
    return plain?.(tokens, i, ...rest) ?? '';
  };
}
