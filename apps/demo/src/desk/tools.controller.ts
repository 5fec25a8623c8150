import { Controller, Get } from '@nestjs/common';
import { type ToolDescription, ToolRegistry } from 'toolgate/tool';

/** Lists the tools of the demo, and how calls of each tool are decided. */
@Controller('tools')
export class ToolsController {
  constructor(private readonly tools: ToolRegistry) {}

  @Get()
  all(): readonly ToolDescription[] {
    return this.tools.describe();
  }
}
