import type { ApprovalBody, ApproverGroupBody, PrincipalBody, VoteBody } from 'toolgate/http/client';
import { isMember, voterOf } from './quorum.js';

/** The sentences about who must decide. */
export interface RequirementTexts {
  /** A group without roles and users: any approver of the tenant. */
  readonly anyone: (quorum: number) => string;
  /** Members are roles and people: "2 of lead or finance". */
  readonly group: (quorum: number, members: readonly string[]) => string;
  readonly fourEyes: (requester: string) => string;
  readonly onlyRequester: (requester: string) => string;
  readonly noEdit: string;
  readonly timeoutCancels: string;
  /** Why the reader may not decide. */
  readonly whyNot: {
    readonly requesterAsked: string;
    readonly notRequester: (requester: string) => string;
    readonly otherGroup: (roles: readonly string[], users: readonly string[]) => string;
    readonly decided: string;
    readonly damaged: string;
    readonly unknown: string;
  };
}

/** One group whose approval is required, and how far it is. */
export interface GroupWords {
  readonly text: string;
  readonly quorum: number;
  /** The votes of its members; they may be more than it requires. */
  readonly votes: readonly VoteBody[];
  readonly isMet: boolean;
}

/** Who must decide, who has, and who still may. */
export interface RequirementWords {
  readonly groups: readonly GroupWords[];
  readonly rules: readonly string[];
  /** The people who may still decide and have not, by name; absent if the application has no directory. */
  readonly mayDecide?: readonly { readonly id: string; readonly name: string }[];
}

type Decided = Pick<ApprovalBody, 'requirement' | 'requester' | 'votes' | 'eligible' | 'answeredBy' | 'status'>;

export const requirementWords = (approval: Decided, texts: RequirementTexts): RequirementWords => {
  const { requirement, votes, eligible, answeredBy, status } = approval;
  const groups = requirement.groups.length > 0 ? requirement.groups : [{ quorum: 1 }];
  const voters = new Set(votes.map(({ voter }) => voter));
  return {
    groups: answeredBy === 'requester' ? [] : groups.map((group) => groupWords(group, votes, texts)),
    rules: status === 'PENDING' ? rulesOf(approval, texts) : [],
    ...(status === 'PENDING' &&
      eligible && {
        mayDecide: eligible.filter(({ id }) => !voters.has(id)).map(({ id, name }) => ({ id, name: name ?? id })),
      }),
  };
};

const rulesOf = ({ requirement, requester, answeredBy }: Decided, texts: RequirementTexts): readonly string[] => {
  const { fourEyes, allowEdit, onTimeout } = requirement;
  return [
    ...(answeredBy === 'requester' ? [texts.onlyRequester(requester)] : []),
    ...(fourEyes && answeredBy === undefined ? [texts.fourEyes(requester)] : []),
    ...(allowEdit || answeredBy !== undefined ? [] : [texts.noEdit]),
    ...(onTimeout === 'cancel' ? [texts.timeoutCancels] : []),
  ];
};

const groupWords = (group: ApproverGroupBody, votes: readonly VoteBody[], texts: RequirementTexts): GroupWords => {
  const { quorum } = group;
  const members = membersOf(group);
  const counted = votes.filter((vote) => isMember(group, voterOf(vote)));
  return {
    text: members.length > 0 ? texts.group(quorum, members) : texts.anyone(quorum),
    quorum,
    votes: counted,
    isMet: counted.length >= quorum,
  };
};

const membersOf = ({ roles = [], users = [] }: ApproverGroupBody): readonly string[] => [...roles, ...users];

/** Returns why the reader may not decide a pending approval, for a person who knows only the page. */
export const whyNot = (
  approval: Decided & Pick<ApprovalBody, 'canDecide' | 'damaged'>,
  me: Pick<PrincipalBody, 'id' | 'roles'>,
  { whyNot: texts }: RequirementTexts,
): string | undefined => {
  const { canDecide, status, answeredBy, requester, requirement, damaged } = approval;
  if (canDecide === true) return undefined;
  if (status !== 'PENDING') return texts.decided;
  if (damaged !== undefined) return texts.damaged;
  if (answeredBy === 'requester' && requester !== me.id) return texts.notRequester(requester);
  if (requirement.fourEyes && requester === me.id) return texts.requesterAsked;
  const { groups } = requirement;
  if (groups.length === 0 || groups.some((group) => isMember(group, me)))
    return canDecide === false ? texts.unknown : undefined;
  const [roles, users] = [groups.flatMap((group) => group.roles ?? []), groups.flatMap((group) => group.users ?? [])];
  return texts.otherGroup([...new Set(roles)], [...new Set(users)]);
};
