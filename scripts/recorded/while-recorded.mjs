import { ToolExecutionEligibilityChecker } from 'toolgate/chat';
import { hasToolCalls } from 'toolgate/model';

/** Ends the loop where the recording ends, so that a call without a recorded result is never run. */
export class WhileRecorded extends ToolExecutionEligibilityChecker {
  constructor(recording, server) {
    super();
    this.recording = recording;
    this.server = server;
  }

  isToolExecutionRequired(response) {
    return hasToolCalls(response) && this.recording.continues(this.server.requests.length);
  }
}
