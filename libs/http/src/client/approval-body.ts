/** A value that JSON can carry. */
export type JsonBody = string | number | boolean | null | readonly JsonBody[] | JsonObjectBody;

/** An object that JSON can carry. */
export interface JsonObjectBody {
  readonly [name: string]: JsonBody | undefined;
}

/** The status of an approval. A pending approval whose time has passed is `EXPIRED`. */
export type ApprovalStatusWord =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'RESPONDED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'LAPSED'
  | 'REVOKED'
  | 'EXECUTING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'OUTCOME_UNKNOWN'
  | 'ABANDONED';

/** A group of people, and how many of them must approve. */
export interface ApproverGroupBody {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  /** How many of them must approve. */
  readonly quorum: number;
}

/** Who may decide an approval. */
export interface RequirementBody {
  /** Each group must approve; an empty list means that any approver of the tenant may decide. */
  readonly groups: readonly ApproverGroupBody[];
  /** Whether the requester may not decide. */
  readonly fourEyes: boolean;
  /** Whether an approver may edit the arguments. */
  readonly allowEdit: boolean;
  /** What happens if it expires: the call is rejected and the turn continues, or the run is canceled. */
  readonly onTimeout: 'reject' | 'cancel';
}

/** One person's approval of one revision. */
export interface VoteBody {
  readonly voter: string;
  readonly roles?: readonly string[];
  readonly reason?: string;
  readonly at: string;
}

/** The arguments before a person edited them; a list leaves out large ones. */
export interface EditBody {
  readonly editor: string;
  readonly at: string;
  readonly before?: JsonObjectBody;
  /** The size of earlier arguments that the list leaves out, in bytes of JSON. */
  readonly beforeBytes?: number;
}

/** A change of the tool after approval was requested. Approval was then requested again, as the next revision. */
export interface ToolChangeBody {
  readonly at: string;
  /** The revision before. */
  readonly revision: number;
  /** The description before. */
  readonly description?: string;
  /** The JSON Schema of the tool's input before, if it changed. A list leaves it out. */
  readonly inputSchema?: JsonObjectBody;
  readonly changed: readonly ('description' | 'inputSchema' | 'other')[];
}

/** What a model reads of a tool. */
export interface PresentToolBody {
  readonly description: string;
  readonly inputSchema: JsonObjectBody;
}

/** A rejection that came too late to count. */
export interface NoteBody {
  readonly by: string;
  readonly at: string;
  readonly text: string;
}

/** What one strategy decided about the call. */
export interface TraceEntryBody {
  readonly strategy: string;
  readonly decision: 'approve' | 'reject' | 'ask' | 'abstain' | 'error';
  readonly reason?: string;
  readonly within?: readonly string[];
}

/** An approval as a list returns it. Its times are ISO 8601, by the store's clock. */
export interface ListedApprovalBody {
  readonly id: string;
  readonly runId: string;
  /** The run whose call waits for the run of this approval; absent if there is none. */
  readonly outerRunId?: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly description?: string;
  /** The effects of the tool at the time of the request; absent if the tool states none. */
  readonly hints?: { readonly readOnly?: boolean; readonly destructive?: boolean; readonly openWorld?: boolean };
  readonly status: ApprovalStatusWord;
  readonly tenant: string;
  readonly conversation?: string;
  /** The round of the turn, from 0. */
  readonly round: number;
  /** The index of the call in its batch, from 0. */
  readonly index: number;
  /** The version of the record, for `If-Match`. */
  readonly version: number;
  /** The canonical arguments; absent in a list if they are large. */
  readonly arguments?: JsonObjectBody;
  /** The size of arguments that the list leaves out, in bytes of JSON. */
  readonly argumentsBytes?: number;
  readonly argsHash: string;
  readonly revision: number;
  /** The id of the requester. */
  readonly requester: string;
  /** The application that requested it and runs the call; absent for calls of the server itself. */
  readonly application?: string;
  readonly requirement: RequirementBody;
  /** A message for the approver. */
  readonly message?: string;
  /** Why approval is required. */
  readonly reason?: string;
  readonly trace?: readonly TraceEntryBody[];
  readonly votes: readonly VoteBody[];
  readonly edits: readonly EditBody[];
  /** Absent if the tool has not changed since approval was requested. */
  readonly toolChanges?: readonly ToolChangeBody[];
  readonly notes: readonly NoteBody[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string;
  readonly approvalExpiresAt?: string;
  readonly decidedBy?: string;
  readonly decisionReason?: string;
  /** Present while only the requester may answer: the call of a client tool, or the question of a tool. */
  readonly answeredBy?: 'requester';
  /** What the tool asks its requester before the call runs. */
  readonly question?: {
    readonly message: string;
    /** Whether an approver decides after the requester has answered. */
    readonly needsApproval?: true;
  };
  /** The hash of the requester's answer. */
  readonly answerHash?: string;
  /** The result that a person gave in place of the tool's. */
  readonly response?: JsonBody;
  /** Why it cannot be decided, if its arguments do not match their hash. */
  readonly damaged?: string;
  /** When its arguments, answers and results were removed, so that only their hashes remain. */
  readonly contentRemovedAt?: string;
}

/** A person who could decide an approval. */
export interface EligibleBody {
  readonly id: string;
  readonly name?: string;
}

/** One approval, with what a form needs. */
export interface ApprovalBody extends ListedApprovalBody {
  /** The JSON Schema of the tool's input at the time of the request. */
  readonly inputSchema?: JsonObjectBody;
  /** The JSON Schema of the answer that the call waits for; absent if any JSON is an answer. */
  readonly answerSchema?: JsonObjectBody;
  /** The requester's answer to the question of the tool. */
  readonly answer?: JsonBody;
  /** Whether the tool has changed since the request; absent if the server does not have the tool. */
  readonly toolChanged?: boolean;
  /** The tool as the server has it now; present if it has changed. */
  readonly presentTool?: PresentToolBody;
  /**
   * Whether the person of this request may decide it now. Absent if the directory of approvers did not answer, and in
   * the answer to a decision that leaves it pending: read it again.
   */
  readonly canDecide?: boolean;
  /** The people who could decide it; absent if the application has no directory of approvers, or if it did not answer. */
  readonly eligible?: readonly EligibleBody[];
}

/** A page of approvals. */
export interface ApprovalPageBody {
  readonly items: readonly ListedApprovalBody[];
  /** The cursor of the next page; absent if there is none. */
  readonly cursor?: string;
  /** The ids of records that cannot be read, because their rows are damaged; absent if there are none. */
  readonly unreadable?: readonly string[];
  /** The time of the server, ISO 8601. */
  readonly now: string;
}

/** How many approvals match a filter. */
export interface ApprovalCountsBody {
  readonly total: number;
  readonly byStatus: Readonly<Partial<Record<ApprovalStatusWord, number>>>;
}

/** What happened to approvals in one hour. */
export interface ApprovalHourBody {
  /** The start of the hour, ISO 8601. */
  readonly at: string;
  readonly asked: number;
  readonly decided: number;
  readonly expired: number;
  /** The median time from the request to the decision, in milliseconds; absent if no approval was decided. */
  readonly medianDecideMs?: number;
}

/** The hourly numbers of approvals, oldest hour first. */
export interface ApprovalStatsBody {
  readonly from: string;
  readonly to: string;
  readonly hours: readonly ApprovalHourBody[];
}
