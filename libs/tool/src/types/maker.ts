import type { JsonValue } from 'toolgate/model';
import type { InputIssue } from '../contract/tool-callback.js';

/**
 * Converts validated JSON to a new value. Problems that the schema cannot detect are added to `issues`. Without `issues`
 * the JSON was valid before and is only converted again.
 */
export type Maker = (value: JsonValue, path: string, issues: InputIssue[] | undefined) => unknown;
