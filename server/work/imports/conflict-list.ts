import { importConflictFields } from "../../../shared/work/imports/imports.schema";
import type { ImportConflict } from "../../../shared/work/imports/imports.contract";

/** Highest number of tasks that a report names. */
const maxNamedTasks = 100;

interface ConflictTask {
  id: number;
  key: string;
  title: string;
}

/** Counts the tasks whose value was changed here and in the file, by field. */
export class ConflictList {
  private readonly conflicts = new Map<string, ImportConflict>();
  private readonly titles: ReadonlyMap<string, string>;
  private namedCount = 0;

  /** @param titles titles of the project's fields by key */
  constructor(titles: Iterable<readonly [string, string]>) {
    this.titles = new Map(titles);
  }

  add(fields: Iterable<string>, { id, key, title }: ConflictTask): void {
    for (const field of fields) {
      const conflict = this.conflicts.get(field) ?? this.emptyConflict(field);
      this.conflicts.set(field, conflict);
      conflict.count++;
      if (this.namedCount >= maxNamedTasks) continue;
      this.namedCount++;
      conflict.tasks.push({ id, key, title });
    }
  }

  private emptyConflict(key: string): ImportConflict {
    const field = importConflictFields.find((name) => name === key) ?? "field";
    return { field, name: this.titles.get(key) ?? null, count: 0, tasks: [] };
  }

  list(): ImportConflict[] {
    return [...this.conflicts.values()];
  }
}
