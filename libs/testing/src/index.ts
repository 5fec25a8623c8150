export {
  callsTools,
  type ScriptedAnswer,
  ScriptedChatModel,
  type ScriptedChatModelOptions,
  toolCall,
} from './scripted-chat.model.js';
export { streamPartsOf } from './stream-parts-of.js';
