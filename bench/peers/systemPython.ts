import { spawnSync } from 'node:child_process';

/** Debian's, which its packages for Python are installed for. */
export const systemPython = '/usr/bin/python3';

export function hasPythonModule(name: string): boolean {
  return spawnSync(systemPython, ['-c', `import ${name}`]).status === 0;
}
