/** Where a notebook shows a range of its file. Pure. */
import { getLocation } from 'jsonc-parser';
import type { TextRange } from '../../citations/readText.ts';

export interface CellPlace {
  /** 0-based. */
  readonly cell: number;
  /** What the range says, as `findQuote` takes it. */
  readonly words: string;
}

/** @param json the file: each line of a cell is a string */
export function cellPlace(json: string, { start, end }: TextRange): CellPlace {
  const [cells, cell] = getLocation(json, start).path;
  const words = json.slice(start, end).replace(/(?:\\n)?",\s{0,100}"/g, ' ');
  return { cell: cells === 'cells' && typeof cell === 'number' ? cell : 0, words };
}
