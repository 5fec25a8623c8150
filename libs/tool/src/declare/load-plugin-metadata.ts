import type { Class } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { attachPluginClass, type PluginClass } from '../types/plugin-metadata.js';

type Section = { readonly classes?: readonly (readonly [unknown, Readonly<Record<string, PluginClass>>])[] };

/**
 * Loads the file `metadata.ts`, which the Nest CLI writes with the plugin `toolgate/plugin` in swc builds with type
 * checks. Call `await loadPluginMetadata(metadata)` before the application is created.
 * @throws ToolDeclarationException if this plugin did not write the file, or the file is older than the sources
 */
export async function loadPluginMetadata(metadata: () => Promise<Record<string, unknown>>): Promise<void> {
  const { 'toolgate/plugin': section } = (await metadata()) as { readonly 'toolgate/plugin'?: Section };
  if (!section?.classes) {
    throw new ToolDeclarationException(
      'loadPluginMetadata(): the metadata has no section "toolgate/plugin". Add "toolgate/plugin" to compilerOptions.plugins in nest-cli.json, and build with type checks.',
    );
  }
  for (const [module, classes] of section.classes) {
    const exported = (await module) as Readonly<Record<string, unknown>>;
    for (const [name, read] of Object.entries(classes)) {
      const type = exported[name];
      if (typeof type !== 'function') {
        throw new ToolDeclarationException(
          `loadPluginMetadata(): the metadata describes the class ${name}, which its module does not export. Build again to update metadata.ts.`,
        );
      }
      attachPluginClass(type as Class, read);
    }
  }
}
