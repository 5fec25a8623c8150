import { quote } from '#core';
import type { Approver } from 'toolgate/approval';
import type { PromptBuilder } from 'toolgate/chat';

/**
 * Throws `TypeError` if the turn of a prompt would belong to another tenant than its person. People of two tenants may
 * have the same id, and would share the usual conversation of a chat.
 */
export const assertOwnTenant = async (prompt: PromptBuilder, { tenant }: Approver): Promise<void> => {
  if (typeof tenant !== 'string') return;
  const ofTurn = await prompt.tenant();
  if (ofTurn === tenant) return;
  throw new TypeError(
    `PrincipalResolver returned a person of the tenant ${quote(tenant)}, and the turn of the chat would belong to the tenant ${quote(ofTurn)}. Provide a RequesterResolver whose identify() returns the tenant of the person.`,
  );
};
