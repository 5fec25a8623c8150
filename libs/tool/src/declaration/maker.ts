import type { JsonValue } from 'toolgate/model';
import type { InputIssue } from '../tool-callback.js';

/**
 * Makes a fresh value of checked JSON. What the schema could not see goes into `issues`; without that list the JSON was
 * found good before, and is only made into a value again.
 */
export type Maker = (value: JsonValue, path: string, issues: InputIssue[] | undefined) => unknown;
