import { once } from 'node:events';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ChatClient } from 'toolgate';
import { userMessage } from 'toolgate/model';
import { ToolApprovalManager } from 'toolgate/remote';
import { boot } from '../boot.js';
import { InProcessModel } from '../in-process.model.js';
import { toolsOf } from '../tools-of.js';

const CALLS = 1000;
/** The number of measured calls: so many that the noise of the heap is small for each. */
const MANY = 5000;
const SLICE_MS = 2200;
const ROUNDS = 5;

const startService = async () => {
  const child = fork(fileURLToPath(new URL('./silent-service.js', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}/approvals`, stop: () => child.kill() };
};

const managerAt = (serviceUrl: string) => new ToolApprovalManager({ tools: ['.*'], timeout: '1h', serviceUrl });

/** Lets calls wait. Returns after 6 s: the calls are then polled at the interval, and idle connections are closed. */
const letWait = async (manager: ToolApprovalManager, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) {
    manager.requestAndWait({ toolName: 'deploy', arguments: { index } }).catch(() => {});
    if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await new Promise((resolve) => setTimeout(resolve, 6000));
};

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

const heap = (): number => {
  for (let time = 0; time < 4; time++) globalThis.gc!();
  return process.memoryUsage().heapUsed;
};

/** Returns the bytes and the timers of one waiting call. */
export const costOfWaiting = async (): Promise<{ readonly bytes: number; readonly timers: number }> => {
  const { url, stop } = await startService();
  const manager = managerAt(url);
  // The first calls compile the code.
  await letWait(manager, CALLS);
  const [heapBefore, timersBefore] = [heap(), timers()];
  await letWait(manager, MANY);
  const bytes = (heap() - heapBefore) / MANY;
  const each = (timers() - timersBefore) / MANY;
  await manager.close();
  stop();
  return { bytes, timers: each };
};

/** Returns how many prompts run in a second without and with 1,000 waiting calls: medians of alternating slices. */
export const promptsBeside = async (): Promise<{ readonly alone: number; readonly beside: number }> => {
  const { url, stop } = await startService();
  const tools = toolsOf(1);
  const app = await boot({ model: new InProcessModel() }, [tools]);
  const chat = app.get(ChatClient);
  const prompt = { messages: [userMessage('Where is A-1042?')], tools: [tools] };
  const slice = async (): Promise<number> => {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < SLICE_MS) {
      for (let index = 0; index < 100; index++) await chat.prompt(prompt).call().content();
      count += 100;
      await new Promise(setImmediate);
    }
    return (count / (performance.now() - start)) * 1000;
  };
  await slice();
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await slice());
    const manager = managerAt(url);
    await letWait(manager, CALLS);
    beside.push(await slice());
    await manager.close();
  }
  await app.close();
  stop();
  return { alone: middle(alone), beside: middle(beside) };
};

const middle = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1]!;
