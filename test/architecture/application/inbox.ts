import { Controller, Injectable, Module, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ChatClient, HumanApprovalStrategy, InMemoryApprovalStore, RequesterResolver, ToolgateModule } from 'toolgate';
import { AgUi, AgUiRun, ApprovalsHttpModule, PrincipalResolver } from 'toolgate/http';
import { ScriptedChatModel } from 'toolgate/testing';

@Injectable()
class Requesters extends RequesterResolver {
  identify() {
    return { id: 'ann' };
  }

  rehydrate() {
    return { type: 'present' } as const;
  }
}

@Controller('agent')
class AgentController {
  constructor(
    private readonly client: ChatClient,
    private readonly agUi: AgUi,
  ) {}

  @AgUiRun()
  run(@Req() request: object) {
    return this.agUi.run(request, { client: this.client, prompt: (prompt) => prompt });
  }
}

const approval = { strategy: new HumanApprovalStrategy(), store: new InMemoryApprovalStore() };

@Module({
  imports: [
    ToolgateModule.forRoot({ model: new ScriptedChatModel([]), approval }),
    ApprovalsHttpModule.forRoot({ inbox: { name: 'Packed' } }),
  ],
  controllers: [AgentController],
  providers: [
    { provide: RequesterResolver, useClass: Requesters },
    { provide: PrincipalResolver, useValue: { principal: () => undefined } },
  ],
})
class AppModule {}

/** The platform that is installed; Nest finds Express by itself. */
const fastify = async () => {
  try {
    const platform: string = '@nestjs/platform-fastify';
    return new (await import(platform)).FastifyAdapter();
  } catch {
    return undefined;
  }
};

async function main() {
  const adapter = await fastify();
  const app = await NestFactory.create(AppModule, ...[adapter].filter(Boolean), { logger: ['error', 'warn'] });
  app.enableVersioning();
  await app.listen(0, '127.0.0.1');
  const door = `${await app.getUrl()}/approvals`;
  const page = await fetch(`${door}/inbox`);
  const [, script] = /src="\.\/(inbox\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  const settings = await (await fetch(`${door}/inbox/settings.json`)).text();
  console.log(`the page: ${page.status}, its script: ${(await fetch(`${door}/${script}`)).status}, ${settings}`);
  const slash = await fetch(`${door}/inbox/`, { redirect: 'manual' });
  console.log(`the approvals: ${(await fetch(door)).status}, a slash: ${slash.headers.get('location')}`);
  console.log(`a run of AG-UI: ${(await fetch(`${await app.getUrl()}/agent`, { method: 'POST' })).status}`);
  await app.close();
}

void main();
