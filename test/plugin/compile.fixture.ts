import { basename, join } from 'node:path';
import { vi } from 'vitest';
import * as nest from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import * as classValidator from 'class-validator';
import ts from 'typescript';
import * as toolgate from 'toolgate';
import { before, type PluginOptions } from 'toolgate/plugin';

/** The folder of the sources. */
export const FOLDER = join(process.cwd(), 'test/plugin/sources');
const PACKAGES: Readonly<Record<string, unknown>> = {
  '@nestjs/common': nest,
  '@nestjs/swagger': swagger,
  'class-validator': classValidator,
  toolgate,
};

/** The options of a compilation. */
export interface Compilation {
  /** The options of the plugin, which is absent without them. */
  readonly plugin?: PluginOptions;
  readonly module?: ts.ModuleKind;
}

/** The output of the compiler for each file, and the lines that the plugin printed. */
export interface Compiled {
  readonly outputs: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/** Returns the program of the sources, as a build of an application creates it. */
export function programOf(names: readonly string[], module: ts.ModuleKind = ts.ModuleKind.CommonJS): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd());
  const roots = names.map((name) => join(FOLDER, `${name}.ts`));
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const complete = { ...options, module, moduleResolution, noEmit: false, declaration: false };
  return ts.createProgram(roots, complete, hostWithCache(complete));
}

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Parses each file once for all programs, because most files belong to TypeScript and Nest. */
function hostWithCache(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options, true);
  const getSourceFile: ts.CompilerHost['getSourceFile'] = (name, languageVersion) => {
    if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, languageVersion));
    return parsed.get(name);
  };
  return { ...host, getSourceFile };
}

/** Compiles the sources with TypeScript's own API, as the Nest CLI does. */
export function compile(names: readonly string[], { plugin, module }: Compilation): Compiled {
  const program = programOf(names, module);
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const transformers = plugin ? { before: [before(plugin, program)] } : {};
    const outputs = new Map<string, string>();
    for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(FOLDER))) {
      const write = (path: string, text: string): void => void outputs.set(basename(path), text);
      program.emit(source, write, undefined, false, transformers);
    }
    return { outputs, warnings: printed.mock.calls.map(([line]) => String(line).trimEnd()) };
  } finally {
    printed.mockRestore();
  }
}

/** Runs a compiled CommonJS file with the files that it requires, and returns its exports. */
export function run<Exports>(outputs: ReadonlyMap<string, string>, name: string): Exports {
  const known = new Map<string, object>();
  const load = (path: string): unknown => {
    const file = basename(path, '.js');
    const loaded = PACKAGES[path] ?? known.get(file);
    if (loaded) return loaded;
    const exports = {};
    known.set(file, exports);
    const code = outputs.get(`${file}.js`) ?? `throw new Error('No file ${file}')`;
    // oxlint-disable-next-line no-implied-eval -- the compiler wrote this code in the same test
    new Function('exports', 'require', code)(exports, load);
    return exports;
  };
  return load(`./${name}`) as Exports;
}

/** Returns the code of the static method that the plugin added to the class of a file. */
export function factoryIn({ outputs }: Compiled, file: string): string {
  const [, found] = /( {4}static _TOOLGATE_METADATA_FACTORY\(\)[^]*?\n {4}\})\n/.exec(outputs.get(file) ?? '') ?? [];
  return found ?? '';
}
