import { Controller, Get, Header } from '@nestjs/common';

// What every page of an application needs: a style sheet, and a script that shows something.
const SHOW = `
  const main = document.body.appendChild(document.createElement('main'));
  main.appendChild(document.createElement('h1')).textContent = 'Empty';
`;

// What every page that shows data also needs: one request, and one line of its answer.
const LINE = `
  const { items: [{ id, toolName }] } = await (await fetch('/approvals?status=PENDING&limit=1')).json();
  const main = document.body.appendChild(document.createElement('main'));
  const link = main.appendChild(document.createElement('a'));
  link.href = '?approval=' + id;
  link.textContent = toolName;
`;

const FOREVER = 'public, max-age=31536000, immutable';

const page = (script: string): string =>
  `<!doctype html><title>Page</title><link rel="stylesheet" href="/page.css"><script type="module" src="/${script}"></script>`;

/** The pages that are compared with the inbox. */
@Controller()
export class ComparedPages {
  @Get('heading')
  @Header('content-type', 'text/html')
  heading(): string {
    return '<!doctype html><title>Heading</title><h1>Heading</h1>';
  }

  @Get('empty')
  @Header('content-type', 'text/html')
  empty(): string {
    return page('empty.js');
  }

  @Get('line')
  @Header('content-type', 'text/html')
  line(): string {
    return page('line.js');
  }

  @Get('page.css')
  @Header('content-type', 'text/css')
  @Header('cache-control', FOREVER)
  style(): string {
    return 'body { margin: 24px; font: 14px/20px system-ui, sans-serif }';
  }

  @Get('empty.js')
  @Header('content-type', 'text/javascript')
  @Header('cache-control', FOREVER)
  emptyScript(): string {
    return SHOW;
  }

  @Get('line.js')
  @Header('content-type', 'text/javascript')
  @Header('cache-control', FOREVER)
  lineScript(): string {
    return LINE;
  }
}
