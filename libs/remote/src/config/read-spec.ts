import { checkOptions, isObject, type Options, ownValue } from '#core';
import { RemoteApprovalException } from '../errors/remote-approval.errors.js';
import { REMOTE_APPROVAL } from './options.js';
import type { ToolApprovalConfig } from './tool-approval-config.js';

/** Options in addition to a spec, such as the headers with the secret of the application. They override the spec. */
export type SpecConnection = Partial<Pick<ToolApprovalConfig, 'serviceUrl' | 'headers' | 'onTimeout'>>;

/** The names of a spec, and those of the configuration. */
const NAMES = {
  tools: 'tools',
  timeout: 'timeout',
  poll_interval: 'pollInterval',
  service_url: 'serviceUrl',
  headers: 'headers',
  on_timeout: 'onTimeout',
} as const satisfies Readonly<Record<string, keyof ToolApprovalConfig>>;

const SPEC: Options = Object.fromEntries(Object.entries(NAMES).map(([name, key]) => [name, REMOTE_APPROVAL[key]]));

/**
 * Converts the part `tool_approval` of a spec; its other parts are ignored. Throws `RemoteApprovalException` for an
 * unknown key and for an invalid value.
 */
export const readSpec = (spec: object, connection: SpecConnection = {}): ToolApprovalConfig => {
  const part = isObject(spec) ? ownValue(spec, 'tool_approval') : undefined;
  if (!isObject(part))
    throw new RemoteApprovalException(
      'The spec has no object tool_approval, so it names no tools. Pass { tool_approval: { tools: [...] } }.',
    );
  checkOptions(part, SPEC, { path: 'tool_approval.', error: RemoteApprovalException });
  const named = Object.entries(NAMES).flatMap(([name, key]) => {
    const value: unknown = ownValue(part, name);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...(Object.fromEntries(named) as unknown as ToolApprovalConfig), ...connection };
};
