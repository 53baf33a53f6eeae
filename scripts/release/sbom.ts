/** The software bill of materials of a packaged extension, in CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
import type { Notice, Part } from '../notices.ts';
import { besidePackages, noticeName } from './checks.ts';
import { sha256, type Packed } from './packed.ts';

interface Component {
  readonly type: 'library' | 'file';
  readonly 'bom-ref'?: string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly hashes?: readonly { readonly alg: 'SHA-256'; readonly content: string }[];
  readonly licenses?: readonly [{ readonly expression: string }];
  readonly purl?: string;
  readonly components?: readonly Component[];
}

const compiled = /\.(?:node|dll|so|dylib|wasm)(?:\.\d+)*$/;

/**
 * Lists the bundled packages, the packages beside the bundles with their native libraries, and the Rust crates in these. The C++ libraries
 * in ONNX Runtime are not listed: its packages do not name them.
 *
 * @param notices of the build that was packaged
 * @param madeAt in ISO 8601
 */
export function billOfMaterials(packed: Packed, notices: readonly Notice[], madeAt: string): object {
  const beside = besidePackages(packed.files);
  const bundled = notices.filter(({ name }) => !beside.some((part) => part.name === name));
  const root = `pkg:vscode-extension/${packed.publisher}/${packed.name}@${packed.version}?platform=${packed.target}`;
  const components = [
    ...bundled.map((notice) => npmComponent(notice)),
    ...beside.map((part) => {
      const within = `dist/node_modules/${part.name}/`;
      const libraries = [...packed.files].filter(([path]) => path.startsWith(within) && compiled.test(path)).map(fileComponent);
      const isNative = part.name.startsWith('@lancedb/');
      const crates = isNative ? (notices.find(({ name }) => name === noticeName(part.name))?.crates ?? []) : [];
      return npmComponent(part, [...libraries, ...unique(crates).map(crateComponent)]);
    }),
    ...[...packed.files].filter(([path]) => compiled.test(path) && !path.startsWith('dist/node_modules/')).map(fileComponent),
  ];
  const id = packed.sha256;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${id.slice(0, 8)}-${id.slice(8, 12)}-8${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`,
    version: 1,
    metadata: {
      timestamp: madeAt,
      component: {
        type: 'application',
        'bom-ref': root,
        name: packed.name,
        version: packed.version,
        hashes: [{ alg: 'SHA-256', content: packed.sha256 }],
        licenses: [{ expression: 'MIT' }],
        purl: root,
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.flatMap((component) => component['bom-ref'] ?? []) }],
  };
}

function npmComponent({ name, version, license }: Part, components: readonly Component[] = []): Component {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${own}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: own ?? name,
    version,
    licenses: [{ expression: license }],
    purl,
    ...(components.length === 0 ? {} : { components }),
  };
}

function crateComponent({ name, version, license }: Part): Component {
  return { type: 'library', name, version, licenses: [{ expression: license }], purl: `pkg:cargo/${name}@${version}` };
}

function fileComponent([path, bytes]: readonly [string, Uint8Array]): Component {
  return { type: 'file', name: path, hashes: [{ alg: 'SHA-256', content: sha256(bytes) }] };
}

/** A crate with several licenses is listed under each. */
function unique(crates: readonly Part[]): readonly Part[] {
  const byCrate = Map.groupBy(crates, ({ name, version }) => `${name} ${version}`);
  return [...byCrate.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : { ...first, license: [...new Set([first, ...more].map(({ license }) => license))].join(' AND ') },
  );
}
