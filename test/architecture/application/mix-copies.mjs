// Starts an application that provides a seam of the package's other build, and prints why it stopped.
import { createRequire } from 'node:module';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolgateModule } from 'toolgate';

const other = createRequire(import.meta.url)('./node_modules/toolgate/dist/cjs/toolgate/src/index.js');

class OtherStrategy extends other.ToolApprovalStrategy {
  approve() {
    return other.ToolApprovalDecision.reject('Not today.');
  }
}

class OtherAdvisor extends other.Advisor {
  advise(request, chain) {
    return chain.next(request);
  }
}

const start = async (...providers) => {
  class AppModule {}
  Module({ imports: [ToolgateModule.forRoot({})], providers })(AppModule);
  try {
    await (await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false })).close();
    return 'It started.';
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};

console.log(
  JSON.stringify({
    underItsToken: await start({ provide: other.ToolApprovalStrategy, useClass: OtherStrategy }),
    underItsOwnClass: await start(OtherStrategy),
    collected: await start(OtherAdvisor),
  }),
);
