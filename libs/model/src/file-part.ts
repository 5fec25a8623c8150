import type { FilePart } from './content.js';

/** Creates a file part from bytes in memory: `filePart(png, 'image/png')`. */
export const filePart = (bytes: Uint8Array, mediaType: string, filename?: string): FilePart => ({
  type: 'file',
  mediaType,
  source: { type: 'data', base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') },
  ...(filename !== undefined && { filename }),
});
