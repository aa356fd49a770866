import { setTimeout as delay } from "node:timers/promises";
import { projectStream } from "../../shared/kernel/events";
import { taskOf } from "../../shared/tasks/tasks.board";
import { BoardWatcher } from "../support/board-watcher";
import { Caller } from "../support/http";
import { readBoard } from "../support/read-board";
import { Seed, type SeededPerson, type SeededProject, type SeededTenant } from "../support/seed";
import { until } from "../support/until";
import { Load } from "./load";
import { verify } from "./verify";

const movers = 6;
const screens = 6;
/** Redrive looks for what is three seconds old. */
const drowsyMs = 2_000;

export interface Row {
  what: string;
  /** Acknowledged while it happened. */
  changes: number;
  unanswered: number;
  /** From the moment that what was killed is back to all screens showing everything. */
  freshMs: number;
  /** The longest time that nobody was answered. */
  silenceMs: number;
  /** One more change when all is calm, to all screens: the queue is awake again, and nobody waits for redrive. */
  pulseMs: number;
  faults: string[];
}

/** One board, people who change it, screens that follow it, and a look at everything after each fault. */
export class Trial {
  private constructor(
    private readonly bases: readonly string[],
    private readonly seed: Seed,
    private readonly tenant: SeededTenant,
    private readonly project: SeededProject,
    private readonly reader: SeededPerson,
    private readonly watchers: BoardWatcher[],
    private readonly load: Load,
    private readonly chance: () => number,
  ) {}

  static async open(bases: readonly string[], databaseUrl: string, chance: () => number): Promise<Trial> {
    const seed = Seed.at(databaseUrl);
    const tenant = await seed.tenant("chaos.localhost");
    const people: SeededPerson[] = [];
    for (let at = 0; at < movers; at++) people.push(await seed.person(tenant, `Mover ${at}`));
    const reader = await seed.person(tenant, "Reader");
    const project = await seed.project(tenant, [...people, reader], [20, 20, 20]);
    await seed.furnish(tenant, project, [reader]);
    const watchers: BoardWatcher[] = [];
    for (let at = 0; at < screens; at++) {
      const person = people[at % people.length] as SeededPerson;
      const base = bases[at % bases.length] as string;
      const read = () => readBoard(base, tenant.host, person.token, project.id);
      watchers.push(
        await BoardWatcher.open({ base, host: tenant.host, token: person.token, userId: person.id, read }, project.id),
      );
    }
    const load = new Load({ bases, host: tenant.host, movers: people, project, chance });
    return new Trial(bases, seed, tenant, project, reader, watchers, load, chance);
  }

  /** Work goes on, something is struck in the middle of it, work goes on; then everything is looked at. */
  async suffer(
    what: string,
    strike: (wait: () => Promise<unknown>) => Promise<void>,
    died: () => string[] | Promise<string[]>,
  ): Promise<Row> {
    const before = { total: this.load.total, unanswered: this.load.unanswered };
    const faults: string[] = [];
    const silence = this.watchSilence();
    this.load.start();
    await delay(500 + this.chance() * 500);
    await strike(() => delay(this.chance() * 400));
    const back = performance.now();
    const seen = this.load.total;
    await until("somebody is answered again", () => this.load.total > seen + 5, 30_000).catch((error) =>
      faults.push((error as Error).message),
    );
    const fresh = await this.allFresh();
    if (fresh === null) faults.push("a screen never caught up");
    await delay(300 + this.chance() * 300);
    await this.load.stop();
    const silenceMs = silence();
    faults.push(...(await died()), ...(await this.check()));
    const pulseMs = await this.pulse();
    if (pulseMs > drowsyMs) faults.push(`a change takes ${Math.round(pulseMs)} ms when all is calm again`);
    const failures = this.load.answers.get(500) ?? 0;
    if (failures > 0) faults.push(`${failures} answers were 500`);
    this.load.answers.delete(500);
    return {
      what,
      changes: this.load.total - before.total,
      unanswered: this.load.unanswered - before.unanswered,
      freshMs: fresh === null ? Number.NaN : fresh - back,
      silenceMs,
      pulseMs,
      faults,
    };
  }

  get changes(): number {
    return this.load.total;
  }

  async close(): Promise<void> {
    for (const watcher of this.watchers) watcher.close();
    await this.seed.close();
  }

  private check(): Promise<string[]> {
    return verify({
      seed: this.seed,
      tenantId: this.tenant.id,
      projectId: this.project.id,
      acknowledged: this.load.acknowledged,
      readerId: this.reader.id,
      watchers: this.watchers,
      read: () => readBoard(this.bases[0] as string, this.tenant.host, this.reader.token, this.project.id),
      readFile: (url) => this.readFile(url),
    });
  }

  private async readFile(url: string): Promise<string | null> {
    const caller = new Caller(this.bases[0] as string, this.tenant.host, this.reader.token, 1);
    try {
      const { status, body } = await caller.send<string>("GET", url);
      return status === 200 ? body : null;
    } finally {
      caller.close();
    }
  }

  private async pulse(): Promise<number> {
    const caller = new Caller(this.bases[0] as string, this.tenant.host, this.reader.token, 1);
    const began = performance.now();
    const { body } = await caller.send<{ data: { id: number } }>("POST", "/task", {
      title: "Pulse",
      task_status_id: this.project.columnIds[0],
    });
    caller.close();
    const shown = () => this.watchers.every((watcher) => taskOf(watcher.board, body.data.id) !== undefined);
    await until("everyone sees one more card", shown).catch(() => {});
    return performance.now() - began;
  }

  /** When every screen shows what the database has at this moment; null when one doesn't for long. */
  private async allFresh(): Promise<number | null> {
    // Connections of a killed database may answer for a moment longer: it may be gone only now.
    await until("the database answers", () => this.seed.rows("SELECT 1").then(Boolean, () => false));
    const [row] = await this.seed.rows<{ revision: string }>(
      "SELECT revision FROM event_stream WHERE tenant_id = $1 AND name = $2",
      [this.tenant.id, projectStream(this.project.id)],
    );
    const revision = Number(row?.revision);
    const arrived = await Promise.allSettled(this.watchers.map((watcher) => watcher.reaches(revision)));
    return arrived.every((each) => each.status === "fulfilled") ? performance.now() : null;
  }

  /** @returns how to ask for the longest time without an acknowledged change. */
  private watchSilence(): () => number {
    let last = performance.now();
    let longest = 0;
    let total = this.load.total;
    const timer = setInterval(() => {
      const now = performance.now();
      if (this.load.total === total) {
        longest = Math.max(longest, now - last);
        return;
      }
      total = this.load.total;
      last = now;
    }, 10);
    return () => {
      clearInterval(timer);
      return longest;
    };
  }
}
