import { toJson } from 'toolgate/model';
import type { PreparedCall } from 'toolgate/tool';
import { hashOf } from './canonical-json.js';

/** Names a tool's definition by its content: what a person approved is void where it changes. */
export const definitionHashOf = ({ callback }: PreparedCall): string => hashOf(toJson(callback.definition));
