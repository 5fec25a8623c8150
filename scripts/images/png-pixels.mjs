import { inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;

const chunksOf = (png) => {
  const chunks = [];
  for (let at = SIGNATURE_BYTES; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
};

const paeth = (left, up, corner) => {
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
};

const PREDICTED = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => paeth(left, up, corner),
];

/** Returns the pixels of a PNG with 8 bits per channel, as a browser writes it: 3 or 4 bytes each. */
export const pixelsOf = (png) => {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR').data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = { 2: 3, 6: 4 }[header[9]];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) throw new Error('The PNG has another format.');
  const raw = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const stride = width * channels;
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const predicted = PREDICTED[raw[y * (stride + 1)]];
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < channels ? 0 : bytes[at - channels];
      const up = y === 0 ? 0 : bytes[at - stride];
      const corner = x < channels || y === 0 ? 0 : bytes[at - stride - channels];
      bytes[at] = raw[y * (stride + 1) + 1 + x] + predicted(left, up, corner);
    }
  }
  return { width, height, channels, bytes };
};
