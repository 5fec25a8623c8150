import type { FoundTool } from '../contract/tool-index.js';

/** Keeps the best tools, the best first; tools of equal score are sorted by name. */
export class BestTools {
  readonly tools: FoundTool[] = [];

  constructor(private readonly limit: number) {}

  offer(name: string, score: number): void {
    const { tools, limit } = this;
    const last = tools.length === limit ? tools[limit - 1]! : undefined;
    if (last && !isBefore(name, score, last)) return;
    if (last) tools.pop();
    let place = tools.length;
    while (place > 0 && isBefore(name, score, tools[place - 1]!)) place--;
    tools.splice(place, 0, { name, score });
  }
}

const isBefore = (name: string, score: number, other: FoundTool): boolean =>
  score > other.score || (score === other.score && name < other.name);
