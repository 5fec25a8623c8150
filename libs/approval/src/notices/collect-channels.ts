import { inspect } from 'node:util';
import { type Collected, registerSeam, SeamException, type Seams } from '#core';
import { ApprovalChannel } from './approval.channel.js';
import { NOTICE_KINDS } from './notice.js';

registerSeam(ApprovalChannel);

/** Letters and digits of any script, and separators; a name is part of log lines and rows. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,99}$/u;

/** Returns the channels of the application. Throws `SeamException` for an invalid one, and for two of one name. */
export const collectChannels = (seams: Seams): readonly ApprovalChannel[] => {
  const found = seams.collect(ApprovalChannel);
  const owners = new Map<string, string>();
  return found.map((provider) => {
    const channel = checked(provider);
    const other = owners.get(channel.name);
    const owner = ownerOf(provider);
    if (other !== undefined) {
      throw new SeamException(
        `Two channels have the name "${channel.name}": ${other} and ${owner}. Give each ApprovalChannel its own name.`,
      );
    }
    owners.set(channel.name, owner);
    return channel;
  });
};

const checked = (provider: Collected<ApprovalChannel>): ApprovalChannel => {
  const channel = provider.instance();
  const problem = problemOf(channel);
  if (problem) throw new SeamException(`${ownerOf(provider)} is provided as ApprovalChannel, and ${problem}`);
  return channel;
};

const problemOf = (channel: Partial<ApprovalChannel> | null | undefined): string | undefined => {
  const { name, deliver, kinds } = channel ?? {};
  if (typeof deliver !== 'function') return 'has no method deliver(). Add deliver(notice, { signal }).';
  if (typeof name !== 'string' || !NAME.test(name)) {
    return `its name is ${inspect(name, { maxStringLength: 40 })}. Set name to a string of at most 100 letters, digits, spaces and "._:/-".`;
  }
  const known: readonly unknown[] = NOTICE_KINDS;
  if (kinds === undefined || (Array.isArray(kinds) && kinds.every((kind) => known.includes(kind)))) return undefined;
  return `its kinds are ${inspect(kinds, { maxStringLength: 40, maxArrayLength: 5 })}. Set kinds to a list of ${NOTICE_KINDS.map((kind) => `'${kind}'`).join(', ')}.`;
};

const ownerOf = ({ type, module }: Collected<ApprovalChannel>): string => `${type?.name ?? 'a provider'} in ${module}`;
