import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type ts from 'typescript';
import { PluginException } from './plugin-exception.js';

/** The compiler as a library. */
export type TypeScript = typeof ts;

/**
 * Loads the TypeScript that the Nest CLI compiles with: the one of the project in this folder, or else that of the CLI.
 * @throws PluginException if there is none, or one without a JavaScript API
 */
export function loadTypeScript(folder: string = process.cwd()): TypeScript {
  const found = requireTypeScript(folder) ?? requireTypeScript(dirname(scriptPath(folder)));
  if (!found) {
    throw new PluginException(
      `toolgate/plugin cannot load TypeScript from ${folder}. Install it there: npm install --save-dev typescript@6.`,
    );
  }
  if (typeof found.createProgram === 'function' && found.factory !== undefined) return found as TypeScript;
  throw new PluginException(
    `toolgate/plugin needs the JavaScript API of the compiler, which TypeScript ${found.version ?? '7'} does not have. Install TypeScript 5 or 6 (npm install --save-dev typescript@6), or remove the plugin from nest-cli.json and describe the parameters with @ToolParam().`,
  );
}

/** The script that runs, which a link in node_modules/.bin may hide. */
function scriptPath(folder: string): string {
  try {
    return realpathSync(process.argv[1] ?? folder);
  } catch {
    return folder;
  }
}

function requireTypeScript(folder: string): Partial<TypeScript> | undefined {
  const require = createRequire(join(folder, 'package.json'));
  try {
    require.resolve('typescript');
  } catch {
    return undefined;
  }
  return require('typescript');
}
