import type { Tone } from "../../shared/kernel/fields";
import type { ProjectRole } from "../../shared/kernel/permissions";
import type { ProjectState } from "../../shared/projects/projects.schema";
import type { Priority } from "../../shared/tasks/tasks.fields";
import type { ColumnKind } from "../../shared/tasks/tasks.schema";
import type { Trade } from "./demo.talk";

/** A project of the demo as it is written down. Everything else about it is made up by the history. */
export interface DemoProject {
  title: string;
  code: string;
  color: Tone;
  status: ProjectState;
  description: string;
  client?: string;
  department: string;
  budget?: string;
  /** What people talk about. */
  trade: Trade;
  /** In days from today. */
  starts: number;
  ends: number;
  /** People by their key. The first owner made the project. */
  people: Partial<Record<ProjectRole, readonly string[]>>;
  groups?: readonly string[];
  columns: readonly { title: string; kind: ColumnKind; color?: Tone; wip?: number }[];
  tags: Readonly<Record<string, Tone>>;
  /** Which column holds which tasks today, from top to bottom. */
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

/** One task per line: `Title | Tag, Tag | h3 | first subtask; second`. All but the title may be left out. */
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
