import { describe, expect, it } from 'vitest';
import { ToolBody } from './tool-body.js';
import { NestedSuspensionException } from './inner-turn.errors.js';

ToolBody.track();

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const depthOf = (body: ToolBody | undefined): number => (body ? 1 + depthOf(body['parent']) : 0);

describe('a tool body', () => {
  it('is known only inside its async context, also after it has ended', async () => {
    const body = ToolBody.open('act')!;
    let later: Promise<ToolBody | undefined> | undefined;
    await body.run(async () => {
      expect(ToolBody.current()).toBe(body);
      later = new Promise((resolve) => setImmediate(() => resolve(ToolBody.current())));
    });
    expect(ToolBody.current()).toBeUndefined();
    expect(await later).toBe(body);
  });

  it('fails every running body around it, even if they catch the error', async () => {
    const outer = ToolBody.open('outer')!;
    const running = outer.run(async () => {
      const inner = ToolBody.open('inner')!;
      await inner.run(async () => void inner.refuse(['refund', 'refund'])).catch(() => {});
    });
    await expect(running).rejects.toBeInstanceOf(NestedSuspensionException);
    await expect(running).rejects.toMatchObject({ toolName: 'inner', pending: ['refund'] });
  });

  it('does not fail bodies that have ended', async () => {
    const outer = ToolBody.open('outer')!;
    let inner: ToolBody | undefined;
    await outer.run(async () => {
      inner = ToolBody.open('inner');
    });
    const refused = inner!.refuse(['refund']);
    expect(() => outer.throwIfRefused()).not.toThrow();
    expect(() => inner!.throwIfRefused()).toThrow(refused);
  });

  it('does not retain earlier bodies if each one starts the next and ends', async () => {
    const bodies: ToolBody[] = [];
    await new Promise<void>((resolve) => {
      const next = async (): Promise<void> => {
        const body = ToolBody.open('again')!;
        await settled();
        if (bodies.push(body) === 100) return resolve();
        void body.run(next);
        await settled();
      };
      void ToolBody.open('first')!.run(next);
    });
    expect(Math.max(...bodies.map(depthOf))).toBeLessThan(10);
  });
});
