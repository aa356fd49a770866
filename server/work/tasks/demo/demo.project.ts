import type { ColorTone } from "../../../../shared/kernel/fields";
import type { ProjectRole } from "../../../../shared/kernel/permissions";
import type { ProjectState } from "../../../../shared/work/projects/projects.schema";
import type { Priority } from "../../../../shared/work/tasks/tasks.fields";
import type { ColumnKind } from "../../../../shared/work/tasks/tasks.schema";

export interface DemoProject {
  title: string;
  code: string;
  color: ColorTone;
  status: ProjectState;
  description: string;
  client?: string;
  department: string;
  budget?: string;
  /** Start and end in days from today. */
  starts: number;
  ends: number;
  /** Keys of the users, by role. The first owner is the project's creator. */
  people: Partial<Record<ProjectRole, readonly string[]>>;
  groups?: readonly string[];
  columns: readonly { title: string; kind: ColumnKind; color?: ColorTone; wip?: number }[];
  tags: Readonly<Record<string, ColorTone>>;
  /** A size for most tasks and a cost centre for some, as examples of fields that users add. */
  hasFields?: boolean;
  tasks: Readonly<Record<string, string>>;
  archivedDaysAgo?: number;
}

export interface DemoTask {
  title: string;
  tags: string[];
  priority: Priority;
  complexity: number;
  subtasks: string[];
}

const priorities: Record<string, Priority> = { h: "high", m: "medium", l: "low" };

/** One task per line: `Title | Tag, Tag | h3 | first subtask; second`. Only the title is required. */
export function parseTasks(lines: string): DemoTask[] {
  return lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [title = "", tags = "", weight = "", subtasks = ""] = line.split("|").map((part) => part.trim());
      return {
        title,
        tags: tags
          .split(",")
          .map((tag) => tag.trim())
          .filter(Boolean),
        priority: priorities[weight[0] ?? "m"] ?? "medium",
        complexity: Number(weight[1] ?? 3),
        subtasks: subtasks
          .split(";")
          .map((name) => name.trim())
          .filter(Boolean),
      };
    });
}
