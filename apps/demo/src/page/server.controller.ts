import { Controller, Delete, Get } from '@nestjs/common';

/** The process of the demo. The page shows it, and may kill it to show what survives. */
@Controller('server')
export class ServerController {
  @Get()
  get(): { readonly pid: number } {
    return { pid: process.pid };
  }

  /** Ends the process like a power cut; `npm run demo` starts it again. */
  @Delete()
  kill(): void {
    process.kill(process.pid, 'SIGKILL');
  }
}
