/** A command of a page that sends a request, and what the page shows as its answer. */
export interface PageCommand {
  readonly path: string;
  readonly init: RequestInit;
  readonly shown?: unknown;
}

const BLOCK = /^```(sh|json)\n([^]*?)^```/gm;

/** The `curl` commands of a page, in order, each with the JSON that follows it. */
export const commandsOf = (page: string): readonly PageCommand[] => {
  const commands: PageCommand[] = [];
  for (const [, language, code] of page.matchAll(BLOCK)) {
    const last = commands.at(-1);
    if (language === 'sh' && code!.startsWith('curl ')) commands.push(requestOf(code!.replaceAll('\\\n', '')));
    else if (language === 'json' && last) commands[commands.length - 1] = { ...last, shown: JSON.parse(code!) };
  }
  return commands;
};

const requestOf = (command: string): PageCommand => {
  const [, path] = /localhost:3000(\S+)/.exec(command)!;
  const headers = Object.fromEntries(
    [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name!, value!]),
  );
  const [, body] = /-d '([^']+)'/.exec(command) ?? [];
  return { path: path!, init: { headers, ...(body !== undefined && { method: 'POST', body }) } };
};
