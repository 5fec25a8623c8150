// oxlint-disable-next-line import/no-unassigned-import -- it adds the metadata functions to Reflect
import 'reflect-metadata';

/** Where `@Tool` keeps the options of one method. */
export const TOOL_OPTIONS = Symbol.for('toolgate:tool-options');

/** Where `@Tools` keeps what it says of a class's tool methods. */
export const TOOLS_OPTIONS = Symbol.for('toolgate:tools-options');

/** Where `@Tool` keeps the keys of a class's own tool methods, in the order of their declaration. */
export const TOOL_METHODS = Symbol.for('toolgate:tool-methods');

/** Where the decorators keep the method as the class wrote it, before any other decorator wrapped it. */
export const TOOL_METHOD_SOURCE = Symbol.for('toolgate:tool-method-source');

/** Where `@ToolParam` keeps the options of a method's own parameters, by index. */
export const TOOL_PARAMETERS = Symbol.for('toolgate:tool-parameters');

/** Where `@ToolParam` keeps the options of a class's own properties, by name. */
export const TOOL_PROPERTIES = Symbol.for('toolgate:tool-properties');
