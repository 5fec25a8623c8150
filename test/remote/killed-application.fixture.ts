import 'reflect-metadata';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, Tool, ToolgateModule } from 'toolgate';
import { RemoteToolApprovalModule } from 'toolgate/remote';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

/** Writes a line at once, so that it is written before a kill. */
const say = (line: string): void => void process.stdout.write(`${line}\n`);

@Injectable()
class Deployments {
  @Tool({ description: 'Deploy a service' })
  async deploy_prod(service: string): Promise<string> {
    say(`body ${service}`);
    if (process.env['STAY_IN_BODY']) await new Promise(() => setInterval(() => {}, 1000));
    return 'Deployed';
  }
}

const model = new ScriptedChatModel([callsTools(toolCall('deploy_prod', { service: 'web' })), 'Done.']);

class Application {}

const app = await NestFactory.createApplicationContext(
  {
    module: Application,
    imports: [
      ToolgateModule.forRoot({ model }),
      RemoteToolApprovalModule.forRoot({
        tools: ['deploy.*'],
        timeout: 20,
        pollInterval: '20ms',
        serviceUrl: process.env['SERVICE_URL']!,
        headers: { authorization: `Bearer ${process.env['SERVICE_SECRET']}` },
      }),
    ],
    providers: [Deployments],
  },
  { logger: false },
);
await app.get(ChatClient).prompt('Deploy').tools(Deployments).call().content();
say('answered');
