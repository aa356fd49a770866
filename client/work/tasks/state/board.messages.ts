import type { DomainEvent } from "../../../../shared/kernel/events";
import type { HoverTarget, PresentUser } from "../../../../shared/kernel/streams";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import type { BoardContext, DragState } from "./board.context";
import type { LaneMove } from "./board.lanes";
import type { NewTask } from "../pending/new-card";
import type { CardPosition } from "../pending/card-position";
import type { PendingChange } from "../pending/task-changes";

export type StreamMessage =
  | { type: "EVENTS"; events: readonly DomainEvent[] }
  | { type: "PRESENCE"; users: readonly PresentUser[]; unnamed?: number }
  | { type: "CONNECTION"; connection: BoardContext["connection"] }
  | { type: "RESET" }
  | { type: "REVOKED" };

export type StreamCommand =
  | { type: "RESUME"; revision: number }
  | { type: "FOCUS"; taskId: number | null; dragging: boolean; over: HoverTarget | null };

export type BoardEvent =
  | StreamMessage
  | { type: "RETRY" }
  | { type: "LIFT"; taskId: number; by: DragState["by"] }
  /** `lane`: set when over a swimlane other than the original one. */
  | { type: "HOVER"; place: CardPosition; lane?: LaneMove | null }
  /** `anchor`: start of a range selection. */
  | { type: "SELECT"; ids: readonly number[]; anchor: number | null }
  | { type: "DROP" }
  | { type: "CANCEL" }
  | { type: "MOVE"; taskId: number; to: CardPosition }
  | { type: "ADD"; tasks: readonly NewTask[]; to: CardPosition }
  | { type: "ARCHIVE"; taskId: number }
  | { type: "SORT"; columnIds: readonly number[] }
  /** The queue of pending changes has changed. */
  | { type: "PENDING" }
  | { type: "KEEP_COPY"; pendingId: string }
  | { type: "OPEN"; taskId: number | null }
  | { type: "FADE"; taskId: number; revision: number };

export interface DoneCommand {
  kind: "move" | "archive" | "create" | "change";
  changes: readonly PendingChange[];
  tasks: readonly BoardTask[];
  from: CardPosition | null;
  to: CardPosition | null;
}
