import type { StreamName } from "../../../shared/kernel/events";
import type { HoverTarget, PresentSlot } from "../../../shared/kernel/streams";
import { isGridStream, readSlot } from "./slots";
import { presenceOn } from "./stream-definitions";

export interface FocusState {
  taskId: number | null;
  dragging: boolean;
  board?: boolean;
  editing?: boolean;
  over: HoverTarget | null;
  /** Time slot on a booking grid; expires some minutes after `saidAt`. */
  slot?: PresentSlot | null;
  saidAt: number;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** Parses the focus sent by a client; null when malformed. */
export function readFocus(message: unknown): { stream: StreamName; state: FocusState } | null {
  const raw = (message ?? {}) as {
    stream?: unknown;
    taskId?: unknown;
    dragging?: unknown;
    board?: unknown;
    editing?: unknown;
    over?: unknown;
    slot?: unknown;
  };
  const saidAt = Date.now();
  if (isGridStream(raw.stream)) {
    const state = { taskId: null, dragging: false, over: null, slot: readSlot(raw.slot), saidAt };
    return { stream: raw.stream as StreamName, state };
  }
  if (presenceOn(raw.stream) !== "focus") return null;
  const over = raw.over as { task_status_id?: unknown; before_id?: unknown } | null | undefined;
  return {
    stream: raw.stream as StreamName,
    state: {
      taskId: isId(raw.taskId) ? raw.taskId : null,
      dragging: raw.dragging === true && isId(raw.taskId),
      ...(raw.board === true && { board: true }),
      ...(raw.editing === true && isId(raw.taskId) && { editing: true }),
      over:
        over && isId(over.task_status_id)
          ? { task_status_id: over.task_status_id, before_id: isId(over.before_id) ? over.before_id : null }
          : null,
      saidAt,
    },
  };
}
