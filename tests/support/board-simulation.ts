import type { Actor, DomainEvent, DomainEvents } from "../../shared/kernel/events";
import type { BoardColumn, BoardTask } from "../../shared/work/tasks/tasks.contract";
import { progressAfterMove } from "../../shared/work/tasks/tasks.progress.rules";
import { createInitialRanks, rankBetween } from "../../shared/work/tasks/tasks.rank.rules";
import { simulatedPerson, project_id, SimulatedBoard } from "./simulated-board";
import type { SimulationStep } from "./board-simulation.steps";

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

/**
 * A simulated board for tests: it can be read at any moment, and each step returns the events that a server would emit. Deliberately naive
 * and independent of the reducer.
 */
export class BoardSimulation extends SimulatedBoard {
  apply(step: SimulationStep, actor: Actor | null = simulatedPerson(2)): DomainEvent[] {
    const events: DomainEvent[] = [];
    const say = <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => {
      this.revision += 1;
      events.push(
        structuredClone({
          revision: this.revision,
          id: this.revision,
          type,
          actor,
          at: "2026-11-20T09:00:00Z",
          data,
        }) as DomainEvent,
      );
    };
    this.live(step, say);
    return events;
  }

  private live(
    step: SimulationStep,
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    if ("task" in step) {
      if (step.kind === "restore") {
        const task = pick(this.archive, step.task);
        const columnId = step.columnId ?? this.columns[0]?.id;
        if (!task || columnId === undefined) return;
        this.archive = this.archive.filter((other) => other !== task);
        const rank = step.rank ?? this.endOf(columnId);
        const progress = this.progressIn(task, columnId);
        const restored = { ...task, task_status_id: columnId, rank, progress, version: task.version + 1 };
        this.tasks.push(restored);
        say("task.restored", restored);
        return;
      }
      const task = pick(this.tasks, step.task);
      if (task) this.liveTask(task, step, say);
      return;
    }
    if (step.kind === "place") {
      const [task, column] = [this.task(step.id), this.columns.find(({ id }) => id === step.columnId)];
      if (task && column) this.place(task, column, step.rank, say);
      return;
    }
    if (step.kind === "retitle") return this.retitle(step.id, step.title, say);
    if (step.kind === "create") {
      const column = pick(this.columns, step.column);
      if (!column) return;
      const task = this.newTask(column.id, this.endOf(column.id), step.title);
      this.tasks.push(task);
      say("task.created", task);
    } else if ("column" in step) this.liveColumn(step.kind, pick(this.columns, step.column), say);
    else if ("tag" in step) this.liveTag(step, say);
    else this.livePeople(step, say);
  }

  private progressIn(task: BoardTask, columnId: number): number {
    const kindOf = (statusId: number) => this.columns.find(({ id }) => id === statusId)?.kind ?? "todo";
    return progressAfterMove(task, kindOf(task.task_status_id), kindOf(columnId));
  }

  private place(
    task: BoardTask,
    column: BoardColumn,
    rank: string,
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    const { id, key, title, task_status_id: from } = task;
    const progress = this.progressIn(task, column.id);
    Object.assign(task, { rank, task_status_id: column.id, progress, version: task.version + 1 });
    const { version } = task;
    const to = { task_status_id: column.id, rank, version, progress, from_task_status_id: from };
    say("task.moved", { id, project_id, key, title, ...to });
  }

  private retitle(
    id: number,
    title: string,
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    const task = this.known(id);
    if (!task) return;
    const before = { title: task.title };
    task.title = title;
    task.version += 1;
    say("task.updated", { id, project_id, key: task.key, version: task.version, before, title });
  }

  private liveTask(
    task: BoardTask,
    step: Extract<SimulationStep, { task: number }>,
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    const { id, key, title } = task;
    const ref = { id, project_id, key, title };
    const comment = { id: 1, task_id: id, project_id, key, title };
    const facts = {
      comment: "<p>Yes</p>",
      author: simulatedPerson(2),
      created_at: "",
      edited_at: null,
      version: 1,
      mentions: [],
    };
    switch (step.kind) {
      case "update": {
        const user_ids = task.user_ids.includes(step.user) ? [] : [...task.user_ids, 50 - step.user];
        for (const user of user_ids)
          if (!this.users.some((person) => person.id === user)) this.users.push(simulatedPerson(user));
        const before = { title, user_ids: task.user_ids };
        task.title = step.title;
        task.user_ids = user_ids;
        task.version += 1;
        return say("task.updated", {
          id,
          project_id,
          key,
          version: task.version,
          before,
          title: step.title,
          user_ids,
          users: user_ids.map(simulatedPerson),
        });
      }
      case "move": {
        const column = pick(this.columns, step.column) as BoardColumn;
        const others = this.inColumn(column.id).filter((other) => other !== task);
        const at = step.at % (others.length + 1);
        return this.place(task, column, rankBetween(others[at - 1]?.rank ?? null, others[at]?.rank ?? null), say);
      }
      case "archive":
        this.tasks = this.tasks.filter((other) => other !== task);
        task.version += 1;
        this.archive.push(task);
        return say("task.archived", { ...ref, task_status_id: task.task_status_id, version: task.version });
      case "delete":
        this.tasks = this.tasks.filter((other) => other !== task);
        return say("task.deleted", { ...ref, archived: false });
      case "comment":
        task.comment_count += 1;
        return say("comment.created", { ...comment, ...facts, author_name: null });
      case "uncomment":
        if (task.comment_count === 0) return;
        task.comment_count -= 1;
        return say("comment.deleted", comment);
      case "tag": {
        const tag = pick(this.tags, id);
        if (!tag || task.tag_ids.includes(tag.id)) return;
        const before = { tag_ids: task.tag_ids };
        task.tag_ids = [tag.id, ...task.tag_ids].sort((a, b) => a - b);
        task.version += 1;
        return say("task.updated", { id, project_id, key, version: task.version, before, tag_ids: task.tag_ids });
      }
      case "restore":
        return; // emitted above; an archived task isn't among the board's tasks
    }
  }

  private liveColumn(
    kind: "column" | "rename" | "sort" | "rebalance" | "removeColumn",
    column: BoardColumn | undefined,
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    if (kind === "column") {
      const added = this.newColumn(`Column ${this.nextId}`);
      this.columns.push(added);
      return say("column.created", added);
    }
    if (!column) return;
    if (kind === "rename") {
      Object.assign(column, { title: `${column.title}!`, wip_limit: 4, version: column.version + 1 });
      return say("column.updated", { ...column, before: {} });
    }
    if (kind === "sort") {
      this.columns = [...this.columns.filter((other) => other !== column), column];
      return say("column.sorted", { project_id, ids: this.columnIds });
    }
    const tasks = this.inColumn(column.id);
    if (kind === "rebalance") {
      const ranks = createInitialRanks(tasks.length);
      tasks.forEach((task, at) => Object.assign(task, { rank: ranks[at] as string }));
      return say("column.rebalanced", {
        id: column.id,
        project_id,
        ranks: Object.fromEntries(tasks.map((task) => [task.id, task.rank])),
      });
    }
    const target = this.columns.find((other) => other !== column);
    if (!target) return;
    const at = this.columns.indexOf(target);
    for (const task of tasks)
      this.liveTask(task, { kind: "move", task: 0, column: at, at: this.inColumn(target.id).length }, say);
    this.columns = this.columns.filter((other) => other !== column);
    say("column.deleted", { id: column.id, project_id, title: column.title, kind: column.kind });
  }

  private liveTag(
    step: { kind: "newTag" | "dropTag"; tag: number },
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    if (step.kind === "newTag") {
      const tag = { id: this.nextId++, project_id, name: `Tag ${this.nextId}`, color: "teal" };
      this.tags = [...this.tags, tag];
      return say("tag.created", tag);
    }
    const tag = pick(this.tags, step.tag);
    if (!tag) return;
    this.tags = this.tags.filter((other) => other !== tag);
    for (const task of [...this.tasks, ...this.archive]) task.tag_ids = task.tag_ids.filter((id) => id !== tag.id);
    say("tag.deleted", { id: tag.id, project_id, name: tag.name });
  }

  private livePeople(
    step: { kind: "join" | "leave"; user: number },
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    const user = simulatedPerson(100 + step.user);
    const isMember = this.users.some((other) => other.id === user.id);
    if (step.kind === "join") {
      if (!isMember) this.users = [...this.users, user];
      return say("member.added", { project_id, title: "Website relaunch", user, role: "member" });
    }
    if (!isMember) return;
    this.users = this.users.filter((other) => other.id !== user.id);
    say("member.removed", { project_id, user });
  }
}
