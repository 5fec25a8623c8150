import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { Narrator } from '../cluster/narrator.js';
import { AiSdkDeskModule } from './ai-sdk-desk.module.js';
import { Story } from './story.js';

const narrator = new Narrator();
const folder = mkdtempSync(join(tmpdir(), 'toolgate-ai-sdk-'));
process.env.TOOLGATE_DATABASE = join(folder, 'desk.sqlite');

try {
  const app = await NestFactory.createApplicationContext(AiSdkDeskModule, { logger: ['error'] });
  const story = new Story(app, narrator);
  narrator.heading('streamText of the AI SDK, with the policy and the people of the desk');
  await story.play();
  narrator.heading('The outcome');
  const facts = await story.facts();
  for (const fact of facts) narrator.fact(fact);
  await app.close();
  process.exitCode = facts.every(({ found, expected }) => found === expected) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
