import type { Logger } from "pino";

/** Milliseconds to wait for the work of one tenant; slower work continues in the background. */
const slowAfterMs = 5_000;
/**
 * Milliseconds during which a slow tenant's work runs in the background immediately; waiting in each of 15 schedules would add up to more
 * than a minute.
 */
const rememberedMs = 600_000;
/** Maximum number of tenants with work in the background, each of which uses one or two database connections. */
const maxConcurrentTenants = 4;

interface SlowTenantState {
  names: Set<string>;
  last: Promise<unknown>;
}

/**
 * Schedules process tenants sequentially, so slow work of one tenant would delay all others. This class continues slow work in the
 * background, still sequentially within its tenant.
 */
export class SlowTenants {
  private readonly beside = new Map<number, SlowTenantState>();
  private readonly remembered = new Map<number, number>();

  constructor(
    private readonly patience = slowAfterMs,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves when the work is finished, or when slow work continues in the background. Skips work whose previous call is still running.
   * @throws errors of `work` while waiting; later errors are logged
   */
  async inTurn(name: string, tenantId: number, log: Logger, work: () => Promise<unknown>): Promise<void> {
    const line = this.beside.get(tenantId);
    if (line?.names.has(name)) return;
    if (line) return this.add(line, tenantId, name, log, work);
    const waits = this.patienceWith(tenantId);
    const running = Promise.resolve().then(work);
    if (await isOver(running, waits)) return;
    this.remembered.set(tenantId, this.now() + rememberedMs);
    if (this.beside.size >= maxConcurrentTenants) return void (await running);
    if (waits > 0) log.info({ tenant: tenantId, schedule: name }, "slow tenant: scheduled separately");
    const own: SlowTenantState = { names: new Set(), last: Promise.resolve() };
    this.beside.set(tenantId, own);
    this.add(own, tenantId, name, log, () => running);
  }

  async over(): Promise<void> {
    while (this.beside.size > 0) await Promise.all([...this.beside.values()].map(({ last }) => last));
  }

  private add(line: SlowTenantState, tenantId: number, name: string, log: Logger, work: () => Promise<unknown>): void {
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

/**
 * Whether `running` finishes within the limit.
 * @throws errors of `running` within the limit
 */
async function isOver(running: Promise<unknown>, withinMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, withinMs, false);
  });
  const over = running.then(() => true as const);
  return Promise.race([over, late]).finally(() => clearTimeout(timer));
}
