export { ChatFeatureModule, type ChatClientFeature } from './client/chat-feature.module.js';
export { TRACE_PARENT } from './contract/saved-request.js';
export { TURN_WATCH, type TurnWatch } from './contract/turn-watch.js';
export { hideFromLogs } from './errors/hide-from-logs.js';
export { InProcessLiveTurnFeed } from './live/in-process-live-turn.feed.js';
export { LiveTurns } from './live/live-turns.js';
export { LIVE_TURNS as LIVE_TURNS_DECLARATION } from './live/options.js';
export { standsInsideLoop } from './loop/stands-inside-loop.js';
export { ToolCallingAdvisorFactory } from './loop/tool-advisor.factory.js';
export { aroundStream } from './stream/around-stream.js';
export { ENDED, pullFrom, PulledStream } from './stream/pulled-stream.js';
export {
  CLIENT as CLIENT_DECLARATION,
  LOOP as LOOP_DECLARATION,
  RETRY as RETRY_DECLARATION,
} from './client/options.js';
export { CHAT_OPTIONS } from './chat.constants.js';
export { ChatModule } from './chat.module.js';
