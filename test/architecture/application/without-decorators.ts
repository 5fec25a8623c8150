import { createToolgate, toolCallback, ToolApprovalStrategy } from 'toolgate';
import { callsTools, ScriptedChatModel, toolCall } from 'toolgate/testing';

const add = toolCallback({
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  call: ({ a, b }) => Number(a) + Number(b),
});

const drop = toolCallback({
  name: 'drop',
  description: 'Drops all tables',
  requiresApproval: true,
  call: () => 'dropped',
});

const model = new ScriptedChatModel([callsTools(toolCall('add', { a: 40, b: 2 }), toolCall('drop')), 'It is 42.']);

async function main() {
  const strategy = ToolApprovalStrategy.of(({ definition }) =>
    definition.name === 'drop' ? { type: 'reject', reason: 'no' } : { type: 'abstain' },
  );
  const { chat, close } = await createToolgate({ model, tools: [add, drop], strategy });
  console.log(await chat.prompt('What is 40 + 2?').call().content());
  const results = model.prompts[1]!.messages.at(-1)!;
  if (results.role === 'tool') console.log(results.content.map(({ outcome }) => outcome.type).join(', '));
  await close();
}

void main();
