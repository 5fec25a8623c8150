import { defined } from '#core';
import { addUsage } from '#model';
import type { StreamPart, Usage } from 'toolgate/model';
import type { AgUiTokenUsage } from './ag-ui-event.js';

type Finish = Extract<StreamPart, { readonly type: 'finish' }>;

/** Answers that no model gave: they repeat the usage of the answer before. */
const SYNTHETIC: ReadonlySet<string> = new Set(['return-direct', 'tool-call-limit']);

/** Counts the tokens of a run, for each model. */
export class ModelUsage {
  private readonly models = new Map<string | undefined, Usage>();

  add({ usage, metadata, finishReason }: Finish): void {
    if (SYNTHETIC.has(finishReason.unified)) return;
    const model = metadata?.model;
    this.models.set(model, addUsage(this.models.get(model) ?? {}, usage));
  }

  /** Returns one entry for each model that reported tokens. */
  entries(): readonly AgUiTokenUsage[] {
    return [...this.models]
      .filter(([, usage]) => Object.keys(usage).length > 0)
      .map(([model, { cacheReadTokens: cachedInputTokens, cacheWriteTokens: cacheWriteInputTokens, ...rest }]) => ({
        ...(model !== undefined && { model }),
        ...rest,
        ...defined({ cachedInputTokens, cacheWriteInputTokens }),
      }));
  }
}
