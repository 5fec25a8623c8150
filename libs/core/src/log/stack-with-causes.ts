import { recordOf } from '../checks/record-of.js';

const MAX_ERRORS = 20;

/** Returns the stack of an error, followed by the stacks of its causes and its aggregated errors. */
export const stackWithCauses = (error: Error): string => {
  const found = new Set<unknown>([error]);
  const stacks: string[] = [];
  for (const one of found) {
    if (!(one instanceof Error)) continue;
    const { stack, cause, errors } = readable(one);
    stacks.push(String(stack));
    for (const next of [cause, ...(Array.isArray(errors) ? errors : [])]) if (found.size < MAX_ERRORS) found.add(next);
  }
  return stacks.join('\nbecause of ');
};

const readable = (error: Error): Readonly<Record<string, unknown>> => {
  try {
    const { stack, cause, errors } = recordOf(error);
    return { stack, cause, errors };
  } catch {
    return { stack: 'an error that cannot be read' };
  }
};
