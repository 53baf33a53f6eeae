import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildKernels } from '../../scripts/buildKernels.ts';
import { NearestKernel } from '../../src/models/nearest.ts';

/** The kernel as the build makes it. */
export async function loadKernel(): Promise<NearestKernel> {
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-kernel-'));
  try {
    const file = join(folder, 'nearest.onnx');
    buildKernels(file);
    return await NearestKernel.load(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
