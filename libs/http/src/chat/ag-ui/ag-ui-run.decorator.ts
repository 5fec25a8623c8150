import { applyDecorators, HttpCode, Post, Sse } from '@nestjs/common';
import { ChatBody } from '../shared/chat-body.js';

/** Serves runs of AG-UI with `POST` at a path of its controller. The method returns what `AgUi.run()` returns. */
export const AgUiRun = (path = ''): MethodDecorator =>
  // Sse() has no option for the method before NestJS 11.1.9.
  applyDecorators(Sse(path), Post(path), HttpCode(200), ChatBody());
