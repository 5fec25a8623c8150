import type { DynamicModule, ModuleMetadata, Provider, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { isObservable, lastValueFrom } from 'rxjs';
import { Advisor, ChatModel, ToolgateModule } from 'toolgate';
import { PromptBuilder } from 'toolgate/chat';
import { SEAM } from 'toolgate/model';
import { chat, modelOfPage, services } from './name-rows.fixture.js';

/** Uses a value as an application does: reads a prompt, starts a module, provides a class. */
export const runExample = async (value: unknown): Promise<void> => {
  if (isObservable(value)) await lastValueFrom(value, { defaultValue: undefined });
  else if (value instanceof PromptBuilder) await value.call().chatResponse();
  else if (value instanceof Advisor) await chat.prompt('Hi').conversation('c').advisors(value).call().chatResponse();
  else if (isRecord(value) && 'module' in value) await startModule(value as unknown as DynamicModule);
  else if (isRecord(value) && 'provide' in value) await start({ providers: [value as unknown as Provider] });
  else if (isClass(value) && Reflect.hasMetadata('imports', value)) await startModule(value);
  else if (isClass(value)) await start({ providers: providersOf(value) });
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isClass = (value: unknown): value is Type =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

const startModule = (module: DynamicModule | Type): Promise<void> =>
  'module' in module && module.module === ToolgateModule ? start({}, module) : start({ imports: [module] });

const start = async (
  { imports = [], providers = [] }: ModuleMetadata,
  toolgate: DynamicModule = ToolgateModule.forRoot({}),
): Promise<void> => {
  const provided = [...services, ...providers];
  const hasModel = providers.some((provider) => (provider as { provide?: unknown }).provide === ChatModel);
  const model = hasModel ? [] : [{ provide: ChatModel, useValue: modelOfPage() }];
  const app = await Test.createTestingModule({
    imports: [toolgate, ...imports],
    providers: [...provided, ...model],
  }).compile();
  await app.init();
  await app.close();
};

// A part that an application has once is provided under its token.
const SINGLE = new Set(['ChatModel', 'ToolApprovalStrategy', 'EmbeddingModel']);

const providersOf = (type: Type): Provider[] => {
  let base = Object.getPrototypeOf(type) as Type & { [SEAM]?: string };
  while (typeof base === 'function' && base.prototype && !Object.hasOwn(base, SEAM)) {
    base = Object.getPrototypeOf(base) as typeof base;
  }
  return SINGLE.has(base[SEAM] ?? '') ? [{ provide: base, useClass: type }] : [type];
};
