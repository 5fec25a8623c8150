import { describe, expect, it } from 'vitest';
import { Controller, Get, Module } from '@nestjs/common';
import { ApiProperty, ApiResponse, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { approvalsOpenApi } from './approvals-openapi.js';

/** A schema of the application that has the name of one of the door. */
class ToolgateApproval {
  @ApiProperty()
  readonly color!: string;
}

@Controller('approvals')
class Colors {
  @Get('colors')
  @ApiResponse({ type: ToolgateApproval })
  color(): ToolgateApproval {
    return { color: 'red' };
  }
}

@Module({ controllers: [Colors] })
class AppModule {}

type Found = { readonly path: string; readonly schema: object; readonly example: unknown };

const documentOf = async () => {
  const app = (await Test.createTestingModule({ imports: [AppModule] }).compile()).createNestApplication();
  const config = new DocumentBuilder().setTitle('Shop').build();
  const document = SwaggerModule.createDocument(app, config);
  await app.close();
  return document;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns every schema of a document that stands beside an example, with the example. */
const examplesIn = (value: unknown, path = ''): readonly Found[] => {
  if (!isRecord(value)) return [];
  const { schema, example, examples } = value;
  const shown = [
    ...('example' in value ? [example] : []),
    ...Object.values(isRecord(examples) ? examples : {}).map((one) => (one as { value: unknown }).value),
  ];
  const own = isRecord(schema) ? shown.map((one) => ({ path, schema, example: one })) : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => examplesIn(inner, `${path}/${key}`))];
};

describe('the OpenAPI document of an application with the front door', () => {
  it('shows examples that its schemas accept', async () => {
    const document = approvalsOpenApi(await documentOf());
    const ajv = formats.default(new Ajv2020({ strict: false }));
    ajv.addSchema({ $id: 'door', components: document.components });
    const found = examplesIn(document.paths);
    expect(found.length).toBeGreaterThan(60);
    const wrong = found.filter(({ schema, example }) => {
      const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"door#/')) as object;
      return !ajv.validate(absolute, example);
    });
    expect(wrong).toEqual([]);
  });

  it('keeps the routes and the schemas of the application', async () => {
    const before = await documentOf();
    const after = approvalsOpenApi(before);
    expect(after.paths).toMatchObject(before.paths);
    expect(after.components!.schemas!['ToolgateApproval']).toEqual(before.components!.schemas!['ToolgateApproval']);
    const { ToolgateApproval2: own, ToolgateBulkResults: referring } = after.components!.schemas!;
    expect(own).toMatchObject({ properties: { argsHash: { type: 'string' } } });
    expect(JSON.stringify(referring)).toContain('"#/components/schemas/ToolgateApproval2"');
  });

  it('refers only to schemas that it contains', async () => {
    const document = approvalsOpenApi(await documentOf());
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    const names = Object.keys(document.components!.schemas!);
    expect(references.filter((name) => !names.includes(name!))).toEqual([]);
    expect(names.filter((name) => name !== 'ToolgateApproval' && !references.includes(name))).toEqual([]);
  });

  it('is the same after a second time', async () => {
    const first = await documentOf();
    delete first.components!.schemas!['ToolgateApproval'];
    const once = approvalsOpenApi(first);
    expect(approvalsOpenApi(once)).toEqual(once);
  });

  it('has the path of the door', async () => {
    const paths = Object.keys(approvalsOpenApi(await documentOf(), { path: '/api/decide/' }).paths);
    expect(paths.filter((path) => path !== '/approvals/colors').every((path) => path.startsWith('/api/decide'))).toBe(
      true,
    );
    expect(paths).toEqual(expect.arrayContaining(['/api/decide', '/api/decide/{id}/decisions']));
  });
});
