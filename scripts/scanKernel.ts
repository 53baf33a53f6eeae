type Code = readonly number[];

const [i32, v128] = [0x7f, 0x7b];
/** Names of the parameters and locals of the function, in order. */
const parameters = ['codes', 'count', 'd', 'query', 'out'] as const;
const numbers = ['end', 'rowEnd', 'at'] as const;
const vectors = ['bytes', 'low', 'high'] as const;
const locals = [...parameters, ...numbers, ...vectors];

type Local = (typeof locals)[number];

/**
 * The WebAssembly of `src/models/quantizedScan.ts`, with vectors of 128 bits: `products(codes, count, d, query, out)` multiplies `count`
 * rows of `d` signed bytes with a query of `d` signed numbers of two bytes, and writes sums of four bytes. All are addresses in a memory
 * that is imported; `d` is a multiple of 16, and neither it nor `count` is 0.
 */
export function scanKernel(): Uint8Array {
  const body = [
    ...set('end', [...get('codes'), ...get('count'), ...get('d'), ...op.multiply, ...op.add]),
    ...loop(
      ...set('low', op.zeros),
      ...set('high', op.zeros),
      ...set('at', get('query')),
      ...set('rowEnd', [...get('codes'), ...get('d'), ...op.add]),
      ...loop(
        ...set('bytes', [...get('codes'), ...op.load(0)]),
        ...addProducts('low', op.widenLow, 0),
        ...addProducts('high', op.widenHigh, 16),
        ...set('at', [...get('at'), ...op.number(32), ...op.add]),
        ...set('codes', [...get('codes'), ...op.number(16), ...op.add]),
        ...[...get('codes'), ...get('rowEnd'), ...op.isLess, ...op.repeatIf],
      ),
      ...set('low', [...get('low'), ...get('high'), ...op.addLanes]),
      ...get('out'),
      ...[0, 1, 2, 3].flatMap((lane) => [...get('low'), ...op.lane(lane), ...(lane > 0 ? op.add : [])]),
      ...op.store,
      ...set('out', [...get('out'), ...op.number(4), ...op.add]),
      ...[...get('codes'), ...get('end'), ...op.isLess, ...op.repeatIf],
    ),
  ];
  const declared = list([numbers.length, i32], [vectors.length, v128]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([0x60, ...list(...parameters.map(() => [i32])), ...list()])),
    ...section(2, list([...text('scan'), ...text('memory'), 2, 0, 1])),
    ...section(3, list([0])),
    ...section(7, list([...text('products'), 0, 0])),
    ...section(10, list(sized([...declared, ...body, op.end]))),
  ]);
}

/** The instructions that it takes, as https://webassembly.github.io/spec/core/binary/instructions.html has them. */
const op = {
  end: 0x0b,
  repeatIf: [0x0d, 0],
  number: (value: number): Code => [0x41, value],
  isLess: [0x49],
  add: [0x6a],
  multiply: [0x6c],
  store: [0x36, 2, 0],
  load: (offset: number): Code => [0xfd, 0x00, 0, offset],
  zeros: [0xfd, 0x0c, ...new Uint8Array(16)],
  lane: (lane: number): Code => [0xfd, 0x1b, lane],
  widenLow: [0xfd, 0x87, 1],
  widenHigh: [0xfd, 0x88, 1],
  addLanes: [0xfd, 0xae, 1],
  multiplyPairs: [0xfd, 0xba, 1],
} as const;

function get(local: Local): Code {
  return [0x20, locals.indexOf(local)];
}

function set(local: Local, value: Code): Code {
  return [...value, 0x21, locals.indexOf(local)];
}

function loop(...code: Code): Code {
  return [0x03, 0x40, ...code, op.end];
}

function addProducts(sum: 'low' | 'high', widen: Code, offset: number): Code {
  return set(sum, [...get(sum), ...get('bytes'), ...widen, ...get('at'), ...op.load(offset), ...op.multiplyPairs, ...op.addLanes]);
}

function section(id: number, content: Code): Code {
  return [id, ...sized(content)];
}

function list(...items: readonly Code[]): Code {
  return [items.length, ...items.flat()];
}

function sized(content: Code): Code {
  return [(content.length & 0x7f) | 0x80, content.length >> 7, ...content];
}

function text(value: string): Code {
  return list(...[...Buffer.from(value)].map((byte) => [byte]));
}
