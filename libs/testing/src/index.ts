export {
  approvalStoreContract,
  type ApprovalStoreSetting,
  type ApprovalStoreUnderTest,
} from './approval-store/approval-store-contract.js';
export {
  chatMemoryRepositoryContract,
  type ChatMemoryRepositorySetting,
  type ChatMemoryRepositoryUnderTest,
} from './chat-memory/chat-memory-repository-contract.js';
export { chatModelContract, type ChatModelUnderTest } from './chat-model/chat-model-contract.js';
export type { ContractRunner } from './contract/contract-runner.js';
export { EffectLedger } from './faults/effect-ledger.js';
export {
  FaultInjectingApprovalStore,
  InjectedFaultException,
  type StoreCall,
  type StoreFault,
  type StoreMethod,
  type StorePlan,
} from './faults/fault-injecting-approval.store.js';
export { VirtualClock } from './faults/virtual-clock.js';
export { approveAll } from './scripted/approve-all.js';
export { type DecidesApproval, ScriptedApprover, type ScriptedDecision } from './scripted/scripted-approver.js';
export {
  callsTools,
  type ScriptedAnswer,
  ScriptedChatModel,
  type ScriptedChatModelOptions,
  toolCall,
} from './scripted/scripted-chat.model.js';
export { streamPartsOf } from './scripted/stream-parts.js';
export { toolIndexContract, type ToolIndexUnderTest } from './tool-index/tool-index-contract.js';
export { turnLogContract, type TurnLogSetting, type TurnLogUnderTest } from './turn-log/turn-log-contract.js';
export { HashEmbeddingModel, type HashEmbeddingModelOptions } from './vector-store/hash-embedding.model.js';
export { vectorStoreContract, type VectorStoreUnderTest } from './vector-store/vector-store-contract.js';
