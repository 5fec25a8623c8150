import type { AgUiEvent } from './ag-ui-event.js';

/** The call of a tool, with its id in AG-UI and the message that contains it. */
export interface CallPlace {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly messageId: string;
}

type Emit = (event: AgUiEvent) => void;

/** The tool calls that the client has, and those whose arguments it still receives. */
export class ToolCallEvents {
  /** The arguments so far of each open call. */
  private readonly open = new Map<string, string>();
  private readonly known: Set<string>;

  /** @param known the calls that the client has of earlier runs */
  constructor(
    known: Iterable<string>,
    private readonly emit: Emit,
  ) {
    this.known = new Set(known);
  }

  /** Sends a piece of the arguments. */
  write(place: CallPlace, delta: string): void {
    const { toolCallId } = place;
    if (!this.open.has(toolCallId)) {
      if (this.known.has(toolCallId)) return;
      this.start(place);
    }
    if (delta === '') return;
    this.open.set(toolCallId, `${this.open.get(toolCallId) ?? ''}${delta}`);
    this.emit({ type: 'TOOL_CALL_ARGS', toolCallId, delta });
  }

  /** Sends what the client does not have of a call, whose arguments are complete. */
  complete(place: CallPlace, input: string): void {
    const { toolCallId } = place;
    const written = this.open.get(toolCallId) ?? '';
    this.write(place, input.startsWith(written) ? input.slice(written.length) : '');
    this.end(toolCallId);
  }

  /** Ends the calls whose arguments the model did not complete. */
  endAll(): void {
    for (const toolCallId of this.open.keys()) this.end(toolCallId);
  }

  private start({ toolCallId, toolName, messageId }: CallPlace): void {
    this.known.add(toolCallId);
    this.open.set(toolCallId, '');
    this.emit({ type: 'TOOL_CALL_START', toolCallId, toolCallName: toolName, parentMessageId: messageId });
  }

  private end(toolCallId: string): void {
    if (this.open.delete(toolCallId)) this.emit({ type: 'TOOL_CALL_END', toolCallId });
  }
}
