import { describe, expect, it } from 'vitest';
import { type CanActivate, Controller, type ExecutionContext, ForbiddenException, Get } from '@nestjs/common';
import { APP_GUARD, RouterModule } from '@nestjs/core';
import { ApprovalsHttpModule, isFrontDoorRoute, newApplicationSecret } from 'toolgate/http';
import { closedAfterEach } from './closed-after-each.fixture.js';
import { type DoorStory, serveDoor } from './door.fixture.js';
import { platforms } from './platforms.fixture.js';

@Controller('approvals-of-customers')
class ShopController {
  @Get()
  hello(): string {
    return 'Hello.';
  }
}

class StaffGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    const isCustomer = headers['authorization'] === 'Person ada';
    if (isFrontDoorRoute(context) && isCustomer) throw new ForbiddenException('Only the staff decides.');
    return true;
  }
}

describe.each(platforms)('a guard that refuses customers at a door on $name', (platform) => {
  const serve = closedAfterEach((story: DoorStory) =>
    serveDoor(platform, {
      controllers: [ShopController],
      providers: [{ provide: APP_GUARD, useClass: StaffGuard }],
      ...story,
    }),
  );

  it.each<[string, string, DoorStory]>([
    ['', 'approvals', {}],
    [' with a path of its own', 'desk/inbox', { http: { path: 'desk/inbox' } }],
    [' after a global prefix', 'api/approvals', { change: (app) => app.setGlobalPrefix('api') }],
    [
      ' in a module with a path',
      'shop/approvals',
      { imports: [RouterModule.register([{ path: 'shop', module: ApprovalsHttpModule }])] },
    ],
  ])('finds every route of the door%s', async (_, path, story) => {
    const { ask } = await serve(story);
    const written = `${path}/x/decisions`;
    for (const route of [path, `${path}/me`, `${path}/changes`, `${path}/x`, `${path}/runs`, `${path}/runs/x`]) {
      expect({ route, status: (await ask(route, { as: 'ada' })).status }).toEqual({ route, status: 403 });
    }
    expect((await ask(written, { as: 'ada', body: {} })).status).toBe(403);
    expect((await ask(path)).status).toBe(200);
    // Fastify decodes a path before it looks for its route.
    const encoded = path.replaceAll('a', '%61');
    expect([403, 404]).toContain((await ask(encoded, { as: 'ada' })).status);
  });

  it('lets the routes of the application and of other applications pass', async () => {
    const { secret, secretHash } = newApplicationSecret();
    const http = { external: true, applications: [{ name: 'shop', secretHashes: [secretHash] }] };
    const { ask } = await serve({ http });
    expect((await ask('approvals-of-customers', { as: 'ada' })).status).toBe(200);
    expect((await ask('approvals/external', { as: 'ada' })).status).toBe(401);
    const asShop = { as: '', headers: { authorization: `Bearer ${secret}` } };
    expect((await ask('approvals/external?id=x', asShop)).status).toBe(200);
  });
});
