/** What is shipped inside or beside the bundles, with its licenses, which require that these are shipped too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import * as z from 'zod';

const packageFacts = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default(''),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).default(''),
});

export interface Part {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty if none is named. */
  readonly license: string;
}

/** A package with its licenses. */
export interface Notice extends Part {
  /** Empty if no text is known. */
  readonly text: string;
  /** Rust crates that are linked into its native library. */
  readonly crates: readonly Part[];
}

export interface Shipped {
  readonly metafiles: readonly Metafile[];
  /** Whether a file that esbuild wrote is shipped. */
  readonly isShipped: (output: string) => boolean;
  /** Names of packages that are shipped unbundled. */
  readonly beside: readonly string[];
}

/** What is shipped of other packages, in the order of their folders. */
export function noticesOf(root: string, { metafiles, isShipped, beside }: Shipped): readonly Notice[] {
  const bundled = metafiles
    .flatMap(({ outputs }) => Object.entries(outputs))
    .filter(([output]) => isShipped(output))
    .flatMap(([, { inputs }]) => Object.entries(inputs))
    .flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []) : []));
  const folders = [...new Set([...bundled, ...beside.map((name) => `node_modules/${name}`)])].sort();
  const found = folders.map((folder) => factsOf(join(root, folder)));
  return found.map(({ part, repository, ownText, additions, rust }) => {
    // Some packages leave out the text of a usual license; others have it.
    const usual = found.find((other) => other.part.license === part.license && other.ownText !== '')?.ownText;
    const text = ownText || (usual === undefined ? '' : withoutHolders(usual, `Copyright (c) the authors of ${part.name}, ${repository}`));
    const ofCrates = rust.map(({ title, crates, text: terms }) => `${title}, of ${crates.map(titleOf).join(', ')}:\n\n${terms}`);
    const more = part.name.startsWith('onnxruntime-') && part.name !== 'onnxruntime-common' ? [onnxRuntimeNotices(part.version)] : [];
    return { ...part, text: [text, ...additions, ...more, ...ofCrates].join('\n\n'), crates: rust.flatMap(({ crates }) => crates) };
  });
}

export function thirdPartyNotices(notices: readonly Notice[]): string {
  return notices.map((notice) => `${'='.repeat(80)}\n${titleOf(notice)} (${notice.license})\n\n${notice.text}\n`).join('\n');
}

function titleOf({ name, version }: Part): string {
  return `${name} ${version}`;
}

function factsOf(folder: string) {
  const { repository, ...part } = packageFacts.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const names = readdirSync(folder).sort();
  const textsOf = (name: RegExp): string[] =>
    names.filter((each) => name.test(each)).map((each) => readFileSync(join(folder, each), 'utf8').trim());
  // Some packages have the same text twice, as `LICENSE` and `LICENSE.txt`.
  const [ownText = ''] = textsOf(/^licen[cs]e(?:-mit)?(?:\.md|\.txt)?$/i);
  const additions = textsOf(/^notice(?:\.md|\.txt)?$/i);
  return { part, repository, ownText, additions, rust: textsOf(/^RUST_THIRD_PARTY_LICENSES\.html$/).flatMap(rustLicenses) };
}

/** Its packages do not contain these. */
function onnxRuntimeNotices(version: string): string {
  return `What it contains of others: https://github.com/microsoft/onnxruntime/blob/v${version}/ThirdPartyNotices.txt`;
}

/** A license's text with another copyright holder. */
function withoutHolders(text: string, holder: string): string {
  const isHolder = /^\s*(?:\(c\)|©|copyright\s+(?:\(c\)|©|\d{4}))/i;
  const lines = text.split('\n');
  const first = lines.findIndex((line) => isHolder.test(line));
  return first < 0
    ? `${holder}\n\n${text}`
    : lines.flatMap((line, at) => (at === first ? holder : isHolder.test(line) ? [] : line)).join('\n');
}

interface RustLicense {
  readonly title: string;
  readonly crates: readonly Part[];
  readonly text: string;
}

/** Reads the page that cargo-about writes. */
function rustLicenses(html: string): readonly RustLicense[] {
  return [...elements(parse(html))]
    .filter((element) => classOf(element) === 'license')
    .map((item) => {
      const within = [...elements(item)];
      const heading = within.find(({ tagName }) => tagName === 'h3');
      const license = heading?.attrs.find(({ name }) => name === 'id')?.value ?? '';
      const crates = within
        .filter(({ tagName }) => tagName === 'a')
        .map((link) => {
          const [name = '', version = ''] = textOf(link).trim().split(' ');
          return { name, version, license };
        });
      return { title: textOf(heading).trim(), crates, text: textOf(within.find(({ tagName }) => tagName === 'pre')).trim() };
    });
}

function* elements(node: DefaultTreeAdapterTypes.Node): Generator<DefaultTreeAdapterTypes.Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elements(child);
}

function classOf({ attrs }: DefaultTreeAdapterTypes.Element): string {
  return attrs.find(({ name }) => name === 'class')?.value ?? '';
}

function textOf(node: DefaultTreeAdapterTypes.Node | undefined): string {
  if (node === undefined) return '';
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
