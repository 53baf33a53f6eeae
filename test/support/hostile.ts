/** What damaged disks, other programs and malicious people make of texts and JSON. */
import fc from 'fast-check';

/** How often each property over hostile input is tried: `ARIADNE_HOSTILE_RUNS=10000`. */
export const hostileRuns = (few: number): { numRuns: number; endOnFailure: boolean } => ({
  numRuns: Number(process.env['ARIADNE_HOSTILE_RUNS'] ?? few),
  endOnFailure: true,
});

/** Names that every JavaScript object has, halves of characters, things that terminals and Markdown act upon, paths that lead elsewhere. */
const oddTexts: readonly string[] = [
  '',
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  '\u0000',
  '\u202e\u001b[31m',
  '../../../etc/passwd',
  'C:\\Windows',
  '/',
  '|\n|---|',
  '<img src=x onerror=alert(1)>',
  '9'.repeat(400),
];

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, null, true, -1, 1e308, 0.5, 2 ** 53, [], {}, [[]]),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.anything({ maxDepth: 2, withNullPrototype: false }),
);

/** The value with some of its parts replaced, removed, doubled, or given further ones. */
function strange(value: unknown): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('set', 'drop', 'add', 'text'), oddValue), {
    minLength: 1,
    maxLength: 4,
  });
  return changes.map((list) => {
    let changed: unknown = value;
    for (const [share, kind, odd] of list) {
      const steps = countOf(changed);
      let left = Math.floor(share * steps);
      const walk = (part: unknown): unknown => {
        const isIt = left-- === 0;
        if (isIt && kind === 'set') return odd;
        if (isIt && kind === 'text' && typeof part === 'string') return `${part}${typeof odd === 'string' ? odd : ''}`;
        if (Array.isArray(part)) {
          const items: unknown[] = part.map(walk);
          return isIt && kind === 'drop' ? items.slice(1) : isIt && kind === 'add' ? [...items, ...items, odd] : items;
        }
        if (typeof part !== 'object' || part === null) return part;
        const entries = Object.entries(part).map(([key, inner]) => [key, walk(inner)] as const);
        if (isIt && kind === 'drop') entries.shift();
        if (isIt && kind === 'add') entries.push([oddTexts[Math.floor(share * 1e6) % oddTexts.length] ?? '', odd]);
        return Object.fromEntries(entries);
      };
      changed = walk(changed);
    }
    return changed;
  });
}

function countOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, part) => sum + countOf(part), 1) : 1;
}

/** The bytes cut, with others in them, twice, or nested without end. */
export function damaged(text: string): fc.Arbitrary<Buffer> {
  const bytes = Buffer.from(text);
  const place = fc.nat(bytes.length);
  return fc.oneof(
    place.map((end) => bytes.subarray(0, end)),
    fc.tuple(place, fc.uint8Array({ maxLength: 12 })).map(([at, odd]) => Buffer.concat([bytes.subarray(0, at), odd, bytes.subarray(at)])),
    fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 4 })).map(([at, odd]) => {
      const changed = Buffer.from(bytes);
      changed.set(odd.subarray(0, Math.max(0, bytes.length - at)), at);
      return changed;
    }),
    fc.constantFrom(Buffer.concat([bytes, bytes]), Buffer.from(`\ufeff${text}`), Buffer.from(text, 'utf16le'), Buffer.alloc(0)),
    fc.constantFrom(10, 5000).map((levels) => Buffer.from('{"a":['.repeat(levels))),
    fc.uint8Array({ maxLength: 60 }).map((odd) => Buffer.from(odd)),
  );
}

/** JSON of `value` that is strange, damaged, or both. */
export function hostileJson(value: unknown): fc.Arbitrary<Buffer> {
  const json = (one: unknown): string => JSON.stringify(one) ?? 'null';
  return fc.oneof(
    strange(value).map((one) => Buffer.from(json(one))),
    damaged(json(value)),
    strange(value).chain((one) => damaged(json(one))),
  );
}
