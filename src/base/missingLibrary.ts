/** Explains why LanceDB's native library does not load. Does not load it. */
import { AriadneError } from './errors.ts';
import { loadFailure, type Machine } from './nativeLibrary.ts';

/** Systems that LanceDB publishes a library for. */
const systems: readonly string[] = ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];

/** @returns undefined when the error is another */
export function explainMissingLibrary(cause: unknown, machine: Machine = process): AriadneError | undefined {
  // The words of its loader, which gives no code.
  if (!(cause instanceof Error) || !/^(?:Cannot find|Failed to load) native binding/.test(cause.message)) return undefined;
  const system = `${machine.platform}-${machine.arch}`;
  if (!systems.includes(system)) {
    return new AriadneError(
      'library-unusable',
      `Ariadne cannot index or answer on this computer: LanceDB, which holds its index, is not made for ${system}. Open the folder in a Dev Container or over Remote - SSH, where Ariadne runs on another system.`,
      { cause },
    );
  }
  const { isMissing, reason, remedy = 'Reinstall Ariadne for this system.' } = loadFailure(cause, machine);
  return isMissing
    ? new AriadneError('library-unusable', `This package of Ariadne is for another system. Install the one for ${system}.`, { cause })
    : new AriadneError('library-unusable', `The library that holds Ariadne's index does not load (${reason}). ${remedy}`, { cause });
}
