import { useEffect, useRef } from 'react';
import type { ApprovalBody, ListedApprovalBody } from 'toolgate/http/client';
import { useDoor } from '../data/door.js';
import { serverNow } from '../data/server-clock.js';
import { useToast } from '../parts/toast.js';
import { labelOf } from '../present/field-labels.js';
import { useLanguage } from '../texts/texts.js';
import { lineOf } from '../present/line-of.js';
import { tellingLine } from './telling-line.js';
import type { List } from './use-list.js';
import type { Ticks } from './use-ticks.js';

// More than these are neither read nor named.
const MOST_NAMED = 3;

/** States the outcome of a selected approval that left the list because another person decided. An open card states it itself. */
export const useDepartures = ({
  list: { key, loaded, isPending },
  ticks: { revisions, untick },
  me,
}: {
  readonly list: List;
  readonly ticks: Ticks;
  readonly me: string | undefined;
}): void => {
  const { client } = useDoor();
  const { locale, texts } = useLanguage();
  const { list, status } = texts;
  const toast = useToast();
  const last = useRef({ key, loaded });
  useEffect(() => {
    const before = last.current;
    last.current = { key, loaded };
    // After a change of the filter, or before the first read, an approval that is missing has not left.
    if (before.key !== key || before.loaded === loaded || isPending) return;
    const now = new Map(loaded.map((item) => [item.id, item]));
    const watched = before.loaded.filter(({ id }) => revisions.has(id));
    const left = watched.filter(({ id }) => !now.has(id));
    const changed = watched.filter(({ id, revision }) => isOther(now.get(id), revision) && revisions.has(id));
    untick([...left, ...changed].map(({ id }) => id));
    for (const { toolName } of changed) toast({ text: list.noted.changed(lineOf(labelOf(toolName))), tone: 'warn' });
    if (left.length === 0) return;
    void outcomesOf(left.slice(0, MOST_NAMED + 1), client.get).then((outcomes) => {
      const others = outcomes.filter(({ decidedBy, status: word }) => word !== 'PENDING' && (!me || decidedBy !== me));
      if (others.length > MOST_NAMED) toast({ text: list.noted.several });
      else for (const outcome of others) toast({ text: noteOf(outcome) });
    });
  });
  const noteOf = (approval: ApprovalBody): string => {
    const { toolName, status: word, decidedBy } = approval;
    const [firstPart = ''] = (tellingLine(approval, { locale, now: serverNow() }) ?? '').split(' · ');
    const outcome = decidedBy === undefined ? status[word] : list.noted.by(status[word], decidedBy);
    return list.noted.left(lineOf(`${labelOf(toolName)} ${firstPart}`.trim()), outcome);
  };
};

const isOther = (now: ListedApprovalBody | undefined, revision: number): boolean =>
  now !== undefined && now.revision !== revision;

/** Returns the outcomes of approvals; one that cannot be read is left out. */
const outcomesOf = async (
  left: readonly ListedApprovalBody[],
  get: (id: string) => Promise<ApprovalBody>,
): Promise<readonly ApprovalBody[]> => {
  const asked = await Promise.allSettled(left.map(({ id }) => get(id)));
  return asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};
