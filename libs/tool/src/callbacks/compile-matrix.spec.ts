import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as swagger from '@nestjs/swagger';
import { transformSync } from '@swc/core';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import ts from 'typescript';
import * as zod from 'zod';
import type { Class } from '#core';
import * as toolContext from '../contract/tool-context.js';
import { toolMethodsOf } from '../declare/tool-methods.js';
import * as toolParamDecorator from '../declare/tool-param.decorator.js';
import * as toolDecorator from '../declare/tool.decorator.js';
import * as toolsDecorator from '../declare/tools.decorator.js';
import { planMethod } from './plan-method.js';

const FIXTURES = join(process.cwd(), 'libs/tool/src/callbacks/fixtures');
const PACKAGES: Readonly<Record<string, unknown>> = {
  '@nestjs/swagger': swagger,
  'class-transformer': classTransformer,
  'class-validator': classValidator,
  zod,
  'tool-context.js': toolContext,
  'tool.decorator.js': toolDecorator,
  'tool-param.decorator.js': toolParamDecorator,
  'tools.decorator.js': toolsDecorator,
};

type Compile = (path: string) => string;

function projectOptions(): ts.CompilerOptions {
  const path = join(process.cwd(), 'tsconfig.json');
  const { compilerOptions } = ts.readConfigFile(path, ts.sys.readFile).config as { compilerOptions: object };
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, dirname(path));
  return {
    ...options,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: false,
    declaration: false,
  };
}

const transpiled: Compile = (path) =>
  ts.transpileModule(readFileSync(path, 'utf8'), { fileName: path, compilerOptions: projectOptions() }).outputText;

/** Compiles as `tsc` and `nest build` do, with the types of the whole program. */
function builtProgram(): Compile {
  const files = new Map<string, string>();
  const roots = ['known', 'unknown', 'known-to-one', 'apart', 'apart-unknown'].map((name) =>
    join(FIXTURES, `${name}.fixture.ts`),
  );
  const program = ts.createProgram(roots, { ...projectOptions(), isolatedModules: false, noCheck: true });
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.endsWith('.fixture.ts'))) {
    program.emit(source, (_name, text) => files.set(source.fileName, text));
  }
  return (path) => files.get(path) ?? '';
}

const swc: Compile = (path) => {
  const config = JSON.parse(readFileSync(join(process.cwd(), '.swcrc'), 'utf8')) as object;
  const options = { ...config, filename: path, swcrc: false, module: { type: 'commonjs' as const }, sourceMaps: false };
  return transformSync(readFileSync(path, 'utf8'), options).code;
};

function load(compile: Compile, name: string, loaded = new Map<string, object>()): Record<string, Class> {
  const known = loaded.get(name);
  if (known) return known as Record<string, Class>;
  const exports = {};
  loaded.set(name, exports);
  const require = (wanted: string): unknown =>
    wanted.includes('.fixture')
      ? load(compile, basename(wanted, '.js'), loaded)
      : (PACKAGES[wanted] ?? PACKAGES[basename(wanted)]);
  const run = new Function('require', 'exports', compile(join(FIXTURES, `${name}.ts`))) as (
    ...given: unknown[]
  ) => void;
  run(require, exports);
  return exports;
}

function described(type: Class, { key, isStatic }: { key: string; isStatic: boolean }): string {
  try {
    return JSON.stringify(planMethod(type, key, { isStatic }).definition);
  } catch (error) {
    return String(error);
  }
}

function tools(compile: Compile, file: string, name: string): Map<string, string> {
  const type = load(compile, `${file}.fixture`)[name]!;
  return new Map(toolMethodsOf(type).map((method) => [method.key, described(type, method)]));
}

const compilers: Readonly<Record<string, Compile>> = { tsc: builtProgram(), transpileModule: transpiled, swc };

type Described = Map<string, string>;

function underEach(file: string, name: string): readonly [Described, ...Described[]] {
  return Object.values(compilers).map((compile) => tools(compile, file, name)) as [Described, ...Described[]];
}

describe('the same source', () => {
  it('creates byte-equal schemas under every compiler, with classes in one file or in several', () => {
    const sizes = (
      [
        ['known', 'KnownTools'],
        ['apart', 'ApartTools'],
      ] as const
    ).map(([file, name]) => {
      const [built, ...others] = underEach(file, name);
      expect([...built.values()].filter((text) => !text.startsWith('{'))).toEqual([]);
      for (const other of others) expect([...other]).toEqual([...built]);
      return built.size;
    });
    expect(sizes[0]! + sizes[1]!).toBeGreaterThanOrEqual(45);
  });

  it('fails with the same message under every compiler if a type cannot be determined', () => {
    const sizes = (
      [
        ['unknown', 'UnknownTools'],
        ['apart-unknown', 'ApartUnknown'],
      ] as const
    ).map(([file, name]) => {
      const [built, ...others] = underEach(file, name);
      const start = `ToolDeclarationException: ${name}.`;
      expect([...built].filter(([, text]) => !text.startsWith(start))).toEqual([]);
      for (const other of others) expect([...other]).toEqual([...built]);
      return built.size;
    });
    expect(sizes[0]! + sizes[1]!).toBeGreaterThanOrEqual(40);
  });

  it('creates the same schemas in any load order of two classes that reference each other', () => {
    for (const compile of Object.values(compilers)) {
      const texts = ['order.fixture', 'customer.fixture'].map((first) => {
        const loaded = new Map<string, object>();
        load(compile, first, loaded);
        const type = load(compile, 'apart.fixture', loaded)['ApartTools']!;
        return toolMethodsOf(type).map((method) => described(type, method));
      });
      expect(texts[0]).toEqual(texts[1]);
      expect(texts[0]![0]).toContain('#/$defs/Order');
    }
  });

  it('never creates two different schemas if one compiler writes more type information', () => {
    const all = Object.values(compilers).map((compile) => tools(compile, 'known-to-one', 'KnownToOne'));
    for (const key of all[0]!.keys()) {
      const schemas = all.map((each) => each.get(key)!).filter((text) => text.startsWith('{'));
      expect(new Set(schemas).size).toBeLessThanOrEqual(1);
    }
    expect(tools(swc, 'known-to-one', 'KnownToOne').get('importedEnum')).toContain('@ToolParam({ enum: Status })');
  });
});
