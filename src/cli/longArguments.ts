import * as z from 'zod';

/**
 * ONNX Runtime (1.30, Linux) reads the command line of its process with a regular expression that recurses on each character: one of some 20,000 overflows the
 * stack and kills the process. So a longer one begins again in place, with its arguments in the environment. Where that cannot be done, goes on.
 */
export function argumentsOf(argv: readonly string[]): readonly string[] {
  const carried = carriedArguments();
  if (carried !== '') return z.array(z.string()).parse(JSON.parse(Buffer.from(carried, 'base64').toString()));
  const [main = '', ...args] = argv;
  const chars = args.reduce((sum, arg) => sum + arg.length, 0);
  if (process.platform !== 'linux' || !process.execve || chars < longChars || chars > mostChars) return args;
  const packed = Buffer.from(JSON.stringify(args)).toString('base64');
  const pieces = Array.from({ length: Math.ceil(packed.length / pieceChars) }, (_, i) => {
    return [`${variable}_${i}`, packed.slice(i * pieceChars, (i + 1) * pieceChars)] as const;
  });
  process.execve(process.execPath, [process.execPath, ...process.execArgv, main], { ...process.env, ...Object.fromEntries(pieces) });
  return args;
}

/** They stay in the environment, for the process that begins again for another reason. */
function carriedArguments(): string {
  let packed = '';
  for (let i = 0; ; i++) {
    const piece = process.env[`${variable}_${i}`];
    if (piece === undefined) return packed;
    packed += piece;
  }
}

const variable = 'ARIADNE_ARGUMENTS';
const longChars = 8_000;
/** Of one variable Linux takes 131,072 bytes, of all arguments and variables together about 2 MB. */
const pieceChars = 100_000;
const mostChars = 300_000;
