import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';

/**
 * What keeps the files of a table from being written, in words.
 * @returns other errors as they are
 */
export function tableFault(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  const why = isSystemError(error, 'ENOSPC', 'EDQUOT')
    ? 'the disk is full. Free some space, then run the table again; what was written before is kept'
    : isSystemError(error, 'EACCES', 'EPERM', 'EROFS')
      ? 'it is read-only or belongs to another user. Choose another place'
      : isSystemError(error, 'ENOTDIR', 'EEXIST', 'EISDIR')
        ? 'a file is where a folder should be, or a folder where a file should be. Choose another place'
        : isSystemError(error, 'ENOENT')
          ? 'its folder cannot be created. Choose another place'
          : `${messageOf(error)}. Choose another place`;
  return new AriadneError('table-unwritable', `The table cannot be written to ${file}: ${why}.`, { cause: error });
}
