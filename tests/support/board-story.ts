import fc from "fast-check";
import type { DomainEvent, DomainEvents } from "../../shared/domain-events";
import type { Actor } from "../../shared/kernel/events";
import type { BoardColumn, BoardTask } from "../../shared/tasks/tasks.contract";
import { freshRanks, rankBetween } from "../../shared/tasks/tasks.rank.rules";
import { person, project_id, StoryWorld } from "./board-world";

/**
 * A board that is lived through, for tests: it can be read at any moment, and each step of its story tells the events
 * that a server would. Deliberately naive and kept apart from the reducer.
 */
export type Step =
  | { kind: "create"; column: number; title: string }
  | { kind: "update"; task: number; title: string; user: number }
  | { kind: "move"; task: number; column: number; at: number }
  | { kind: "archive" | "delete" | "comment" | "uncomment" | "tag" | "restore"; task: number }
  | { kind: "column" | "rename" | "sort" | "rebalance" | "removeColumn"; column: number }
  | { kind: "newTag" | "dropTag"; tag: number }
  | { kind: "join" | "leave"; user: number };

const small = fc.nat({ max: 40 });
const words = fc.constantFrom("Write copy", "Fix login", "Measure", "Übersetzen", "ترجمة");

export const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), column: small, title: words }),
  fc.record({ kind: fc.constant("update" as const), task: small, title: words, user: small }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("move" as const), task: small, column: small, at: small }) },
  fc.record({
    kind: fc.constantFrom(
      "archive" as const,
      "delete" as const,
      "comment" as const,
      "uncomment" as const,
      "tag" as const,
      "restore" as const,
    ),
    task: small,
  }),
  fc.record({
    kind: fc.constantFrom(
      "column" as const,
      "rename" as const,
      "sort" as const,
      "rebalance" as const,
      "removeColumn" as const,
    ),
    column: small,
  }),
  fc.record({ kind: fc.constantFrom("newTag" as const, "dropTag" as const), tag: small }),
  fc.record({ kind: fc.constantFrom("join" as const, "leave" as const), user: small }),
);

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
export class BoardStory extends StoryWorld {
  tell(step: Step, actor: Actor | null = person(2)): DomainEvent[] {
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

  private live(step: Step, say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void): void {
    if ("task" in step) {
      if (step.kind === "restore") {
        const task = pick(this.archive, step.task);
        const column = this.columns[0];
        if (!task || !column) return;
        this.archive = this.archive.filter((other) => other !== task);
        const restored = { ...task, task_status_id: column.id, rank: this.endOf(column.id), version: task.version + 1 };
        this.tasks.push(restored);
        say("task.restored", restored);
        return;
      }
      const task = pick(this.tasks, step.task);
      if (task) this.liveTask(task, step, say);
      return;
    }
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

  private liveTask(
    task: BoardTask,
    step: Extract<Step, { task: number }>,
    say: <Type extends keyof DomainEvents>(type: Type, data: DomainEvents[Type]) => void,
  ): void {
    const { id, key, title } = task;
    const ref = { id, project_id, key, title };
    const comment = { id: 1, task_id: id, project_id, key, title };
    const facts = {
      comment: "<p>Yes</p>",
      author: person(2),
      created_at: "",
      edited_at: null,
      version: 1,
      mentions: [],
    };
    switch (step.kind) {
      case "update": {
        const user_ids = task.user_ids.includes(step.user) ? [] : [...task.user_ids, 50 - step.user];
        for (const user of user_ids) if (!this.users.some((known) => known.id === user)) this.users.push(person(user));
        task.title = step.title;
        task.user_ids = user_ids;
        task.version += 1;
        return say("task.updated", {
          id,
          project_id,
          key,
          version: task.version,
          before: {},
          title: step.title,
          user_ids,
          users: user_ids.map(person),
        });
      }
      case "move": {
        const column = pick(this.columns, step.column) as BoardColumn;
        const from = task.task_status_id;
        const others = this.inColumn(column.id).filter((other) => other !== task);
        const at = step.at % (others.length + 1);
        task.rank = rankBetween(others[at - 1]?.rank ?? null, others[at]?.rank ?? null);
        task.task_status_id = column.id;
        task.version += 1;
        task.progress = column.kind === "done" ? 100 : task.progress;
        const { rank, version, progress } = task;
        return say("task.moved", {
          ...ref,
          task_status_id: column.id,
          rank,
          version,
          progress,
          from_task_status_id: from,
        });
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
        return say("comment.created", { ...comment, ...facts });
      case "uncomment":
        if (task.comment_count === 0) return;
        task.comment_count -= 1;
        return say("comment.deleted", comment);
      case "tag": {
        const tag = pick(this.tags, id);
        if (!tag || task.tag_ids.includes(tag.id)) return;
        task.tag_ids = [tag.id, ...task.tag_ids].sort((a, b) => a - b);
        task.version += 1;
        return say("task.updated", { id, project_id, key, version: task.version, before: {}, tag_ids: task.tag_ids });
      }
      case "restore":
        return; // told above, out of the archive: it isn't among the tasks of the board
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
      const ranks = freshRanks(tasks.length);
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
    say("column.deleted", { id: column.id, project_id, title: column.title });
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
    const user = person(100 + step.user);
    const known = this.users.some((other) => other.id === user.id);
    if (step.kind === "join") {
      if (!known) this.users = [...this.users, user];
      return say("member.added", { project_id, title: "Website relaunch", user, role: "member" });
    }
    if (!known) return;
    this.users = this.users.filter((other) => other.id !== user.id);
    say("member.removed", { project_id, user });
  }
}
