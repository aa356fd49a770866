import type { DomainEvent } from "../../../../shared/domain-events";
import type { Actor } from "../../../../shared/kernel/events";
import type { FieldErrors } from "../../../../shared/kernel/problems";
import type { Over, PresentUser } from "../../../../shared/kernel/streams";
import type { BoardTask } from "../../../../shared/tasks/tasks.contract";
import type { CardField, RecordOf } from "../../../../shared/tasks/tasks.field-lists";
import type { TaskChanges } from "../../../undo/change-tasks";
import type { BoardContext, Hand } from "./board.context";
import type { LaneStep } from "./board.lanes";
import type { Answer } from "./board.queue";
import type { Place } from "./board.place";
import type { PendingChange } from "./board.pending";

/** Why a call failed, in the machine's own words: the effects throw these. */
export type Failure = { kind: "unreachable" } | Refused;
interface Refused {
  kind: "refused";
  status: number;
  code: string;
  message: string;
  record: unknown;
  requestId: string | null;
  /** Who was faster, where the server knows. */
  by?: Actor | null;
  errors?: FieldErrors;
}

export type StreamMessage =
  | { type: "EVENTS"; events: readonly DomainEvent[] }
  | { type: "PRESENCE"; users: readonly PresentUser[]; unnamed?: number }
  | { type: "CONNECTION"; connection: BoardContext["connection"] }
  | { type: "RESET" }
  | { type: "REVOKED" };

export type StreamOrder =
  | { type: "RESUME"; revision: number }
  | { type: "FOCUS"; taskId: number | null; dragging: boolean; over: Over | null };

export type BoardEvent =
  | StreamMessage
  | { type: "RETRY" }
  | { type: "LIFT"; taskId: number; by: Hand["by"] }
  /** `lane`: over another swimlane than the one it was taken from. */
  | { type: "HOVER"; place: Place; lane?: LaneStep | null }
  /** `anchor`: where a range starts. */
  | { type: "SELECT"; ids: readonly number[]; anchor: number | null }
  | { type: "DROP" }
  | { type: "CANCEL" }
  | { type: "MOVE"; taskId: number; to: Place }
  | { type: "ADD"; tasks: readonly NewTask[]; to: Place }
  | { type: "ARCHIVE"; taskId: number }
  | { type: "SORT"; columnIds: readonly number[] }
  | { type: "CHANGE"; pending: TaskChanges }
  | { type: "UNMAKE"; pendingIds: readonly string[] }
  | { type: "DISCARD"; pendingId: string }
  | { type: "KEEP_COPY"; pendingId: string }
  | { type: "OPEN"; taskId: number | null }
  | { type: "FADE"; taskId: number; revision: number };

/** What the screen says in passing; everything that lasts is in the context. */
export type BoardNews =
  | { type: "made"; made: Made }
  | { type: "accepted"; pendingId: string; answer: Answer }
  | { type: "refused"; pending: PendingChange; failure: Failure }
  | { type: "withdrawn"; pendingIds: readonly string[] }
  | { type: "unreached"; pendingId: string };

/** Something was done here that can be taken back: what it was, and what it was done to. */
export interface Made {
  event: BoardEvent;
  kind: "move" | "archive" | "create" | "change";
  pendingIds: readonly string[];
  /** As they were; new ones as they were wanted for. */
  tasks: readonly BoardTask[];
  from: Place | null;
  to: Place | null;
}

export type NewTask = Partial<Pick<BoardTask, RecordOf<CardField>>> & {
  title: string;
};

/** Anything else that is thrown is a mistake of ours; it is shown as a refusal and not tried for ever. */
export function failureOf(event: unknown): Failure {
  const { error } = event as { error: Partial<Failure> & { message?: string } };
  if (error.kind === "unreachable" || error.kind === "refused") return error as Failure;
  return { kind: "refused", status: 0, code: "internal", message: error.message ?? "", record: null, requestId: null };
}

export const isGone = (failure: Failure) =>
  failure.kind === "refused" && (failure.status === 403 || failure.status === 404);
