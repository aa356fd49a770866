import type { Actor } from "../../shared/kernel/events";
import type { BoardColumn, BoardReply, BoardTask } from "../../shared/work/tasks/tasks.contract";
import { initialCard } from "../../shared/work/tasks/tasks.field-lists";
import { compareRanked, createInitialRanks, rankBetween } from "../../shared/work/tasks/tasks.rank.rules";

export const project_id = 12;

export const simulatedPerson = (id: number): Actor => ({ id, fullname: `Person ${id}`, image: null });

/** The state of a project on a simulated server: unsorted lists, sorted when read. */
export class SimulatedBoard {
  revision = 7;
  protected nextId = 1;
  protected columns: BoardColumn[] = [];
  protected tasks: BoardTask[] = [];
  protected archive: BoardTask[] = [];
  protected tags: BoardReply["tags"] = [];
  protected users = [simulatedPerson(1), simulatedPerson(2)];

  constructor(tasksPerColumn = 3, columnCount = 3) {
    for (let at = 0; at < columnCount; at++) {
      const column = this.newColumn(`Column ${at}`);
      this.columns.push(column);
      for (const rank of createInitialRanks(tasksPerColumn))
        this.tasks.push(this.newTask(column.id, rank, `Task ${this.nextId}`));
    }
  }

  get columnIds(): number[] {
    return this.columns.map((column) => column.id);
  }

  taskIds(columnId: number): number[] {
    return this.inColumn(columnId).map((task) => task.id);
  }

  indexOfTask(id: number): number {
    return this.tasks.findIndex((task) => task.id === id);
  }

  indexOfArchived(id: number): number {
    return this.archive.findIndex((task) => task.id === id);
  }

  task(id: number): BoardTask | undefined {
    return this.tasks.find((task) => task.id === id);
  }

  known(id: number): BoardTask | undefined {
    return this.task(id) ?? this.archive.find((task) => task.id === id);
  }

  read(): BoardReply {
    const data = this.columns.map((column, at) => ({ ...column, sort_order: at, tasks: this.inColumn(column.id) }));
    return structuredClone({
      data,
      revision: this.revision,
      epoch: "",
      users: this.users,
      groups: [],
      tags: this.tags,
      fields: [],
    });
  }

  protected inColumn(columnId: number): BoardTask[] {
    return this.tasks.filter((task) => task.task_status_id === columnId).sort(compareRanked);
  }

  /** Tasks of a column by rank, including archived ones, which keep their ranks; the task `without` is excluded. */
  ranked(columnId: number, without: number): BoardTask[] {
    return [...this.tasks, ...this.archive]
      .filter((task) => task.task_status_id === columnId && task.id !== without)
      .sort(compareRanked);
  }

  protected endOf(columnId: number): string {
    return rankBetween(this.inColumn(columnId).at(-1)?.rank ?? null, null);
  }

  protected newColumn(title: string): BoardColumn {
    const kind = (["todo", "doing", "done"] as const)[this.columns.length % 3] as BoardColumn["kind"];
    return { id: this.nextId++, project_id, title, kind, color: null, wip_limit: null, sort_order: 0, version: 1 };
  }

  protected newTask(columnId: number, rank: string, title: string): BoardTask {
    const id = this.nextId++;
    const done = this.columns.some((column) => column.id === columnId && column.kind === "done");
    return {
      id,
      project_id,
      task_status_id: columnId,
      key: `WEB-${id}`,
      ...initialCard(),
      progress: done ? 100 : 0,
      title,
      rank,
      version: 1,
      spent_minutes: 0,
      cover_url: null,
      created_at: "2030-01-01T09:00:00.000Z",
      reporter_id: null,
      series_id: null,
      comment_count: 0,
      attachment_count: 0,
      subtask_count: 0,
      subtask_done_count: 0,
    };
  }
}
