import { ToolDeclarationException } from '../contract/tool.errors.js';

/**
 * Ajv writes a function for each schema when it is used first. Start-up stops here, because every call would fail later.
 * @throws ToolDeclarationException if the process forbids functions from strings
 */
export const assertCodeFromStrings = (): void => {
  try {
    void new Function();
  } catch (cause) {
    throw new ToolDeclarationException(FORBIDDEN, { cause });
  }
};

const FORBIDDEN =
  'this process forbids code from strings, which the validation of arguments needs. Start Node without --disallow-code-generation-from-strings.';
