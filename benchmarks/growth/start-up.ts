import { boot } from '../boot.js';
import { InProcessModel } from '../in-process.model.js';
import { toolsOf } from '../tools-of.js';
import type { Sized } from './cost-by-size.js';

/** The start of an application with so many tools; its unit is a tool. */
export const startWith = (tools: number): Sized => {
  const model = new InProcessModel();
  const start = async (): Promise<void> => {
    const app = await boot({ model }, [toolsOf(tools)]);
    await app.close();
  };
  return { size: tools, units: tools, work: start };
};
