import { assistantMessage, userMessage } from 'toolgate/model';
import { migrateToLatest, openSqlDatabase, SqlChatMemoryRepository } from 'toolgate/sql';

const [url = '', name = '', count = ''] = process.argv.slice(2);

const database = await openSqlDatabase(
  url.startsWith('postgres:') ? { postgres: { connectionString: url } } : { sqlite: { file: url, exclusive: false } },
);
await migrateToLatest(database);
const repository = new SqlChatMemoryRepository(database);

const append = async (turn: string): Promise<void> => {
  await repository.append('c', turn, [userMessage(`question ${turn}`), assistantMessage(`answer ${turn}`)]);
  process.stdout.write(`${turn}\n`);
};

const turns = Array.from({ length: Number(count) }, (_, index) => `${name}-${index}`);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
if (url.startsWith('postgres:')) await Promise.all(turns.map(append));
else for (const turn of turns) await append(turn);
await database.destroy();
process.exit();
