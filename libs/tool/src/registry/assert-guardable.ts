import type { Type } from '@nestjs/common';
import { isScoped, type ProviderWrapper } from '#core';
import { ToolDeclarationException } from '../contract/tool.errors.js';

/**
 * Checks that each call of a guarded method passes its guard, and finds its instance again after a decision.
 * @throws ToolDeclarationException for a provider that is not a singleton or is not extensible, and for a property in
 * place of the method
 */
export const assertGuardable = (type: Type, key: string, wrapper: ProviderWrapper): void => {
  const refuse = (problem: string): never => {
    throw new ToolDeclarationException(`${type.name}.${key} requires approval, and ${problem}`);
  };
  if (isScoped(wrapper)) {
    refuse(
      'its provider is request-scoped or transient, so the instance does not exist after the decision. Make the provider a singleton, and read the data of the request from a ToolContext parameter.',
    );
  }
  const instance: unknown = wrapper.instance;
  // A plain object that a test provides in place of the class has methods of its own.
  if (!(instance instanceof type)) return;
  if (Object.hasOwn(instance, key)) {
    refuse(
      'a property of the instance replaces the method, so its calls would not pass the gate. Override it with a method that has @RequiresApproval().',
    );
  }
  if (!Object.isExtensible(instance)) {
    refuse('its instance is frozen, so it cannot be connected with the gate. Do not freeze the provider.');
  }
};
