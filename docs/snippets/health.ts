// #region plain
import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { ApprovalHealth } from 'toolgate';

@Controller('health')
class HealthController {
  constructor(private readonly toolgate: ApprovalHealth) {}

  /** Answers 200, or 503 if this process must receive no requests. */
  @Get('ready')
  async ready() {
    const result = await this.toolgate.check('toolgate');
    if (result.toolgate.status === 'down') throw new ServiceUnavailableException(result);
    return result;
  }
}
// #endregion

// #region terminus
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';

@Controller('terminus')
class ReadinessController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly toolgate: ApprovalHealth,
  ) {}

  @Get('ready')
  @HealthCheck()
  ready() {
    return this.health.check([() => this.toolgate.check('toolgate', { timeoutMs: 500 })]);
  }
}
// #endregion

import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InMemoryApprovalStore, ToolgateModule } from 'toolgate';

const store = new InMemoryApprovalStore();

const controllers = [HealthController, ReadinessController];

// #region module
@Module({ imports: [ToolgateModule.forRoot({ approval: { store } }), TerminusModule], controllers })
class AppModule {}
// #endregion

export const run = async (): Promise<Record<string, unknown>> => {
  const app = await NestFactory.create(AppModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const answers: Record<string, unknown> = {};
  for (const path of ['health/ready', 'terminus/ready']) {
    const answer = await fetch(`${url}/${path}`);
    const body: unknown = await answer.json();
    answers[`GET /${path}`] = path === 'health/ready' ? { status: answer.status, body } : { status: answer.status };
  }
  await app.close();
  return answers;
};
