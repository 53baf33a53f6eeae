/// <reference lib="dom" />
/** Makes an animation of screenshots: a GIF, since GitHub, the Marketplace and Open VSX all show one. */
import gifenc from 'gifenc';
import type { Page } from 'playwright-core';

export interface Shot {
  readonly png: Buffer;
  /** How long it is shown. */
  readonly ms: number;
}

/** A GIF has 256 colors; the last one is for what is as in the frame before. */
const colors = 255;

/** @param page a browser's page, which decodes the pictures; they are of one size */
export async function animation(page: Page, shots: readonly Shot[]): Promise<Uint8Array> {
  const frames = [];
  for (const { png, ms } of shots) frames.push({ ...(await pixelsOf(page, png)), ms });
  const palette = mostUsed(frames.map(({ pixels }) => pixels));
  const nearest = new Map(palette.map((color, i) => [color, i]));
  const gif = gifenc.GIFEncoder();
  let before: Uint32Array | undefined;
  for (const { pixels, width, height, ms } of frames) {
    const index = Uint8Array.from(pixels, (color, i) => (before?.[i] === color ? colors : nearestOf(color, palette, nearest)));
    const bytes = [...palette.map(bytesOf), ...Array.from({ length: colors + 1 - palette.length }, () => [0, 0, 0])];
    gif.writeFrame(index, width, height, {
      ...(before === undefined ? { palette: bytes } : { transparent: true, transparentIndex: colors }),
      delay: ms,
      dispose: 1,
    });
    before = pixels;
  }
  gif.finish();
  return gif.bytes();
}

/** Colors as `0xbbggrr`, in rows. */
async function pixelsOf(
  page: Page,
  png: Buffer,
): Promise<{ readonly pixels: Uint32Array; readonly width: number; readonly height: number }> {
  const { data, width, height } = await page.evaluate(async (encoded) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${encoded}`)).blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    if (!context) throw new Error('The browser draws nothing.');
    context.drawImage(picture, 0, 0);
    const bytes = new Uint8Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
    return { data: btoa(text), width: picture.width, height: picture.height };
  }, png.toString('base64'));
  const bytes = Uint8Array.from(Buffer.from(data, 'base64'));
  return { pixels: new Uint32Array(bytes.buffer).map((color) => color & 0xff_ff_ff), width, height };
}

function mostUsed(pictures: readonly Uint32Array[]): readonly number[] {
  const uses = new Map<number, number>();
  for (const picture of pictures) for (const color of picture) uses.set(color, (uses.get(color) ?? 0) + 1);
  const byUse = [...uses].toSorted(([, a], [, b]) => b - a);
  return byUse.slice(0, colors).map(([color]) => color);
}

function nearestOf(color: number, palette: readonly number[], known: Map<number, number>): number {
  let found = known.get(color);
  if (found === undefined) {
    const wanted = bytesOf(color);
    const distance = (other: number): number => bytesOf(other).reduce((sum, part, i) => sum + (part - (wanted[i] ?? 0)) ** 2, 0);
    const distances = palette.map(distance);
    found = distances.indexOf(Math.min(...distances));
    known.set(color, found);
  }
  return found;
}

function bytesOf(color: number): readonly number[] {
  return [color & 0xff, (color >> 8) & 0xff, color >> 16];
}
