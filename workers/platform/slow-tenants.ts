import type { Logger } from "pino";

/** So long the others wait for one tenant's work; what takes longer goes on beside theirs. */
const patienceMs = 5_000;
/** Whose work took so long isn't waited for at all for a while: with fifteen schedules a minute it would be a minute. */
const rememberedMs = 600_000;
/** Tenants whose work goes on beside the others', each on a connection or two. */
const mostBeside = 4;

interface Line {
  /** Schedules that run or wait in this tenant. */
  names: Set<string>;
  last: Promise<unknown>;
}

/**
 * All schedules go through all tenants, one after the other: reminders of thousands of requests, or thousands of reports, would keep
 * everybody's news, reminders and rooms waiting for as long as they take. Within one tenant one thing runs after the other, as ever.
 */
export class SlowTenants {
  private readonly beside = new Map<number, Line>();
  private readonly remembered = new Map<number, number>();

  constructor(
    private readonly patience = patienceMs,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves when it is done, or the others needn't wait for it. What still runs from its last time isn't begun again.
   * @throws what `work` throws, where it was waited for; else it is logged.
   */
  async inTurn(name: string, tenantId: number, log: Logger, work: () => Promise<unknown>): Promise<void> {
    const line = this.beside.get(tenantId);
    if (line?.names.has(name)) return;
    if (line) return this.add(line, tenantId, name, log, work);
    const waits = this.patienceWith(tenantId);
    const running = Promise.resolve().then(work);
    if (await isOver(running, waits)) return;
    this.remembered.set(tenantId, this.now() + rememberedMs);
    if (this.beside.size >= mostBeside) return void (await running);
    if (waits > 0) log.info({ tenant: tenantId, schedule: name }, "takes long: the others don't wait for it");
    const own: Line = { names: new Set(), last: Promise.resolve() };
    this.beside.set(tenantId, own);
    this.add(own, tenantId, name, log, () => running);
  }

  /** Resolves when nothing goes on beside the others any more. */
  async over(): Promise<void> {
    while (this.beside.size > 0) await Promise.all([...this.beside.values()].map(({ last }) => last));
  }

  private add(line: Line, tenantId: number, name: string, log: Logger, work: () => Promise<unknown>): void {
    line.names.add(name);
    line.last = line.last
      .then(work)
      .catch((error) => log.warn({ err: error, tenant: tenantId }, name))
      .then(() => {
        line.names.delete(name);
        if (line.names.size === 0) this.beside.delete(tenantId);
      });
  }

  private patienceWith(tenantId: number): number {
    const until = this.remembered.get(tenantId);
    if (until === undefined) return this.patience;
    if (until > this.now()) return 0;
    this.remembered.delete(tenantId);
    return this.patience;
  }
}

/** @throws what it throws in this time. */
async function isOver(running: Promise<unknown>, withinMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, withinMs, false);
  });
  const over = running.then(() => true as const);
  return Promise.race([over, late]).finally(() => clearTimeout(timer));
}
