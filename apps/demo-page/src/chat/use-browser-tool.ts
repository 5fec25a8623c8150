import type { useChat } from '@ai-sdk/react';
import { useEffect, useRef } from 'react';
import { describeBrowser } from './browser.js';

/** Answers each call of `describeBrowser` that waits for this page, once. */
export const useBrowserTool = ({ messages, status, addToolOutput }: ReturnType<typeof useChat>): void => {
  const answered = useRef(new Set<string>());
  useEffect(() => {
    const last = messages.at(-1);
    if (status !== 'ready' || !last) return;
    const { clientCalls = {} } = Object(last.metadata);
    for (const part of last.parts) {
      if (part.type !== 'tool-describeBrowser' || part.state !== 'input-available') continue;
      const call = clientCalls[part.toolCallId];
      if (call === undefined || answered.current.has(call)) continue;
      answered.current.add(call);
      void addToolOutput({ tool: 'describeBrowser', toolCallId: part.toolCallId, output: describeBrowser() });
    }
  }, [messages, status, addToolOutput]);
};
