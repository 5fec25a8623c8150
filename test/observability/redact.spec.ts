import 'reflect-metadata';
import { afterEach, describe, expect, it } from 'vitest';
import { Logger } from '@nestjs/common';
import type { ObservabilityModuleOptions } from 'toolgate/observability';
import { refuseUnhandledRejections } from '../chat/chat.fixture.js';
import { keepLogs } from '../story.fixture.js';
import { bootObserved, NamedModel } from './observed.fixture.js';
import { useSdk } from './telemetry.fixture.js';

refuseUnhandledRejections();

const sdk = useSdk();

afterEach(() => Logger.overrideLogger(true));

const throws = (): never => {
  throw new RangeError('Hi is not to be said');
};

describe('a redact hook that returns no text', () => {
  it.each([
    ['throws', throws, 'RangeError'],
    ['returns a number', () => 42, 'TypeError'],
    ['is async', async (text: string) => text, 'TypeError'],
    ['is async and rejects', async () => throws(), 'TypeError'],
  ])('because it %s causes the text to be omitted, and one warning', async (_, redact, error) => {
    const { chat } = await bootObserved(new NamedModel(['Hello.']), {
      observe: { messageContent: true, redact: redact as unknown as ObservabilityModuleOptions['redact'] },
    });
    const logger = keepLogs();
    Logger.overrideLogger(logger);
    await expect(chat.prompt('Hi').call().content()).resolves.toBe('Hello.');
    const { attributes } = sdk.current.span('invoke_agent default');
    expect(attributes['gen_ai.input.messages']).toBeUndefined();
    expect(logger.lines).toEqual([
      expect.stringContaining(
        `warn: Telemetry could not be reported to OpenTelemetry (${error}). Turns are not affected.`,
      ),
    ]);
    expect(logger.lines.join()).not.toContain('is not to be said');
  });
});
