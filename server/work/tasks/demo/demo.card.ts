import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import type { DemoUser } from "../../../platform/demo/demo.tenant";
import type { DemoWorkers } from "./demo.history";
import type { PlannedTask } from "./demo.plan";

export interface DemoColumn {
  id: number;
  kind: "todo" | "doing" | "done";
  /** Cards sorted by rank. */
  cards: DemoCard[];
}

export interface DemoCard {
  plan: PlannedTask;
  present: BoardTask;
  number: number;
  /** Whether the card has reached its final column and planned position. */
  settled: boolean;
  description: string | null;
  reporter: DemoUser;
  createdAt: number;
  touchedAt: number;
  archivedAt: number | null;
  progressByHand: boolean;
  coverFileId?: number;
  work: { at: number; userId: number }[];
}

export interface SimulatedProject {
  id: number;
  code: string;
  tenantId: number;
  now: Date;
}

/** The first direct assignee; not random, so that the draws of other demo data stay unchanged. */
export function firstAssigneeOf({ present, reporter }: DemoCard, workers: DemoWorkers): DemoUser {
  return workers.pool.find((user) => user.id === present.user_ids[0]) ?? reporter;
}
