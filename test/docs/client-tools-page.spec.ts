import { Controller, Module } from '@nestjs/common';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ChatModel, clientTool, InMemoryApprovalStore, ToolgateModule } from 'toolgate';
import { ApprovalService } from 'toolgate/approval';
import { ApprovalsHttpModule, PrincipalResolver, type UiChatAgent, UiChatController } from 'toolgate/http';
import { callsTools, toolCall } from 'toolgate/testing';
import { Askers } from '../approval/approval.fixture.js';
import { useInbox } from '../inbox/browser/use-inbox.fixture.js';
import { buildChatPage } from './build-chat-page.fixture.js';
import { serveChatPage } from './serve-chat-page.fixture.js';

const inbox = useInbox();
let code: string;

// The page shows its messages in short. Its place is the part of its address after `#`.
beforeAll(async () => {
  code = await buildChatPage(`
    import { useLocatingChat } from '${process.cwd()}/docs/snippets/client-tools/page.tsx';
    const cityOf = async () => location.hash.slice(1) || Promise.reject(new Error('unknown'));
    const Chat = ({ id }) => {
      const { messages, sendMessage, error } = useLocatingChat(id, cityOf);
      const parts = messages.flatMap((message) => message.parts).filter(({ type }) => type !== 'step-start');
      return (
        <form action={(form) => void sendMessage({ text: form.get('text') })}>
          {parts.map(({ text, state, output, errorText }, index) => (
            <p key={index}>{text ?? [state, JSON.stringify(output) ?? errorText].join(' ')}</p>
          ))}
          <input name="text" />
          {error && <p role="alert">{error.message}</p>}
        </form>
      );
    };`);
}, 60_000);

const locate = clientTool({ name: 'locate', description: 'Where the user is' });

@Controller('chat')
class ChatController extends UiChatController {
  prompt: UiChatAgent['prompt'] = (prompt, { by }) => prompt.tools(locate).toolContext({ user: by.id });
}

class Sessions extends PrincipalResolver {
  principal({ user }: { readonly user?: { readonly id: string } }) {
    return user && { approver: user };
  }
}

const application = (model: ChatModel) => {
  const approval = { requester: new Askers(), store: new InMemoryApprovalStore() };

  @Module({
    imports: [ToolgateModule.forRoot({ model, memory: true, approval }), ApprovalsHttpModule.forRoot()],
    controllers: [ChatController],
    providers: [
      { provide: 'locate', useValue: locate },
      { provide: PrincipalResolver, useClass: Sessions },
    ],
  })
  class WeatherModule {}

  return WeatherModule;
};

describe('the page of client-tools.md in a browser', () => {
  it.each([
    ['#Rome', 'output-available {"city":"Rome"}', 'RESPONDED'],
    ['', 'output-denied No place is known.', 'CANCELLED'],
  ])('answers the call by itself, at the place "%s"', async (place, shown, status) => {
    const served = await serveChatPage(code, [callsTools(toolCall('locate')), 'Take a hat.'], application);
    inbox.atEnd(() => served.app.close());
    const page = await inbox.open(served, { as: 'ann' });
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await page.getByRole('textbox').fill('What do I need?');
    await page.keyboard.press('Enter');
    const lines = page.locator('p');
    await lines.filter({ hasText: 'Take a hat.' }).waitFor();
    expect(await lines.allTextContents()).toEqual(['What do I need?', expect.stringContaining(shown), 'Take a hat.']);
    const { items } = await served.app.get(ApprovalService).list();
    expect(items).toMatchObject([{ status, decidedBy: 'ann', requester: { id: 'ann' } }]);
  });
});
