import { Logger } from '@nestjs/common';
import { lastValueFrom, type Observable, toArray } from 'rxjs';
import type { StreamPart } from 'toolgate';
import { type ScriptedAnswer, ScriptedChatModel } from 'toolgate/testing';
import { deferred } from '../story.fixture.js';

/** A model that emits a number of parts at once, and the others after `open()`. */
export const heldModel = (script: readonly ScriptedAnswer[], parts: number) => {
  const gate = deferred();
  const reached = deferred();
  let emitted = 0;
  const model = new ScriptedChatModel(script, {
    beforePart: () => {
      if (emitted++ < parts) return undefined;
      reached.resolve();
      return gate.promise;
    },
  });
  return { model, reached: reached.promise, open: (): void => gate.resolve() };
};

/** Reads a live turn to its end. */
export const allOf = (parts: Observable<StreamPart>): Promise<readonly StreamPart[]> =>
  lastValueFrom(parts.pipe(toArray()));

/** The warnings and errors that are logged from now on; an application that starts later logs elsewhere. */
export const loggedLines = (): readonly string[] => {
  const lines: string[] = [];
  const note = (message: unknown): void => void lines.push(String(message));
  Logger.overrideLogger({ log: () => {}, warn: note, error: note });
  return lines;
};
