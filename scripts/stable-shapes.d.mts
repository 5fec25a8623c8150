import type { Plugin } from 'rolldown';

export const stableShapes: Plugin;
export const spreadFirst: (code: string) => readonly number[];
