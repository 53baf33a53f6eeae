/** What has to be true of a release. Stores hold back for days what their scans suspect, so that is found here. */
import { strFromU8 } from 'fflate';
import type { Notice, Part } from '../notices.ts';
import { jsonOf, type Packed } from './packed.ts';

export interface Release {
  /** Of package.json. */
  readonly version: string;
  /** Of package-lock.json. */
  readonly lockedVersion: string;
  /** Pre-releases have odd minor numbers, no section of the changelog, and no tag. */
  readonly isPreRelease: boolean;
  readonly changelog: string;
  /** Tags of the commit. */
  readonly tags: readonly string[];
  readonly notices: readonly Notice[];
  /** Of the build. */
  readonly noticesText: string;
  readonly packed: readonly Packed[];
}

/** @returns a sentence for each problem */
export function problemsOf(release: Release): readonly string[] {
  return [
    ...versionProblems(release),
    ...(release.isPreRelease ? [] : [...changelogProblems(release), ...tagProblems(release)]),
    ...licenseProblems(release.notices),
    ...release.packed.flatMap((packed) => [...packedProblems(packed, release)]),
  ];
}

function* versionProblems({ version, lockedVersion, isPreRelease }: Release): Generator<string> {
  const [, minor] = /^\d+\.(\d+)\.\d+$/.exec(version) ?? [];
  if (minor === undefined) yield `package.json has version ${version}. The stores take only three numbers, such as 1.0.0.`;
  else if ((Number(minor) % 2 === 1) !== isPreRelease) {
    yield `${version} has an ${isPreRelease ? 'even' : 'odd'} minor number, which is for ${isPreRelease ? 'releases' : 'pre-releases'}.`;
  }
  if (lockedVersion !== version) yield `package-lock.json has version ${lockedVersion}, package.json ${version}. Run npm install.`;
}

function* changelogProblems({ version, changelog }: Release): Generator<string> {
  const section = sectionOf(changelog, version);
  if (section === undefined) yield `CHANGELOG.md has no section ## ${version}.`;
  else if (section === '') yield `CHANGELOG.md says nothing about ${version}.`;
}

/** What a changelog says of a version, without the heading; undefined if it has no section for it. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((content) => /^\[?([^\s\]]+)/.exec(content)?.[1] === version);
  return section?.split('\n').slice(1).join('\n').trim();
}

function* tagProblems({ version, tags }: Release): Generator<string> {
  if (tags.length > 0 && !tags.includes(`v${version}`)) yield `The tag is ${tags.join(', ')}, but package.json has version ${version}.`;
}

/** Those that let a product with another license contain the work unchanged, with its notice. */
const allowedLicenses = new Set(
  (
    '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BSL-1.0 CC-BY-4.0 CC0-1.0 CDLA-Permissive-2.0 ISC MIT MIT-0 MPL-2.0 OpenSSL Unicode-3.0 ' +
    'Unlicense Zlib'
  ).split(' '),
);

function isAllowed(license: string): boolean {
  const expression = license.replace(/^\(([^()]*)\)$/, '$1');
  return expression.split(' OR ').some((choice) => choice.split(' AND ').every((id) => allowedLicenses.has(id)));
}

function* licenseProblems(notices: readonly Notice[]): Generator<string> {
  const named = ({ name, version, license }: Part): string =>
    `${name} ${version} has ${license === '' ? 'no license' : `license ${license}`}`;
  for (const notice of notices) {
    if (!isAllowed(notice.license)) yield `${named(notice)}, which scripts/release/checks.ts does not allow.`;
    if (notice.text === '') yield `${notice.name} ${notice.version} has no license text for the notices.`;
    for (const crate of notice.crates) if (!isAllowed(crate.license)) yield `${named(crate)}, which is in ${notice.name} and not allowed.`;
  }
}

/** What the stores' scans look for, real or not. Each begins so that a word in a text cannot match. */
const credentials: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an AWS key', /\b(?:AKIA|ASIA)[A-Z0-9]{12}/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]|github_pat_)/],
  ['a GitLab token', /\bglpat-/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{20}/],
  ['a Slack token', /\bxox[abprs]-/],
  ['a Google key', /\bAIza[\w-]{20}/],
  ['an OpenAI or Anthropic key', /\bsk-(?:ant-|proj-|[A-Za-z0-9]{20})/],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{20}/],
  ['a private key', /-----BEGIN [A-Z ]{0,20}PRIVATE KEY/],
  ['a JSON Web Token', /\beyJ[\w-]{16,2000}\.eyJ[\w-]{10}/],
  ['an address with a password', /\b[a-z][a-z+]{1,15}:\/\/[^\s:/@"'`<>$&{}]{1,99}:[^\s/@"'`<>${}]{3,99}@[a-z]/],
];
const binaries = /\.(?:node|dll|so|dylib|wasm|onnx|bcmap|ttf|png|gif)(?:\.\d+)*$/;
const archives = /\.(?:zip|t?gz|tar|bz2|xz|7z|rar|jar|vsix|whl)$/;

function* packedProblems(packed: Packed, { version, noticesText }: Release): Generator<string> {
  const { file, files } = packed;
  if (packed.version !== version) yield `${file} has version ${packed.version}, package.json ${version}. Package it again.`;
  if (text(files.get('dist/ThirdPartyNotices.txt')) !== noticesText) yield `${file} has the notices of another build. Package it again.`;
  if (/(?:src|srcset|href)="(?!https:|#)|\]\((?!https:|#)/.test(text(files.get('readme.md'))))
    yield `${file} has a README with an address that only works in the repository.`;
  for (const { name, version: of } of besidePackages(files)) {
    if (!noticesText.includes(`\n${noticeName(name)} ${of} (`)) yield `${file} contains ${name} ${of}, which the notices do not name.`;
  }
  for (const [path, bytes] of files) {
    if (archives.test(path)) yield `${file} contains the archive ${path}, which the stores' scans reject.`;
    if (binaries.test(path)) continue;
    const content = text(bytes);
    for (const [what, pattern] of credentials) if (pattern.test(content)) yield `${file}: ${path} contains what looks like ${what}.`;
  }
}

/** The packages that the extension contains as they are. */
export function besidePackages(files: Packed['files']): readonly Part[] {
  return [...files.keys()]
    .filter((path) => /^dist\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path))
    .map((path) => {
      const { name, version, license = '' } = jsonOf(files, path) as Record<string, string | undefined>;
      return { name: name ?? path, version: version ?? '', license };
    });
}

/** The notice that includes a package: LanceDB has one package for each platform. */
export function noticeName(name: string): string {
  return name.startsWith('@lancedb/lancedb-') ? '@lancedb/lancedb' : name;
}

function text(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : strFromU8(bytes);
}
