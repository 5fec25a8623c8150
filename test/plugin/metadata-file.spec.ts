import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Type } from '@nestjs/common';
import { PluginMetadataGenerator } from '@nestjs/cli/lib/compiler/plugins/plugin-metadata-generator.js';
import { transformSync } from '@swc/core';
import ts from 'typescript';
import { ReadonlyVisitor } from 'toolgate/plugin';
import { loadPluginMetadata, ToolRegistry } from 'toolgate/tool';
import { boot } from '../story.fixture.js';
import { compile, FOLDER, programOf, run } from './compile.fixture.js';

type Metadata = () => Promise<Record<string, unknown>>;

const folder = mkdtempSync(join(tmpdir(), 'toolgate-metadata-'));
afterAll(() => rmSync(folder, { recursive: true }));

let file: string;
let warnings: readonly string[];

/** Lets the Nest CLI write metadata.ts, as it does before it runs swc. */
beforeAll(() => {
  const visitor = new ReadonlyVisitor({ pathToSource: FOLDER });
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const tsProgramRef = programOf(['bookings', 'reports', 'hidden']);
  new PluginMetadataGenerator().generate({ visitors: [visitor], outputDir: folder, tsProgramRef } as never);
  warnings = printed.mock.calls.map(([line]) => String(line).trimEnd());
  printed.mockRestore();
  file = readFileSync(join(folder, 'metadata.ts'), 'utf8');
});

/** Compiles the sources with swc, which runs no plugin of TypeScript. */
const compileWithSwc = (): Map<string, string> => {
  const options = JSON.parse(readFileSync('.swcrc', 'utf8')) as object;
  const outputs = ['bookings', 'reports', 'stay'].map((name): [string, string] => {
    const source = readFileSync(join(FOLDER, `${name}.ts`), 'utf8');
    return [`${name}.js`, transformSync(source, { ...options, swcrc: false, module: { type: 'commonjs' } }).code];
  });
  const metadata = ts.transpileModule(file, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: 99 } });
  return new Map([...outputs, ['metadata.js', metadata.outputText]]);
};

const definitionsOf = async (...providers: readonly Type[]) => {
  const { app } = await boot({ providers: [...providers] });
  return app
    .get(ToolRegistry)
    .callbacks()
    .map(({ definition }) => definition);
};

describe('metadata.ts', () => {
  it('contains the code that the transformer writes into the classes', () => {
    expect(file).toMatchSnapshot();
  });

  it('leaves out classes that are not exported, with a warning', () => {
    expect(file).not.toContain('Hidden');
    expect(warnings).toEqual([
      'test/plugin/sources/hidden.ts:5:1 - warning toolgate/plugin: Hidden: metadata.ts cannot describe it, because its file does not export it. Export Hidden.',
    ]);
  });

  it('creates the same schemas in an application compiled with swc as in one compiled with tsc', async () => {
    const outputs = compileWithSwc();
    const load = (name: string): Record<string, Type> => run(outputs, name);
    const all = run<Record<string, Type> & { default: Metadata }>(
      new Map([
        ...outputs,
        [
          'all.js',
          "Object.assign(exports, require('./bookings.js'), require('./reports.js'), require('./metadata.js'))",
        ],
      ]),
      'all',
    );
    await expect(definitionsOf(load('bookings')['Bookings']!)).rejects.toThrow('its type cannot be read');
    await loadPluginMetadata(all.default);
    const { outputs: built } = compile(['bookings', 'reports'], { plugin: {} });
    const bySwc = await definitionsOf(all['Bookings']!, all['Reports']!);
    const byTsc = await definitionsOf(
      run<Record<string, Type>>(built, 'bookings')['Bookings']!,
      run<Record<string, Type>>(built, 'reports')['Reports']!,
    );
    expect(JSON.stringify(bySwc)).toBe(JSON.stringify(byTsc));
  });
});

describe('loadPluginMetadata', () => {
  it('rejects the metadata of other plugins', async () => {
    const metadata = async () => ({ '@nestjs/swagger': { models: [] } });
    await expect(loadPluginMetadata(metadata)).rejects.toThrow(
      'the metadata has no section "toolgate/plugin". Add "toolgate/plugin" to compilerOptions.plugins in nest-cli.json',
    );
  });

  it('rejects metadata that is older than the sources', async () => {
    const metadata = async () => ({ 'toolgate/plugin': { classes: [[Promise.resolve({}), { Renamed: {} }]] } });
    await expect(loadPluginMetadata(metadata)).rejects.toThrow(
      'describes the class Renamed, which its module does not export. Build again to update metadata.ts.',
    );
  });
});
