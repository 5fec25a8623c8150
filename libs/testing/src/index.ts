export {
  approvalStoreContract,
  type ApprovalStoreSetting,
  type ApprovalStoreUnderTest,
} from './approval-store-contract.js';
export { approveAll } from './approve-all.js';
export {
  chatMemoryRepositoryContract,
  type ChatMemoryRepositorySetting,
  type ChatMemoryRepositoryUnderTest,
} from './chat-memory-repository-contract.js';
export { chatModelContract, type ChatModelUnderTest } from './chat-model-contract.js';
export type { ContractRunner } from './contract-runner.js';
export { EffectLedger } from './effect-ledger.js';
export {
  FaultInjectingApprovalStore,
  type StoreCall,
  type StoreFault,
  type StoreMethod,
  type StorePlan,
} from './fault-injecting-approval.store.js';
export { HashEmbeddingModel, type HashEmbeddingModelOptions } from './hash-embedding.model.js';
export { InjectedFaultException } from './injected-fault.errors.js';
export { type DecidesApproval, ScriptedApprover, type ScriptedDecision } from './scripted-approver.js';
export {
  callsTools,
  type ScriptedAnswer,
  ScriptedChatModel,
  type ScriptedChatModelOptions,
  toolCall,
} from './scripted-chat.model.js';
export { streamPartsOf } from './stream-parts-of.js';
export { toolIndexContract, type ToolIndexUnderTest } from './tool-index-contract.js';
export { vectorStoreContract, type VectorStoreUnderTest } from './vector-store-contract.js';
export { VirtualClock } from './virtual-clock.js';
