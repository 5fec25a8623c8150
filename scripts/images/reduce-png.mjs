import { crc32, deflateSync } from 'node:zlib';
import { pixelsOf } from './png-pixels.mjs';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const COLORS = 256;

// Frequent colors that differ by less would take places from those that matter.
const NEAR = 18;

const distance = (one, other) =>
  ((one >> 16) - (other >> 16)) ** 2 +
  (((one >> 8) & 255) - ((other >> 8) & 255)) ** 2 +
  ((one & 255) - (other & 255)) ** 2;

const paletteOf = (counts) => {
  const palette = [];
  const frequent = [...counts].sort(([, one], [, other]) => other - one);
  for (const [color, count] of frequent) {
    if (palette.length === COLORS) break;
    if (count > 2000 || palette.every((known) => distance(known, color) > NEAR)) palette.push(color);
  }
  return palette;
};

const nearest = (palette, color) => {
  let [best, least] = [0, Infinity];
  for (const [index, known] of palette.entries()) {
    const far = distance(known, color);
    if (far < least) [best, least] = [index, far];
  }
  return best;
};

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** Returns a PNG with at most 256 colors: the most frequent ones, and for each other the nearest of them. */
export const reducePng = (png) => {
  const { width, height, channels, bytes } = pixelsOf(png);
  const colorAt = (at) => (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
  const counts = new Map();
  for (let at = 0; at < bytes.length; at += channels) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1);
  const palette = paletteOf(counts);
  const indexes = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    rows[pixel + Math.floor(pixel / width) + 1] = indexes.get(colorAt(pixel * channels));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
