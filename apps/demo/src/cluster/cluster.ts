import type { Closing } from './closing.js';
import { factsOf } from './facts.js';
import { Instance } from './instance.js';
import type { Narrator } from './narrator.js';
import { type Postgres, startPostgres } from './postgres.js';
import { Story } from './story.js';

/** Three instances of the demo on one PostgreSQL. */
export class Cluster {
  private constructor(
    private readonly postgres: Postgres,
    private readonly instances: readonly [Instance, Instance, Instance],
    private readonly narrator: Narrator,
  ) {}

  static async start(narrator: Narrator, closing: Closing): Promise<Cluster> {
    narrator.heading('Three instances of the support desk on one PostgreSQL');
    const postgres = await startPostgres(closing);
    narrator.event('PostgreSQL', `Listens on port ${postgres.port}. Its data is in ${postgres.folder}.`);
    const create = (number: number) => new Instance(`instance ${number}`, postgres.connectionString);
    const cluster = new Cluster(postgres, [create(1), create(2), create(3)], narrator);
    closing.add(() => cluster.stop());
    await Promise.all(cluster.instances.map((instance) => cluster.startOne(instance)));
    return cluster;
  }

  /** Plays the story, and returns whether its outcome is as expected. */
  async play(): Promise<boolean> {
    const outcome = await new Story(this.instances, this.narrator).play();
    this.narrator.heading('The outcome');
    const facts = await factsOf(outcome, this.postgres);
    for (const fact of facts) this.narrator.fact(fact);
    return facts.every(({ found, expected }) => found === expected);
  }

  /** Keeps three instances running: a killed one starts again. */
  async stay(): Promise<void> {
    this.narrator.heading('The killed instance starts again, and all of them keep running');
    await Promise.all(this.instances.map((instance) => this.keep(instance)));
    this.narrator.gap();
    for (const { name, url } of this.instances) this.narrator.row(name, `${url}   inbox: ${url}/approvals/inbox`);
    this.narrator.row('PostgreSQL', this.postgres.connectionString);
    this.narrator.heading(`Press Ctrl+C to stop them and to remove ${this.postgres.folder}.`);
  }

  private async startOne(instance: Instance): Promise<void> {
    await instance.start();
    this.narrator.event(instance.name, `Listens on ${instance.url}.`);
  }

  private async keep(instance: Instance): Promise<void> {
    if (!instance.isRunning) await this.startOne(instance);
    instance.onKilled(() => {
      this.narrator.alarm(instance.name, 'Was killed. It starts again.');
      this.keep(instance).catch((error: unknown) => console.error(error));
    });
  }

  private async stop(): Promise<void> {
    await Promise.all(this.instances.map((instance) => instance.stop()));
  }
}
