import { readConfig } from './config/options.js';
import { readSpec, type SpecConnection } from './config/read-spec.js';
import type { ToolApprovalConfig } from './config/tool-approval-config.js';
import type { ApprovedOf } from './gate/approved-of.js';
import { RemoteApprovalInterceptor } from './gate/remote-approval.interceptor.js';
import { ToolApprovalCapability } from './gate/tool-approval.capability.js';
import { ToolApprovalManager } from './manager/tool-approval.manager.js';

/** The parts of remote approval: people decide the calls of an application at another application's front door. */
export class RemoteToolApproval {
  readonly manager: ToolApprovalManager;
  /**
   * The strategy. Compose it with others: `firstDecisive(denyTools(…), approval.strategy)` sends no call that the first
   * part rejects; `denyOverrides(policy, approval.strategy)` sends each call.
   */
  readonly strategy: ToolApprovalCapability;
  /** Claims approved calls before their bodies. The module registers it; without the module, provide it yourself. */
  readonly interceptor: RemoteApprovalInterceptor;
  /** @internal Whether a call of a named tool runs only with an approval of the service. */
  isStrict = false;

  /** Throws `RemoteApprovalException` for an invalid configuration. */
  constructor(readonly config: ToolApprovalConfig) {
    const { timeoutMs, onTimeout } = readConfig(config);
    this.manager = new ToolApprovalManager(config);
    const approved: ApprovedOf = new WeakMap();
    const parts = { manager: this.manager, approved, timeoutMs, onTimeout };
    this.strategy = new ToolApprovalCapability(parts);
    this.interceptor = new RemoteApprovalInterceptor({ ...parts, isStrict: () => this.isStrict });
  }

  /**
   * Reads the part `tool_approval` of a spec of agent-runtimes as it is. The options of `connection` override those of
   * the spec. Throws `RemoteApprovalException` for an unknown key and for an invalid value.
   */
  static fromSpec(spec: object, connection?: SpecConnection): RemoteToolApproval {
    return new RemoteToolApproval(readSpec(spec, connection));
  }

  /** Whether the service decides the calls of a tool. */
  requiresApproval(toolName: string): boolean {
    return this.manager.requiresApproval(toolName);
  }

  /** Returns the patterns that match none of these tools. */
  unmatched(toolNames: readonly string[]): readonly string[] {
    return readConfig(this.config).unmatched(toolNames);
  }

  /** Ends every wait and withdraws its request. */
  close(): Promise<void> {
    return this.manager.close();
  }
}
