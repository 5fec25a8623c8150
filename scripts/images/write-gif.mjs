import * as gifenc from 'gifenc';
import { pixelsOf } from './png-pixels.mjs';

// The package is CommonJS.
const { applyPalette, GIFEncoder, quantize } = gifenc.default;

const COLORS = 255;
const TRANSPARENT = COLORS;
const END_MS = 3500;

const rgbaOf = (png) => {
  const { width, height, channels, bytes } = pixelsOf(png);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++)
    rgba.set(bytes.subarray(pixel * channels, pixel * channels + 3), pixel * 4);
  return { width, height, rgba };
};

const keepUnchanged = (indexes, words, before) => {
  for (let pixel = 0; pixel < words.length; pixel++) if (words[pixel] === before[pixel]) indexes[pixel] = TRANSPARENT;
};

/** Returns an animated GIF of frames `{ png, forMs }` of the same size. Pixels that do not change are transparent. */
export const gifOf = (frames) => {
  const gif = GIFEncoder();
  let before;
  for (const [at, { png, forMs }] of frames.entries()) {
    const { width, height, rgba } = rgbaOf(png);
    const colors = quantize(rgba, COLORS);
    const indexes = applyPalette(rgba, colors);
    const words = new Uint32Array(rgba.buffer);
    if (before) keepUnchanged(indexes, words, before);
    gif.writeFrame(indexes, width, height, {
      palette: Array.from({ length: COLORS + 1 }, (_, index) => colors[index] ?? [0, 0, 0]),
      delay: at === frames.length - 1 ? END_MS : forMs,
      dispose: 1,
      ...(before && { transparent: true, transparentIndex: TRANSPARENT }),
    });
    before = words;
  }
  gif.finish();
  return Buffer.from(gif.bytes());
};
