import type { FilePart } from 'toolgate/model';

/** Returns the URL of a file; a data URL if its bytes are in the part. */
export const fileUrl = ({ mediaType, source }: FilePart): string =>
  source.type === 'url' ? source.url : `data:${mediaType};base64,${source.base64}`;
