import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONTROLLER_WATERMARK, ENTRY_PROVIDER_WATERMARK } from '@nestjs/common/constants.js';
import { LineLogger } from 'toolgate/model';
import { ToolPipelines } from '../pipeline/tool-pipelines.js';
import type { RegisteredTool } from '../registry/registered-tool.js';
import { ToolRegistry } from '../registry/tool.registry.js';

/** Warns about tools on controllers and resolvers if global guards run for the routes but not for the tools. */
@Injectable()
export class UnguardedTools implements OnApplicationBootstrap {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly pipelines: ToolPipelines,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.pipelines.leavesGuardsOut() ? this.registry.all().filter(isOnRoutes) : [];
    if (open.length === 0) return;
    new LineLogger('Toolgate').warn(
      `The application's global guards run for the routes of its controllers and resolvers but not for their tools: ${open.map(({ origin }) => origin).join(', ')}. Set forRoot({ toolCalling: { globalEnhancers: true } }) to run them for tools too.`,
    );
  }
}

// `@Resolver()` of `@nestjs/graphql` makes a class an entry provider.
const isOnRoutes = ({ type }: RegisteredTool): boolean =>
  type !== undefined &&
  [CONTROLLER_WATERMARK, ENTRY_PROVIDER_WATERMARK].some((mark) => Reflect.hasMetadata(mark, type));
