import { build, type Plugin } from 'vite';

const ENTRY = 'virtual:entry.jsx';

/** The source of the component `Chat` of `use-chat.md`. */
export const CHAT = `import { Chat } from '${process.cwd()}/docs/snippets/use-chat/page.tsx';`;

// Strict mode runs every effect twice, as the template of Vite does. The page names neither its chat nor its root.
const entryOf = (chat: string): Plugin => ({
  name: 'chat-page-entry',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) =>
    id === ENTRY
      ? `import { StrictMode } from 'react';
         import { createRoot } from 'react-dom/client';
         ${chat}
         createRoot(document.querySelector("main")).render(<StrictMode><Chat id="c-1" /></StrictMode>);`
      : undefined,
});

/** Bundles the page of a component `Chat` as one script, with the development build of React, which checks more. */
export const buildChatPage = async (chat: string): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [entryOf(chat)],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: ENTRY } },
  });
  const [result] = [built].flat();
  if (!result || !('output' in result)) throw new Error('Vite built no page.');
  return result.output[0].code;
};
