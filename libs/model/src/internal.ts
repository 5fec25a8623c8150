export { mergeOptions } from './merge-options.js';
export { addUsage } from './usage.js';
