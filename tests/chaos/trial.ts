import { setTimeout as delay } from "node:timers/promises";
import { projectStream } from "../../shared/kernel/events";
import { taskById } from "../../shared/work/tasks/tasks.board";
import { BoardWatcher } from "../support/board-watcher";
import { Caller } from "../support/http";
import { readBoard } from "../support/read-board";
import { DatabaseSeeder, type SeededPerson, type SeededProject, type SeededTenant } from "../support/seed";
import { waitUntil } from "../support/wait-until";
import { ChaosLoad } from "./load";
import { verifyConsistency } from "./verify";

const movers = 6;
const screens = 6;
/** Redrive queries events that are at least three seconds old. */
const drowsyMs = 2_000;

export interface TrialRow {
  scenario: string;
  changes: number;
  unanswered: number;
  /** Milliseconds between the recovery of the killed part and all screens being current. */
  freshMs: number;
  /** The longest time in milliseconds without an acknowledged change. */
  silenceMs: number;
  /** Milliseconds until another change reaches all screens after recovery; shows that the queue works again without redrive. */
  pulseMs: number;
  faults: string[];
}

export class ChaosTrial {
  private constructor(
    private readonly bases: readonly string[],
    private readonly seed: DatabaseSeeder,
    private readonly tenant: SeededTenant,
    private readonly project: SeededProject,
    private readonly reader: SeededPerson,
    private readonly watchers: BoardWatcher[],
    private readonly load: ChaosLoad,
    private readonly chance: () => number,
  ) {}

  static async open(bases: readonly string[], databaseUrl: string, chance: () => number): Promise<ChaosTrial> {
    const seed = DatabaseSeeder.at(databaseUrl);
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
    const load = new ChaosLoad({ bases, host: tenant.host, movers: people, project, chance });
    return new ChaosTrial(bases, seed, tenant, project, reader, watchers, load, chance);
  }

  async suffer(
    scenario: string,
    strike: (wait: () => Promise<unknown>) => Promise<void>,
    died: () => string[] | Promise<string[]>,
  ): Promise<TrialRow> {
    const before = { total: this.load.total, unanswered: this.load.unanswered };
    const faults: string[] = [];
    const silence = this.watchSilence();
    this.load.start();
    await delay(500 + this.chance() * 500);
    await strike(() => delay(this.chance() * 400));
    const back = performance.now();
    const totalBefore = this.load.total;
    await waitUntil("somebody is answered again", () => this.load.total > totalBefore + 5, 30_000).catch((error) =>
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
      scenario,
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
    return verifyConsistency({
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
    const isShownToAll = () => this.watchers.every((watcher) => taskById(watcher.board, body.data.id) !== undefined);
    await waitUntil("everyone sees one more card", isShownToAll).catch(() => {});
    return performance.now() - began;
  }

  /** Resolves once every screen shows the database's current revision; null on timeout. */
  private async allFresh(): Promise<number | null> {
    // Connections of a killed database may still answer briefly, so a first success can be followed by a failure.
    await waitUntil("the database answers", () => this.seed.rows("SELECT 1").then(Boolean, () => false));
    const [row] = await this.seed.rows<{ revision: string }>(
      "SELECT revision FROM event_stream WHERE tenant_id = $1 AND name = $2",
      [this.tenant.id, projectStream(this.project.id)],
    );
    const revision = Number(row?.revision);
    const arrived = await Promise.allSettled(this.watchers.map((watcher) => watcher.reaches(revision)));
    return arrived.every((each) => each.status === "fulfilled") ? performance.now() : null;
  }

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
