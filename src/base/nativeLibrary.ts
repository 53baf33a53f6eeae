/** Why a native library does not load here, in words for the user. Knows no library. */

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

export interface LoadFailure {
  /** Whether there is no file to load, so that nothing that the user installs can help. */
  readonly isMissing: boolean;
  /** Without a full stop. */
  readonly reason: string;
  /** A sentence that says what to do; undefined where that is not known. */
  readonly remedy: string | undefined;
}

/** Looks through the causes: a loader that tries several files fails with the last of them. */
export function loadFailure(error: unknown, { platform, arch }: Machine = process): LoadFailure {
  const refused = causes(error).find((cause) => 'code' in cause && cause.code === 'ERR_DLOPEN_FAILED');
  if (!refused) {
    const isMissing = causes(error).some((cause) => 'code' in cause && cause.code === 'MODULE_NOT_FOUND');
    return { isMissing, reason: isMissing ? `there is none for ${platform}-${arch}` : firstLine(error), remedy: undefined };
  }
  const reason = firstLine(refused);
  if (platform === 'win32') {
    const remedy = `Install the Microsoft Visual C++ Redistributable (${redistributable(arch)}) and start VS Code again.`;
    return { isMissing: false, reason, remedy };
  }
  const isOld = /GLIBC(?:XX)?_[\d.]+' not found/.test(reason);
  return { isMissing: false, reason, remedy: isOld ? 'It needs a newer Linux, with glibc 2.28 and GCC 8 or later.' : undefined };
}

/** Microsoft's permanent address of the newest version. */
function redistributable(arch: string): string {
  return `https://aka.ms/vs/17/release/vc_redist.${arch}.exe`;
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && !found.includes(cause); cause = cause.cause) found.push(cause);
  return found;
}

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split(/[\r\n]/);
  return line.trim().replace(/\.$/, '');
}
