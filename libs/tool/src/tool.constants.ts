// oxlint-disable-next-line import/no-unassigned-import -- it adds the metadata functions to Reflect
import 'reflect-metadata';

/** The token of the options of `forRoot({ toolCalling })`. */
export const TOOL_CALLING_OPTIONS = Symbol.for('toolgate:options:tool-calling');

/** The metadata key of `@Tool` for the options of one method. */
export const TOOL_OPTIONS = Symbol.for('toolgate:tool-options');

/** The metadata key of `@Tools` for the options of a class. */
export const TOOLS_OPTIONS = Symbol.for('toolgate:tools-options');

/** The metadata key of `@Tool` for the names of a class's own tool methods, in the order of their declaration. */
export const TOOL_METHODS = Symbol.for('toolgate:tool-methods');

/** The metadata key of the original method, before other decorators wrapped it. */
export const TOOL_METHOD_SOURCE = Symbol.for('toolgate:tool-method-source');

/** The metadata key of `@ToolParam` for the options of a method's own parameters, by index. */
export const TOOL_PARAMETERS = Symbol.for('toolgate:tool-parameters');

/** The metadata key of `@ToolParam` for the options of a class's own properties, by name. */
export const TOOL_PROPERTIES = Symbol.for('toolgate:tool-properties');

/** The metadata key of the guard of one method. */
export const METHOD_GUARD = Symbol.for('toolgate:method-guard');

/** The metadata key for the names of a class's own guarded methods. */
export const GUARDED_METHODS = Symbol.for('toolgate:guarded-methods');
