/** A test inside the extension host: told to the report file that the rig reads. */
import { appendFileSync } from 'node:fs';

export async function check(name: string, body: () => Promise<void> | void): Promise<void> {
  const report = process.env['ARIADNE_TEST_REPORT'];
  if (report === undefined) throw new Error('ARIADNE_TEST_REPORT names the file for the results');
  let error: string | null = null;
  try {
    await body();
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  appendFileSync(report, `${JSON.stringify({ name, error })}\n`);
}
