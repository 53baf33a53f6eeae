/** The systems that Ariadne is packaged for, and the native libraries of each. */
import { isNewer, type Header } from './nativeHeader.ts';

export interface Target {
  /** As Node names it. */
  readonly platform: 'win32' | 'linux' | 'darwin';
  readonly arch: 'x64' | 'arm64';
  /** Package of LanceDB's library; absent where LanceDB has none. */
  readonly lancedb?: string;
  /** File of ONNX Runtime's library; absent where it has none, and WebAssembly takes its place. */
  readonly onnxRuntime?: string;
}

/** By VS Code's name of the target. */
export const targets: Readonly<Record<string, Target>> = {
  'win32-x64': { platform: 'win32', arch: 'x64', lancedb: '@lancedb/lancedb-win32-x64-msvc', onnxRuntime: 'onnxruntime.dll' },
  'win32-arm64': { platform: 'win32', arch: 'arm64', lancedb: '@lancedb/lancedb-win32-arm64-msvc', onnxRuntime: 'onnxruntime.dll' },
  'linux-x64': { platform: 'linux', arch: 'x64', lancedb: '@lancedb/lancedb-linux-x64-gnu', onnxRuntime: 'libonnxruntime.so.1' },
  'linux-arm64': { platform: 'linux', arch: 'arm64', lancedb: '@lancedb/lancedb-linux-arm64-gnu', onnxRuntime: 'libonnxruntime.so.1' },
  'darwin-arm64': { platform: 'darwin', arch: 'arm64', lancedb: '@lancedb/lancedb-darwin-arm64', onnxRuntime: 'libonnxruntime.1.dylib' },
  'alpine-x64': { platform: 'linux', arch: 'x64', lancedb: '@lancedb/lancedb-linux-x64-musl' },
  'alpine-arm64': { platform: 'linux', arch: 'arm64', lancedb: '@lancedb/lancedb-linux-arm64-musl' },
  'darwin-x64': { platform: 'darwin', arch: 'x64' },
};

/** Of the oldest Linux that VS Code supports: glibc 2.28 and the libstdc++ of GCC 8. */
const newestVersions: Readonly<Record<string, string>> = { GLIBC: '2.28', GLIBCXX: '3.4.25', CXXABI: '1.3.11', GCC: '8.0.0' };
const formats = { win32: 'PE', linux: 'ELF', darwin: 'Mach-O' } as const;

/** Why a library does not run on the target; empty if nothing is wrong with it. */
export function faultsOf(name: string, header: Header): readonly string[] {
  const target = targets[name];
  if (!target) return [`there is no target ${name}`];
  const { format, arch, needs, versions } = header;
  const faults: string[] = [];
  if (format !== formats[target.platform]) faults.push(`is ${format}, not ${formats[target.platform]}`);
  if (arch !== target.arch) faults.push(`is for ${arch}, not ${target.arch}`);
  const isMusl = name.startsWith('alpine');
  const others = needs.filter((library) => !/^(?:libc\.so|libc\.musl-\w+\.so\.1|libgcc_s\.so\.1)$/.test(library));
  if (isMusl && others.length > 0) faults.push(`needs ${others.join(', ')}, which musl does not have`);
  for (const [library, newest] of Object.entries(newestVersions)) {
    const version = versions[library];
    if (version === undefined) continue;
    if (isMusl && library === 'GLIBC') faults.push('needs glibc, which musl systems do not have');
    else if (isNewer(version, newest)) faults.push(`needs ${library} ${version}, and the oldest system has ${newest}`);
  }
  return faults;
}
