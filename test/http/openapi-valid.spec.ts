import { expect, it } from 'vitest';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { approvalsOpenApi } from 'toolgate/http';

it.each(['3.0.0', '3.1.0'] as const)('documents the front door as valid OpenAPI %s', async (version) => {
  const app = (await Test.createTestingModule({}).compile()).createNestApplication();
  const config = new DocumentBuilder().setTitle('Shop').setOpenAPIVersion(version).build();
  const document = approvalsOpenApi(SwaggerModule.createDocument(app, config), { external: true });
  await app.close();
  expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
});
