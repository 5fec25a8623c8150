import { boot } from '../boot.js';
import { InProcessModel } from '../in-process.model.js';
import { toolsOf } from '../tools-of.js';
import type { Sized } from './cost-by-size.js';

/** Starts an application with this number of tools. A unit is one tool. */
export const startWith = (tools: number): Sized => {
  const model = new InProcessModel();
  const start = async (): Promise<void> => {
    const app = await boot({ model }, [toolsOf(tools)]);
    await app.close();
  };
  return { size: tools, units: tools, work: start };
};
