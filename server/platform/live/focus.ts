import { parseStream, type StreamName } from "../../../shared/kernel/events";
import type { Over, PresentSlot } from "../../../shared/kernel/streams";
import { isGrid, readSlot } from "./slots";

export interface FocusState {
  taskId: number | null;
  dragging: boolean;
  over: Over | null;
  /** On a grid of times; forgotten some minutes after it was said. */
  slot?: PresentSlot | null;
  saidAt: number;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** What a client says it shows, or null when it isn't well-formed. */
export function readFocus(message: unknown): { stream: StreamName; state: FocusState } | null {
  const raw = (message ?? {}) as {
    stream?: unknown;
    taskId?: unknown;
    dragging?: unknown;
    over?: unknown;
    slot?: unknown;
  };
  const saidAt = Date.now();
  if (isGrid(raw.stream)) {
    const state = { taskId: null, dragging: false, over: null, slot: readSlot(raw.slot), saidAt };
    return { stream: raw.stream as StreamName, state };
  }
  if (parseStream(raw.stream)?.kind !== "project") return null;
  const over = raw.over as { task_status_id?: unknown; before_id?: unknown } | null | undefined;
  return {
    stream: raw.stream as StreamName,
    state: {
      taskId: isId(raw.taskId) ? raw.taskId : null,
      dragging: raw.dragging === true && isId(raw.taskId),
      over:
        over && isId(over.task_status_id)
          ? { task_status_id: over.task_status_id, before_id: isId(over.before_id) ? over.before_id : null }
          : null,
      saidAt,
    },
  };
}
