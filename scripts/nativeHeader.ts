/**
 * What a native library says of itself: the system that it is for, and what it needs there. Reads the three formats as their
 * specifications describe them: ELF (64 bits) with GNU's symbol versions, PE32+, and Mach-O (64 bits), all little-endian.
 */

export interface Header {
  readonly format: 'ELF' | 'PE' | 'Mach-O';
  /** As Node names it, or the format's number. */
  readonly arch: string;
  /** Names of the libraries that the system has to have. */
  readonly needs: readonly string[];
  /** The highest version of symbols that it needs of each group: `{ GLIBC: '2.28' }`. Only ELF has them. */
  readonly versions: Readonly<Record<string, string>>;
}

/** @throws for what is none of the three, or is cut off */
export function readHeader(bytes: Buffer): Header {
  try {
    if (bytes.readUInt32BE(0) === 0x7f454c46) return readElf(bytes);
    if (bytes.readUInt16BE(0) === 0x4d5a) return readPe(bytes);
    if (bytes.readUInt32LE(0) === 0xfeedfacf) return readMachO(bytes);
  } catch (cause) {
    if (cause instanceof RangeError) throw new Error('it is cut off', { cause });
    throw cause;
  }
  throw new Error('it is no native library');
}

const elfMachines: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64' };
const sectionTypes = { dynamic: 6, versionsNeeded: 0x6ffffffe };

function readElf(bytes: Buffer): Header {
  if (bytes[4] !== 2 || bytes[5] !== 1) throw new Error('it is not for 64 bits, little-endian');
  const machine = bytes.readUInt16LE(18);
  const [sectionsAt, size, count] = [Number(bytes.readBigUInt64LE(40)), bytes.readUInt16LE(58), bytes.readUInt16LE(60)];
  const section = (i: number) => {
    const at = sectionsAt + i * size;
    const [offset, length] = [bytes.readBigUInt64LE(at + 24), bytes.readBigUInt64LE(at + 32)].map(Number) as [number, number];
    return { type: bytes.readUInt32LE(at + 4), offset, length, link: bytes.readUInt32LE(at + 40), entries: bytes.readUInt32LE(at + 44) };
  };
  const needs: string[] = [];
  const versions: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    const { type, offset, length, link, entries } = section(i);
    if (type !== sectionTypes.dynamic && type !== sectionTypes.versionsNeeded) continue;
    const names = section(link).offset;
    if (type === sectionTypes.dynamic) {
      for (let at = offset; at < offset + length; at += 16) {
        if (bytes.readBigUInt64LE(at) === 1n) needs.push(textAt(bytes, names + Number(bytes.readBigUInt64LE(at + 8))));
      }
      continue;
    }
    for (let library = 0, at = offset; library < entries; library++, at += bytes.readUInt32LE(at + 12)) {
      let needed = at + bytes.readUInt32LE(at + 8);
      for (let n = bytes.readUInt16LE(at + 2); n > 0; n--, needed += bytes.readUInt32LE(needed + 12)) {
        const [, group, version] = /^([A-Z]+)_([\d.]+)$/.exec(textAt(bytes, names + bytes.readUInt32LE(needed + 8))) ?? [];
        if (group !== undefined && version !== undefined && isNewer(version, versions[group] ?? '0')) versions[group] = version;
      }
    }
  }
  return { format: 'ELF', arch: elfMachines[machine] ?? `machine ${machine}`, needs, versions };
}

const peMachines: Readonly<Record<number, string>> = { 0x8664: 'x64', 0xaa64: 'arm64' };

function readPe(bytes: Buffer): Header {
  const at = bytes.readUInt32LE(0x3c);
  if (bytes.readUInt32BE(at) !== 0x50450000) throw new Error('it is a program for DOS');
  const machine = bytes.readUInt16LE(at + 4);
  const optional = at + 24;
  if (bytes.readUInt16LE(optional) !== 0x20b) throw new Error('it is not for 64 bits');
  const [sectionCount, sectionsAt] = [bytes.readUInt16LE(at + 6), optional + bytes.readUInt16LE(at + 20)];
  /** Where in the file something is that has this address in memory. */
  const placeOf = (address: number): number => {
    for (let i = 0; i < sectionCount; i++) {
      const [size, start, rawSize, raw] = [8, 12, 16, 20].map((field) => bytes.readUInt32LE(sectionsAt + i * 40 + field));
      if (address >= start! && address < start! + Math.max(size!, rawSize!)) return address - start! + raw!;
    }
    throw new RangeError('an address is outside of all sections');
  };
  const needs: string[] = [];
  const imports = bytes.readUInt32LE(optional + 112 + 8);
  for (let entry = imports === 0 ? undefined : placeOf(imports); entry !== undefined; entry += 20) {
    const name = bytes.readUInt32LE(entry + 12);
    if (name === 0) break;
    needs.push(textAt(bytes, placeOf(name)));
  }
  return { format: 'PE', arch: peMachines[machine] ?? `machine ${machine}`, needs, versions: {} };
}

const machOMachines: Readonly<Record<number, string>> = { 0x01000007: 'x64', 0x0100000c: 'arm64' };
/** `LC_LOAD_DYLIB` and `LC_LOAD_WEAK_DYLIB`. */
const loads: ReadonlySet<number> = new Set([0xc, 0x80000018]);

function readMachO(bytes: Buffer): Header {
  const machine = bytes.readUInt32LE(4);
  const needs: string[] = [];
  for (let at = 32, n = bytes.readUInt32LE(16); n > 0; n--, at += bytes.readUInt32LE(at + 4)) {
    if (loads.has(bytes.readUInt32LE(at))) needs.push(textAt(bytes, at + bytes.readUInt32LE(at + 8)));
  }
  return { format: 'Mach-O', arch: machOMachines[machine] ?? `machine ${machine}`, needs, versions: {} };
}

function textAt(bytes: Buffer, at: number): string {
  const end = bytes.indexOf(0, at);
  if (at >= bytes.length || end < 0) throw new RangeError('a name is outside of the file');
  return bytes.toString('latin1', at, end);
}

/** Whether one version, as numbers with points between them, is newer than another. */
export function isNewer(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split('.').map(Number));
  for (let i = 0; i < Math.max(a!.length, b!.length); i++) {
    if ((a![i] ?? 0) !== (b![i] ?? 0)) return (a![i] ?? 0) > (b![i] ?? 0);
  }
  return false;
}
