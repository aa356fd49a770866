import { setTimeout as delay } from "node:timers/promises";
import { type Percentiles, percentilesOf } from "../figures";
import { RawConnection } from "../raw-http";
import type { BenchServer } from "../bench-server";

/** Separate client address; all other simulated users share a single address, as in an office. */
const address = "127.0.0.9";
const everyMs = 20;

/**
 * Simulates a working user of another tenant, who reads their own profile and board alternately. Calls without an answer are counted and
 * sent again; response times are stored with the time at which the call was sent.
 */
export class OtherTenant {
  /** Number of calls without an answer because the server was down. */
  unanswered = 0;
  errors = 0;
  private readonly samples: { at: number; ms: number }[] = [];
  private running = true;
  private life: Promise<void> = Promise.resolve();

  private constructor(
    private readonly call: () => RawConnection,
    private readonly paths: readonly string[],
  ) {}

  static async start({ seed, site }: BenchServer): Promise<OtherTenant> {
    const tenant = await seed.tenant();
    const person = await seed.person(tenant, "Quiet Person");
    const own = await seed.project(tenant, [person], [70, 70, 60]);
    const call = () => RawConnection.for(site.port, tenant.host, person.token, address);
    const elsewhere = new OtherTenant(call, ["/auth/user", `/project/${own.id}/task_tatus`]);
    elsewhere.life = elsewhere.work();
    return elsewhere;
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.life;
  }

  between(from: number, until: number): Percentiles {
    return percentilesOf(this.samples.filter(({ at }) => at >= from && at < until).map(({ ms }) => ms));
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
