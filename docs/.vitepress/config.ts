/** The documentation site, built from the pages of `docs`. Nothing in it loads anything from elsewhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { forBothThemes, keepBraces, leadOutside, notOnSite } from './markdown.ts';

const root = join(import.meta.dirname, '..', '..');
const icon = `data:image/svg+xml;base64,${readFileSync(join(root, 'media', 'icon.svg'), 'base64')}`;

export default defineConfig({
  title: 'Ariadne',
  description: 'Ask a folder of documents what no single document answers, and see how each answer was found.',
  lang: 'en',
  outDir: join(root, 'out', 'docs'),
  cacheDir: join(root, 'out', 'vitepress'),
  srcExclude: notOnSite.map((name) => (name.endsWith('.md') ? name : `${name}/**`)),
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: icon }],
    ['meta', { name: 'theme-color', content: '#2a4d86' }],
  ],
  markdown: {
    linkify: false,
    theme: { light: 'github-light', dark: 'github-dark' },
    config(md) {
      leadOutside(md);
      forBothThemes(md);
      keepBraces(md);
    },
  },
  vite: {
    publicDir: false,
    build: { chunkSizeWarningLimit: 2_000 },
  },
  themeConfig: {
    logo: icon,
    search: { provider: 'local', options: { detailedView: true } },
    outline: [2, 3],
    externalLinkIcon: true,
    docFooter: { prev: 'Back', next: 'Next' },
    nav: [
      { text: 'Begin', link: '/start' },
      { text: 'Methods', link: '/methods' },
      { text: 'Commands', link: '/command-line' },
      { text: 'Settings', link: '/settings' },
    ],
    sidebar: [
      {
        text: 'Begin',
        items: [
          { text: 'The first five minutes', link: '/start' },
          { text: 'Asking questions', link: '/asking' },
          { text: 'Your documents', link: '/documents' },
        ],
      },
      {
        text: 'Choose',
        items: [
          { text: 'A method', link: '/methods' },
          { text: 'Models', link: '/models' },
        ],
      },
      {
        text: 'Rely on it',
        items: [
          { text: 'Citations and checking', link: '/citations' },
          { text: 'Tables', link: '/tables' },
          { text: 'Privacy', link: '/privacy' },
        ],
      },
      {
        text: 'Work together',
        items: [
          { text: 'Agents', link: '/agents' },
          { text: 'Teams', link: '/team' },
        ],
      },
      {
        text: 'Look up',
        items: [
          { text: 'Command line', link: '/command-line' },
          { text: 'Settings and commands', link: '/settings' },
          { text: 'Platforms', link: '/platforms' },
          { text: 'Error messages', link: '/troubleshooting' },
          { text: 'Questions and answers', link: '/faq' },
          { text: 'Glossary', link: '/glossary' },
        ],
      },
      {
        text: 'Measure',
        collapsed: true,
        items: [
          { text: 'Results', link: '/results' },
          { text: 'Your own documents', link: '/measuring' },
          {
            text: 'Rules of the methods',
            link: '/pipelines',
            collapsed: true,
            items: [
              { text: 'Shared rules', link: '/pipelines/shared-rules' },
              { text: 'SUNAR', link: '/pipelines/sunar' },
              { text: 'LeapQuery', link: '/pipelines/leapquery' },
              { text: 'Self-DC', link: '/pipelines/self-dc' },
              { text: 'DRR-RAG', link: '/pipelines/drr-rag' },
              { text: 'CuQA', link: '/pipelines/cuqa' },
              { text: 'Baselines', link: '/pipelines/baselines' },
              { text: 'Approximations', link: '/pipelines/approximations' },
            ],
          },
          { text: 'Rules of the scores', link: '/metrics' },
          { text: 'Names that scripts rely on', link: '/interfaces' },
        ],
      },
    ],
  },
});
