import { Controller, Get } from '@nestjs/common';
import { type ToolDescription, ToolRegistry } from 'toolgate/tool';

/** Lists the tools, and what decides on each, for users of the demo. */
@Controller('tools')
export class ToolsController {
  constructor(private readonly tools: ToolRegistry) {}

  @Get()
  all(): readonly ToolDescription[] {
    return this.tools.describe();
  }
}
