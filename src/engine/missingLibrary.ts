/** Explains why LanceDB's native library does not load. Does not load it. */
import { AriadneError } from '../base/errors.ts';
import { loadFailure, type Machine } from '../base/nativeLibrary.ts';

/** Systems that LanceDB publishes a library for. */
const systems: readonly string[] = ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];

/** @returns undefined when the error is another; otherwise AriadneError `library-unusable` */
export function explainMissingLibrary(error: unknown, machine: Machine = process): AriadneError | undefined {
  // The words of its loader, which gives no code.
  if (!(error instanceof Error) || !/^(?:Cannot find|Failed to load) native binding/.test(error.message)) return undefined;
  return new AriadneError('library-unusable', sentence(error, machine), { cause: error });
}

function sentence(error: Error, machine: Machine): string {
  const system = `${machine.platform}-${machine.arch}`;
  if (!systems.includes(system)) {
    return `Ariadne cannot index or answer on this computer: LanceDB, which holds its index, is not made for ${system}. Open the folder in a Dev Container or over Remote - SSH, where Ariadne runs on another system.`;
  }
  const { isMissing, reason, remedy } = loadFailure(error, machine);
  if (isMissing) return `This package of Ariadne is for another system. Install the one for ${system}.`;
  return `The library that holds Ariadne's index does not load (${reason}). ${remedy ?? 'Reinstall Ariadne for this system.'}`;
}
