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
  private readonly open = new Set<string>();
  /** The arguments so far of each call that is not complete. */
  private readonly written = new Map<string, string>();
  private readonly known: Set<string>;
  private readonly lengths: Map<string, number>;

  /**
   * @param known the calls that the client has of earlier runs
   * @param lengths how many characters of the arguments it has, for calls that were cut off
   */
  constructor(
    known: Iterable<string>,
    lengths: ReadonlyMap<string, number>,
    private readonly emit: Emit,
  ) {
    this.known = new Set(known);
    this.lengths = new Map(lengths);
  }

  /** Sends a piece of the arguments. */
  write(place: CallPlace, delta: string): void {
    const { toolCallId } = place;
    const isOpen = this.open.has(toolCallId);
    const isKnown = this.known.has(toolCallId);
    const seen = this.lengths.get(toolCallId);
    if (isKnown && !isOpen && seen === undefined) return;
    const written = this.written.get(toolCallId) ?? '';
    this.written.set(toolCallId, `${written}${delta}`);
    const unseen = delta.slice(Math.max(0, (seen ?? 0) - written.length));
    if (!isOpen && (!isKnown || unseen !== '')) this.start(place);
    if (unseen !== '') this.emit({ type: 'TOOL_CALL_ARGS', toolCallId, delta: unseen });
  }

  /** Sends what the client does not have of a call, whose arguments are complete. */
  complete(place: CallPlace, input = ''): void {
    const { toolCallId } = place;
    const written = this.written.get(toolCallId) ?? '';
    this.write(place, input.startsWith(written) ? input.slice(written.length) : '');
    this.end(toolCallId);
  }

  /** Ends the calls whose arguments the model did not complete, and returns them. */
  endAll(): readonly string[] {
    const incomplete = [...this.written.keys()];
    for (const toolCallId of incomplete) this.end(toolCallId);
    return incomplete;
  }

  private start({ toolCallId, toolName, messageId }: CallPlace): void {
    this.known.add(toolCallId);
    this.open.add(toolCallId);
    this.emit({ type: 'TOOL_CALL_START', toolCallId, toolCallName: toolName, parentMessageId: messageId });
  }

  private end(toolCallId: string): void {
    this.written.delete(toolCallId);
    this.lengths.delete(toolCallId);
    if (this.open.delete(toolCallId)) this.emit({ type: 'TOOL_CALL_END', toolCallId });
  }
}
