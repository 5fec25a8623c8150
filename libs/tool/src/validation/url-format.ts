import formats, { type FormatsPlugin } from 'ajv-formats';

// The package exports its function as `default`, under both ESM and CommonJS.
const { source, flags } = (formats as { readonly default: FormatsPlugin }).default.get('url') as RegExp;

/** The format `url` without the ambiguous match of colons before an `@`, which takes quadratic time. */
export const URL_FORMAT = new RegExp(source.replace('\\S+(?::\\S*)?@', '\\S+@'), flags);
