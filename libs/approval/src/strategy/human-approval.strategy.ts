import type { JsonObject } from 'toolgate/model';
import { type ToolCallback, ToolException } from 'toolgate/tool';
import { A_PERSON_DECIDES } from '../approval.constants.js';
import { mergeRequirements } from '../requirement/merge-requirements.js';
import { assertRequirement } from '../requirement/requirement-problem.js';
import { type Globs, type ToolMatcher, toolMatcher } from './tool-matcher.js';
import { type NamesOf, unknownName } from '../validation/known-names.js';
import type { ToolApprovalContext } from './tool-approval-context.js';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';
import { ToolApprovalDecision } from './tool-approval-decision.js';
import { ToolApprovalStrategy } from './tool-approval.strategy.js';

/** The tools that require approval by a person, and their requirements. */
export interface HumanApprovalOptions {
  /**
   * Tools that require approval, besides those with `requiresApproval: true`: globs and RegExps, or a requirement for
   * each glob. If several globs match a tool, all of their requirements apply.
   */
  readonly tools?: Globs | Readonly<Record<string, ApprovalRequirement>>;
  /** The requirement of tools that have none in `tools`. */
  readonly requirement?: ApprovalRequirement;
}

interface Rule extends ToolMatcher {
  readonly requirement?: ApprovalRequirement;
}

const NAME = 'HumanApprovalStrategy';
const NAMES: NamesOf<HumanApprovalOptions> = { tools: true, requirement: true };

/**
 * Asks a person about tools that declare `requiresApproval: true`, and about tools that its globs match. It abstains on
 * all others.
 */
export class HumanApprovalStrategy extends ToolApprovalStrategy {
  private readonly rules: readonly Rule[];
  private readonly requirement?: ApprovalRequirement;

  /** Throws `ToolException` for an invalid glob, and for a requirement that no approver can meet. */
  constructor(options: HumanApprovalOptions = {}) {
    super();
    const unknown = unknownName(options, NAMES);
    if (unknown) throw new ToolException(`${NAME} cannot be created: ${unknown}. Correct the name.`);
    const { tools = [], requirement } = options;
    assertRequirement(NAME, requirement);
    this.rules = rulesOf(tools);
    this.requirement = requirement;
  }

  override describe(tool: ToolCallback): string | undefined {
    return isMarked(tool) || this.rules.some(({ matches }) => matches(tool)) ? A_PERSON_DECIDES : undefined;
  }

  override unmatched(tools: readonly ToolCallback[]): readonly string[] {
    return this.rules.flatMap((rule) => rule.unmatched(tools));
  }

  approve(tool: ToolCallback, _args: JsonObject, _context: ToolApprovalContext): ToolApprovalDecision {
    const rules = this.rules.filter(({ matches }) => matches(tool));
    if (rules.length === 0 && !isMarked(tool)) return ToolApprovalDecision.abstain();
    const own = rules.flatMap(({ requirement }) => requirement ?? []);
    return ToolApprovalDecision.ask(own.length > 1 ? mergeRequirements(own) : (own[0] ?? this.requirement));
  }
}

const isMarked = ({ metadata }: ToolCallback): boolean => metadata.requiresApproval === true;

const rulesOf = (tools: Globs | Readonly<Record<string, ApprovalRequirement>>): readonly Rule[] => {
  if (isGlobs(tools)) return [toolMatcher(NAME, tools)];
  return Object.entries(tools).map(([glob, requirement]) => {
    assertRequirement(`${NAME} for ${glob}`, requirement);
    return { ...toolMatcher(NAME, glob), requirement };
  });
};

const isGlobs = (tools: Globs | Readonly<Record<string, ApprovalRequirement>>): tools is Globs =>
  typeof tools !== 'object' || tools === null || tools instanceof RegExp || Array.isArray(tools);
