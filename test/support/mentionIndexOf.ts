import type { MentionIndex } from '../../src/indexing/mentions/mentionIndex.ts';
import { MentionIndexBuilder } from '../../src/indexing/mentions/mentionIndexBuilder.ts';
import type { MentionRecord } from '../../src/indexing/mentions/mentionTable.ts';

export function mentionIndexOf(records: readonly MentionRecord[]): MentionIndex {
  const builder = new MentionIndexBuilder();
  builder.add(records);
  const finishing = builder.finish();
  for (let step = finishing.next(); ; step = finishing.next()) if (step.done) return step.value;
}
