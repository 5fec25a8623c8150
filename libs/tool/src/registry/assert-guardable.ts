import { isScoped, type ProviderWrapper } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';

/**
 * Checks that each call of a guarded method can be found again after a decision, and passes its guard.
 * @throws ToolDeclarationException for a provider that is not a singleton, and for a property in place of the method
 */
export const assertGuardable = (label: string, key: string, wrapper: ProviderWrapper): void => {
  if (isScoped(wrapper)) {
    throw new ToolDeclarationException(
      `${label} requires approval, and its provider is request-scoped or transient, so the instance does not exist after the decision. Make the provider a singleton, and read the data of the request from a ToolContext parameter.`,
    );
  }
  if (Object.hasOwn(wrapper.instance as object, key)) {
    throw new ToolDeclarationException(
      `${label} requires approval, and a property of the instance replaces the method, so its calls would not pass the gate. Override it with a method that has @RequiresApproval().`,
    );
  }
};
