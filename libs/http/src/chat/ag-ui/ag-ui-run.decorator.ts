import { applyDecorators, HttpCode, RequestMethod, Sse } from '@nestjs/common';
import { ChatBody } from '../shared/chat-body.js';

/** Serves runs of AG-UI with `POST` at a path of its controller. The method returns what `AgUi.run()` returns. */
export const AgUiRun = (path = ''): MethodDecorator =>
  applyDecorators(Sse(path, { method: RequestMethod.POST }), HttpCode(200), ChatBody());
