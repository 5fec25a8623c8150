import { resolve } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';

/** Serves the page of the demo at `/`. It is built into the folder in which the demo is started. */
export const servePage = (app: NestExpressApplication): void => {
  app.useStaticAssets(resolve('dist/demo-page'));
};
