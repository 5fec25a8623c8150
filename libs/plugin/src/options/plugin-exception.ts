/** Thrown when the plugin cannot work in the build that loads it; the message states what to change. */
export class PluginException extends Error {
  override readonly name = 'PluginException';
}
