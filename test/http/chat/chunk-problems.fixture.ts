import type { UiMessageChunk } from 'toolgate/http';

/** Returns what is wrong with the streams of a message: each text needs a start, deltas and one end, and each call an input before its output. */
export const problemsOf = (streams: readonly (readonly UiMessageChunk[])[]): readonly string[] => {
  const calls = new Set<string>();
  return streams.flatMap((chunks) => {
    const open = new Set<string>();
    let steps = 0;
    const problems = chunks.flatMap((chunk): readonly string[] => {
      const [kind = '', event] = chunk.type.split(/-(?=start|delta|end)/);
      const isText = kind === 'text' || kind === 'reasoning';
      if (chunk.type === 'start-step') steps += 1;
      if (chunk.type === 'finish-step') steps -= 1;
      if (steps < 0 || steps > 1) return [`${chunk.type}: ${steps} steps are open`];
      if (isText && 'id' in chunk) {
        const name = `${kind} ${chunk.id}`;
        const wasOpen = event === 'end' ? open.delete(name) : open.has(name);
        if (event === 'start') open.add(name);
        return wasOpen === (event === 'start') ? [`${chunk.type} of ${name}`] : [];
      }
      if (chunk.type === 'tool-input-start' || chunk.type === 'tool-input-available') calls.add(chunk.toolCallId);
      return 'toolCallId' in chunk && !calls.has(chunk.toolCallId) ? [`${chunk.type} of an unknown call`] : [];
    });
    return [
      ...problems,
      ...[...open].map((name) => `${name} has no end`),
      ...(steps === 0 ? [] : ['a step has no end']),
    ];
  });
};
