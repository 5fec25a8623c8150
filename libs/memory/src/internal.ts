export { clientMemoryAdvisor } from './advisors/client-memory-advisor.js';
export { checkTurn } from './contract/check-turn.js';
export { tenantName } from './contract/tenant-name.js';
export { toMemoryOptions } from './window/memory-options.js';
export {
  APPLICATION_MEMORY as APPLICATION_MEMORY_DECLARATION,
  MEMORY as MEMORY_DECLARATION,
} from './window/options.js';
export { MEMORY_OPTIONS } from './memory.constants.js';
export { MemoryModule } from './memory.module.js';
