import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isNewer, readHeader } from '../../../scripts/nativeHeader.ts';
import { faultsOf, targets } from '../../../scripts/packageTargets.ts';

interface Made {
  readonly machine: number;
  readonly needs: readonly string[];
  readonly versions?: readonly string[];
}

/** Names one after the other, each with where it begins. */
function names(texts: readonly string[], from: number): { readonly bytes: Buffer; readonly at: readonly number[] } {
  const parts = texts.map((text) => Buffer.from(`${text}\0`));
  return { bytes: Buffer.concat(parts), at: parts.map((_, i) => from + Buffer.concat(parts.slice(0, i)).length) };
}

/** A header, three section headers (names, dynamic, versions), and what they point to. */
function elf({ machine, needs, versions = [] }: Made): Buffer {
  const [sections, count, size] = [64, 3, 64];
  const texts = names([...needs, ...versions], 0);
  const textsAt = sections + count * size;
  const dynamicAt = textsAt + texts.bytes.length;
  const versionsAt = dynamicAt + (needs.length + 1) * 16;
  const file = Buffer.alloc(versionsAt + 16 + versions.length * 16);
  file.write('\x7fELF\x02\x01', 0, 'latin1');
  file.writeUInt16LE(machine, 18);
  file.writeBigUInt64LE(BigInt(sections), 40);
  file.writeUInt16LE(size, 58);
  file.writeUInt16LE(count, 60);
  const section = (i: number, type: number, offset: number, length: number, entries: number): void => {
    const at = sections + i * size;
    file.writeUInt32LE(type, at + 4);
    file.writeBigUInt64LE(BigInt(offset), at + 24);
    file.writeBigUInt64LE(BigInt(length), at + 32);
    file.writeUInt32LE(entries, at + 44);
  };
  section(0, 3, textsAt, texts.bytes.length, 0);
  section(1, 6, dynamicAt, (needs.length + 1) * 16, 0);
  section(2, 0x6ffffffe, versionsAt, 16 + versions.length * 16, versions.length === 0 ? 0 : 1);
  texts.bytes.copy(file, textsAt);
  needs.forEach((_, i) => {
    file.writeBigUInt64LE(1n, dynamicAt + i * 16);
    file.writeBigUInt64LE(BigInt(texts.at[i]!), dynamicAt + i * 16 + 8);
  });
  file.writeUInt16LE(versions.length, versionsAt + 2);
  file.writeUInt32LE(16, versionsAt + 8);
  versions.forEach((_, i) => {
    file.writeUInt32LE(texts.at[needs.length + i]!, versionsAt + 16 + i * 16 + 8);
    file.writeUInt32LE(16, versionsAt + 16 + i * 16 + 12);
  });
  return file;
}

/** One section that is at 0x1000 in memory and at 512 in the file. */
function pe({ machine, needs }: Made): Buffer {
  const [at, optional, raw, address] = [64, 88, 512, 0x1000];
  const texts = names(needs, (needs.length + 1) * 20);
  const file = Buffer.alloc(raw + (needs.length + 1) * 20 + texts.bytes.length);
  file.write('MZ', 0, 'latin1');
  file.writeUInt32LE(at, 0x3c);
  file.write('PE\0\0', at, 'latin1');
  file.writeUInt16LE(machine, at + 4);
  file.writeUInt16LE(1, at + 6);
  file.writeUInt16LE(240, at + 20);
  file.writeUInt16LE(0x20b, optional);
  file.writeUInt32LE(address, optional + 120);
  [file.length - raw, address, file.length - raw, raw].forEach((value, i) => file.writeUInt32LE(value, optional + 240 + 8 + i * 4));
  needs.forEach((_, i) => file.writeUInt32LE(address + texts.at[i]!, raw + i * 20 + 12));
  texts.bytes.copy(file, raw + (needs.length + 1) * 20);
  return file;
}

function machO({ machine, needs }: Made): Buffer {
  const commands = needs.map((need) => {
    const command = Buffer.alloc(24 + need.length + 1);
    command.writeUInt32LE(0xc, 0);
    command.writeUInt32LE(command.length, 4);
    command.writeUInt32LE(24, 8);
    command.write(need, 24, 'latin1');
    return command;
  });
  const header = Buffer.alloc(32);
  header.writeUInt32LE(0xfeedfacf, 0);
  header.writeUInt32LE(machine, 4);
  header.writeUInt32LE(commands.length, 16);
  return Buffer.concat([header, ...commands]);
}

const makers = {
  ELF: { make: elf, x64: 62, arm64: 183 },
  PE: { make: pe, x64: 0x8664, arm64: 0xaa64 },
  'Mach-O': { make: machO, x64: 0x01000007, arm64: 0x0100000c },
} as const;
const library = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,20}$/);

test('what a library is for and needs is read from its header, in each format', () => {
  fc.assert(
    fc.property(fc.array(library, { maxLength: 5 }), fc.constantFrom('x64', 'arm64'), (needs, arch) => {
      for (const [format, maker] of Object.entries(makers))
        assert.deepEqual(readHeader(maker.make({ machine: maker[arch], needs })), { format, arch, needs, versions: {} });
    }),
  );
});

test('of the versions of symbols that a library needs, the highest counts', () => {
  const versions = ['GLIBC_2.4', 'GLIBC_2.28', 'GLIBC_2.9', 'GLIBCXX_3.4.22', 'GLIBC_PRIVATE', 'CXXABI_1.3'];
  const header = readHeader(elf({ machine: 62, needs: ['libc.so.6'], versions }));
  assert.deepEqual(header.versions, { GLIBC: '2.28', GLIBCXX: '3.4.22', CXXABI: '1.3' });
  assert.deepEqual(
    [isNewer('2.28', '2.9'), isNewer('2.28', '2.28'), isNewer('2.28', '2.28.1'), isNewer('3', '2.99')],
    [true, false, false, true],
  );
});

test('what is no library, or is cut off, is refused with the reason and not read forever', () => {
  assert.throws(() => readHeader(Buffer.from('not a library at all')), /no native library/);
  assert.throws(() => readHeader(Buffer.alloc(0)), /cut off/);
  for (const [format, maker] of Object.entries(makers)) {
    const whole = maker.make({ machine: maker.x64, needs: ['libc.so.6', 'libm.so.6'], versions: ['GLIBC_2.28'] });
    for (let length = 4; length < whole.length; length++) {
      try {
        assert.equal(readHeader(whole.subarray(0, length)).format, format);
      } catch (error) {
        assert.match((error as Error).message, /^it is /);
      }
    }
  }
});

test('a library of another system, or one that needs a newer one, does not pass', () => {
  const linux = readHeader(elf({ machine: 62, needs: ['libc.so.6'], versions: ['GLIBC_2.28', 'GLIBCXX_3.4.22'] }));
  assert.deepEqual(faultsOf('linux-x64', linux), []);
  assert.deepEqual(faultsOf('linux-arm64', linux), ['is for x64, not arm64']);
  assert.deepEqual(faultsOf('win32-x64', linux), ['is ELF, not PE']);
  assert.deepEqual(faultsOf('linux-x64', { ...linux, versions: { GLIBC: '2.34' } }), ['needs GLIBC 2.34, and the oldest system has 2.28']);
  assert.equal(faultsOf('alpine-x64', linux).length, 2);
  assert.deepEqual(faultsOf('alpine-x64', readHeader(elf({ machine: 62, needs: ['libc.so'] }))), []);
  assert.deepEqual(faultsOf('darwin-arm64', readHeader(machO({ machine: 0x0100000c, needs: [] }))), []);
});

test('the targets are those of desktop VS Code and its remote hosts', () => {
  assert.deepEqual(Object.keys(targets).sort(), [
    'alpine-arm64',
    'alpine-x64',
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win32-arm64',
    'win32-x64',
  ]);
  for (const [name, { arch }] of Object.entries(targets)) assert.ok(name.endsWith(`-${arch}`));
});
