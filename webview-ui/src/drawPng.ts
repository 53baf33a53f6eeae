/** Draws SVG as a picture. */

/** Twice as sharp as on the page, as far as canvases go. */
const scale = 2;
const longestSide = 8_000;

/** @returns the PNG in base64; undefined where it cannot be drawn */
export async function drawPng(svg: string): Promise<string | undefined> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  const { width, height } = image;
  const by = Math.min(scale, longestSide / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.ceil(width * by), Math.ceil(height * by));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
