import type { BoardTask } from "../../shared/tasks/tasks.contract";
import type { DemoUser, Workers } from "./demo.history";
import type { PlannedTask } from "./demo.plan";
import type { Trade } from "./demo.talk";

export interface Column {
  id: number;
  kind: "todo" | "doing" | "done";
  /** In order of their ranks. */
  cards: Card[];
}

/** A task while its history is played. `present` is what a board would show. */
export interface Card {
  plan: PlannedTask;
  present: BoardTask;
  number: number;
  /** Stands where it stands today: its place in the column is the written one. */
  settled: boolean;
  description: string | null;
  reporter: DemoUser;
  createdAt: number;
  touchedAt: number;
  archivedAt: number | null;
  progressByHand: boolean;
  /** The picture on the card. */
  coverFileId?: number;
  /** Who worked on it, and when. */
  work: { at: number; userId: number }[];
}

export interface PlayedProject {
  id: number;
  code: string;
  tenantId: number;
  trade: Trade;
  now: Date;
}

/** The first who is assigned by name; drawn by no lot. */
export function holderOf({ present, reporter }: Card, workers: Workers): DemoUser {
  return workers.pool.find((user) => user.id === present.user_ids[0]) ?? reporter;
}
