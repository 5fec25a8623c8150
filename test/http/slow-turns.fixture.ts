import type { ScriptedChatModelOptions } from 'toolgate/testing';
import { deferred } from '../story.fixture.js';

/** Stops a model before one of its parts, until `open()`. */
export const holdAt = (part: number) => {
  const [gate, reached] = [deferred(), deferred()];
  let parts = 0;
  const beforePart: ScriptedChatModelOptions['beforePart'] = () => {
    if (parts++ !== part) return undefined;
    reached.resolve();
    return gate.promise;
  };
  return { model: { beforePart }, reached: reached.promise, open: (): void => gate.resolve() };
};

/** Lets a model emit a few parts at a time. */
export const pace = () => {
  let allowed = 0;
  const waiting: (() => void)[] = [];
  const beforePart: ScriptedChatModelOptions['beforePart'] = () => {
    if (allowed > 0) allowed -= 1;
    else return new Promise<void>((resolve) => waiting.push(resolve));
    return undefined;
  };
  const allow = (parts: number): void => {
    const released = waiting.splice(0, parts);
    allowed += parts - released.length;
    for (const release of released) release();
  };
  return { model: { beforePart }, allow };
};

/** A network whose connections can be dropped, or ended as a proxy does. */
export const droppingNetwork = () => {
  let drop = (): void => {};
  let end = (): void => {};
  const fetchOverIt: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        start: (controller) => {
          drop = () => controller.error(new TypeError('network error'));
          end = () => controller.terminate();
        },
      }),
    );
    return new Response(body, response);
  };
  return { fetch: fetchOverIt, drop: (): void => drop(), end: (): void => end() };
};
