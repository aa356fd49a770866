import { setTimeout as delay } from "node:timers/promises";
import { type Spread, spreadOf } from "../figures";
import { RawConnection } from "../raw-http";
import type { Stage } from "../stage";

/** An address of their own: they sit somewhere else than the crowd, which has one together, as an office has. */
const address = "127.0.0.9";
const everyMs = 20;

/**
 * Somebody of another tenant at work: who they are, and their own board, in turn. Calls that find nobody are counted and sent
 * again; how long the others took is kept with when they were sent.
 */
export class Elsewhere {
  /** Calls without an answer: the server was gone. */
  unanswered = 0;
  errors = 0;
  private readonly samples: { at: number; ms: number }[] = [];
  private running = true;
  private life: Promise<void> = Promise.resolve();

  private constructor(
    private readonly call: () => RawConnection,
    private readonly paths: readonly string[],
  ) {}

  static async start({ seed, site }: Stage): Promise<Elsewhere> {
    const tenant = await seed.tenant();
    const person = await seed.person(tenant, "Quiet Person");
    const own = await seed.project(tenant, [person], [70, 70, 60]);
    const call = () => RawConnection.for(site.port, tenant.host, person.token, address);
    const elsewhere = new Elsewhere(call, ["/auth/user", `/project/${own.id}/task_tatus`]);
    elsewhere.life = elsewhere.work();
    return elsewhere;
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.life;
  }

  /** Of the calls that were sent from one moment to the other and answered. */
  between(from: number, until: number): Spread {
    return spreadOf(this.samples.filter(({ at }) => at >= from && at < until).map(({ ms }) => ms));
  }

  private async work(): Promise<void> {
    let connection = this.call();
    for (let n = 0; this.running; n++) {
      const at = performance.now();
      try {
        const { status } = await connection.request("GET", this.paths[n % this.paths.length] as string);
        if (status !== 200) this.errors += 1;
        this.samples.push({ at, ms: performance.now() - at });
      } catch {
        this.unanswered += 1;
        connection = this.call();
      }
      await delay(everyMs);
    }
    connection.close();
  }
}
