import { TOOL_OPTIONS } from './declaration.constants.js';
import type { ToolOptions } from './tool.decorator.js';
import { chainOf } from './tool-methods-of.js';

// Written as an object, so that a new option cannot be forgotten here.
const OPTIONS: Readonly<Record<keyof ToolOptions, true>> = {
  name: true,
  description: true,
  parameters: true,
  jsonSchema: true,
  returnDirect: true,
  requiresApproval: true,
  sequential: true,
  idempotent: true,
  timeoutMs: true,
  tags: true,
  hints: true,
};
const KEYS = Object.keys(OPTIONS) as readonly (keyof ToolOptions)[];

/** The options of a tool method: its own, and where they say nothing those of the nearest superclass that does. */
export function effectiveOptions(start: object, key: string): ToolOptions {
  return chainOf(start).reduceRight<ToolOptions>((inherited, target) => {
    const own: ToolOptions | undefined = Reflect.getOwnMetadata(TOOL_OPTIONS, target, key);
    return own ? override(inherited, own) : inherited;
  }, {});
}

function override(inherited: ToolOptions, own: ToolOptions): ToolOptions {
  // A schema told beside other parameters says nothing of these.
  const { jsonSchema: _other, ...rest } = inherited;
  const stated = KEYS.filter((key) => isStated(key, own[key])).map((key) => [key, own[key]]);
  return { ...(own.parameters === undefined ? inherited : rest), ...Object.fromEntries(stated) };
}

function isStated(key: keyof ToolOptions, value: unknown): boolean {
  return value !== undefined && !(value === '' && (key === 'name' || key === 'description'));
}
