import { PluginException } from './plugin-exception.js';

/** The options of the plugin in `nest-cli.json`: `{ "name": "toolgate/plugin", "options": { … } }`. */
export interface PluginOptions {
  /** Whether doc comments become descriptions, which the model receives. @default true */
  readonly comments?: boolean;
}

/** What the Nest CLI adds to the options of a read-only visitor. */
const ADDED_BY_CLI: readonly string[] = ['pathToSource', 'readonly'];

/**
 * Completes the options of the plugin.
 * @throws PluginException if an option is unknown or has the wrong type
 */
export function completePluginOptions(options: object = {}): Required<PluginOptions> {
  const unknown = Object.keys(options).find((name) => name !== 'comments' && !ADDED_BY_CLI.includes(name));
  if (unknown !== undefined) {
    throw new PluginException(
      `toolgate/plugin: unknown option "${unknown}" in nest-cli.json. Remove it: the only option is "comments".`,
    );
  }
  const { comments = true } = options as PluginOptions;
  if (typeof comments === 'boolean') return { comments };
  throw new PluginException(
    'toolgate/plugin: the option "comments" in nest-cli.json must be true or false. Change it, or remove it for true.',
  );
}
