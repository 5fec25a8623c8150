import { fullFormats } from 'ajv-formats/dist/formats.js';

const { source, flags } = fullFormats.url as RegExp;

/** The format `url` without a second way to read the colons before an `@`: with it, the time is the square of the text. */
export const URL_FORMAT = new RegExp(source.replace('\\S+(?::\\S*)?@', '\\S+@'), flags);
