import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import * as attachments from "../../shared/work/attachments/attachments.contract";
import * as comments from "../../shared/work/comments/comments.contract";
import * as contract from "../../shared/work/tasks/tasks.contract";
import { Caller } from "../support/http";
import type { SeededPerson, SeededProject } from "../support/seed";

/** Acknowledged changes, which must survive every fault. */
export interface AcknowledgedChanges {
  /** Column and rank by `task/version`. */
  moves: Map<string, { task_status_id: number; rank: string }>;
  tasks: Map<string, number>;
  comments: Set<number>;
  files: Map<string, string>;
}

interface Options {
  bases: readonly string[];
  host: string;
  movers: readonly SeededPerson[];
  project: SeededProject;
  chance: () => number;
}

const pick = <T>(list: readonly T[], chance: () => number): T => list[Math.floor(chance() * list.length)] as T;

export class ChaosLoad {
  readonly acknowledged: AcknowledgedChanges = {
    moves: new Map(),
    tasks: new Map(),
    comments: new Set(),
    files: new Map(),
  };
  readonly answers = new Map<number, number>();
  unanswered = 0;
  private readonly tasks: number[];
  private running: Promise<unknown> | null = null;
  private stopped = false;

  constructor(private readonly options: Options) {
    this.tasks = options.project.taskIds.flat();
  }

  get total(): number {
    const { moves, tasks, comments, files } = this.acknowledged;
    return moves.size + tasks.size + comments.size + files.size;
  }

  start(): void {
    this.stopped = false;
    this.running = Promise.all(this.options.movers.map((person, at) => this.live(person, at)));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async live(person: SeededPerson, at: number): Promise<void> {
    const { bases, host, chance } = this.options;
    const callers = bases.map((base) => new Caller(base, host, person.token, 1));
    let server = at % callers.length;
    while (!this.stopped) {
      const dice = chance();
      const command = dice < 0.86 ? this.move : dice < 0.92 ? this.create : dice < 0.98 ? this.comment : this.attach;
      const done = await command.call(this, () => callers[server] as Caller);
      if (done) continue;
      server = (server + 1) % callers.length;
      await delay(25 + chance() * 50);
    }
    for (const caller of callers) caller.close();
  }

  private async move(caller: () => Caller): Promise<boolean> {
    const { project, chance } = this.options;
    const near = pick(this.tasks, chance);
    const place = chance() < 0.4 ? { after_id: near } : chance() < 0.5 ? { before_id: near } : {};
    const body = { task_status_id: pick(project.columnIds, chance), ...place };
    const call = () => caller().call(contract.moveTask, { params: { id: pick(this.tasks, chance) }, body });
    return this.ask(call, 200, ({ data }) => {
      this.acknowledged.moves.set(`${data.id}/${data.version}`, {
        task_status_id: data.task_status_id,
        rank: data.rank,
      });
    });
  }

  /** Retries with the same idempotency key until answered: the task must exist once. */
  private async create(caller: () => Caller): Promise<boolean> {
    const { project, chance } = this.options;
    const title = `Made ${randomUUID()}`;
    const headers = { "idempotency-key": title };
    const body = { title, task_status_id: pick(project.columnIds, chance) };
    for (let attempt = 0; attempt < 200 && !(this.stopped && attempt > 40); attempt++) {
      const call = () => caller().call(contract.createTask, { body, headers });
      const done = await this.ask(call, 201, ({ data }) => {
        this.acknowledged.tasks.set(title, data.id);
        this.tasks.push(data.id);
      });
      if (done) return true;
      await delay(50);
    }
    return false;
  }

  private async comment(caller: () => Caller): Promise<boolean> {
    const { project, chance } = this.options;
    const body = { task_id: pick(project.taskIds.flat(), chance), comment: `Said ${randomUUID()}` };
    const call = () => caller().call(comments.createComment, { body });
    return this.ask(call, 201, ({ data }) => this.acknowledged.comments.add(data.id));
  }

  private async attach(caller: () => Caller): Promise<boolean> {
    const { project, chance } = this.options;
    const content = `%PDF-1.4\n${randomUUID()}\n%%EOF\n`;
    const form = new FormData();
    form.set("task_id", String(pick(project.taskIds.flat(), chance)));
    form.set("file", new Blob([content], { type: "application/pdf" }), "chaos.pdf");
    const { method, path } = attachments.createAttachment;
    const call = () => caller().send<{ data: attachments.Attachment }>(method, path, form);
    return this.ask(call, 201, ({ data }) => this.acknowledged.files.set(data.file.url, content));
  }

  private async ask<Body>(
    call: () => Promise<{ status: number; body: Body }>,
    wanted: number,
    acknowledged: (body: Body) => void,
  ): Promise<boolean> {
    try {
      const { status, body } = await call();
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
      if (status === wanted) acknowledged(body);
      return status === wanted;
    } catch {
      this.unanswered += 1;
      return false;
    }
  }
}
