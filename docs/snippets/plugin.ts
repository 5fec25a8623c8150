// #region declare
import { Injectable } from '@nestjs/common';
import { Tool } from 'toolgate';

@Injectable()
export class Reports {
  /**
   * Sums up the revenue of a region.
   *
   * @param year - The calendar year. All years if it is left out.
   */
  @Tool({ requiresApproval: false })
  revenue(region: 'north' | 'south', year?: number): string {
    return `${region} in ${year ?? 'all years'}`;
  }
}
// #endregion
import { readFileSync } from 'node:fs';
import * as nest from '@nestjs/common';
import ts from 'typescript';
import * as toolgate from 'toolgate';
import { before } from 'toolgate/plugin';
import { loadPluginMetadata, toolDefinitionOf } from 'toolgate/tool';

/** Compiles the example with the plugin, as the Nest CLI does. */
const compiled = (): { readonly Reports: typeof Reports } => {
  const [, example = ''] = /#region declare\n([^]*?)\/\/ #endregion/.exec(
    readFileSync('docs/snippets/plugin.ts', 'utf8'),
  )!;
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    strict: true,
    types: [],
    lib: ['lib.es2023.d.ts'],
    // Nothing else of the package is needed to read the types of the example.
    paths: { toolgate: ['./libs/tool/src/declare/tool.decorator.ts'] },
  };
  const host = ts.createCompilerHost(options);
  const source = ts.createSourceFile('reports.ts', example, ts.ScriptTarget.ES2023, true);
  const program = ts.createProgram(['reports.ts'], options, {
    ...host,
    getSourceFile: (name, version) => (name === source.fileName ? source : host.getSourceFile(name, version)),
  });
  let code = '';
  const keep = (_path: string, text: string): void => void (code = text);
  program.emit(source, keep, undefined, false, { before: [before({}, program)] });
  const packages: Readonly<Record<string, unknown>> = { '@nestjs/common': nest, toolgate };
  const exports = {};
  // oxlint-disable-next-line no-implied-eval -- it is what the compiler wrote a moment ago
  new Function('exports', 'require', code)(exports, (name: string) => packages[name]);
  return exports as { readonly Reports: typeof Reports };
};

export const load = async (): Promise<void> => {
  const metadata = async () => ({ 'toolgate/plugin': { classes: [] } });
  // #region metadata
  await loadPluginMetadata(metadata);
  // #endregion
};

export const run = async (): Promise<unknown> => {
  await load();
  return toolDefinitionOf(compiled().Reports, 'revenue');
};
