import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import { run } from '../architecture/run.js';
import { sourcePlugin, sourceResolution } from '../run/source-plugin.js';

const OPTIONAL = /^@nestjs\/(microservices|websockets|platform-express)(\/|$)/;
const VALIDATORS = /^class-(validator|transformer)(\/|$)/;

/** Bundles the application with its packages, and returns what Node prints. */
const printed = async (external: readonly RegExp[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const bundle = await rolldown({
    input: resolve('test/tools/bundled-application.fixture.ts'),
    platform: 'node',
    plugins: [sourcePlugin],
    resolve: sourceResolution,
    external: [...external],
    treeshake: false,
    logLevel: 'silent',
  });
  await bundle.write({ file: join(folder, 'main.mjs'), format: 'es', keepNames: true, codeSplitting: false });
  await bundle.close();
  return (await run(folder, process.execPath, 'main.mjs')).trim();
};

describe('an application that is one bundle with its packages', () => {
  it('does not start if its DTOs have decorators that cannot be read there', { timeout: 120_000 }, async () => {
    expect(await printed([OPTIONAL])).toBe(
      'ToolDeclarationException: Orders.place, parameter 0 (order): OrderDto cannot be read, because a bundler packed class-validator and class-transformer into the application. Declare both as external packages in the configuration of the bundler, and install them beside the bundle.',
    );
  });

  it('reads DTOs if class-validator and class-transformer are external', { timeout: 120_000 }, async () => {
    expect(JSON.parse(await printed([OPTIONAL, VALIDATORS]))).toEqual({
      order: {
        type: 'object',
        properties: { order_number: { type: 'integer' } },
        required: ['order_number'],
        additionalProperties: false,
      },
    });
  });
});
