import { instantAfterMinutes } from "./logged-events";
import type { LoggedEvent } from "./logged-events";

interface Place {
  column: number;
  archived: boolean;
  at: number;
}

export function referenceTasks(events: readonly LoggedEvent[], kinds: ReadonlyMap<number, string>) {
  const placesOf = new Map<number, Place[]>();
  for (const { type, at, data } of events) {
    const id = Number(data.id);
    if (type === "task.left" || type === "task.deleted") placesOf.delete(id);
    else if (type.startsWith("task.") && type !== "task.updated") {
      if (type === "task.moved" && data.task_status_id === data.from_task_status_id) continue;
      const places = placesOf.get(id) ?? [];
      places.push({ column: Number(data.task_status_id), archived: type === "task.archived", at });
      placesOf.set(id, places);
    }
  }
  return [...placesOf]
    .sort(([a], [b]) => a - b)
    .map(([task_id, places]) => {
      const kindAt = (at: number) => kinds.get(places[at]?.column ?? 0) ?? "todo";
      const ends: { started: number | null; finished: number | null } = { started: null, finished: null };
      let reopened = 0;
      places.forEach(({ at }, index) => {
        const kind = kindAt(index);
        const before = index === 0 ? null : kindAt(index - 1);
        if (kind === "doing") ends.started ??= at;
        if (kind === "done" && before !== "done") ends.finished = at;
        if (kind !== "done" && before === "done") reopened++;
      });
      const last = places.at(-1) as Place;
      const kind = kindAt(places.length - 1);
      const timeOf = (at: number | null) => (at === null ? null : instantAfterMinutes(at));
      return {
        task_id,
        task_status_id: last.column,
        kind,
        archived: last.archived,
        created_at: timeOf((places[0] as Place).at),
        started_at: timeOf(ends.started),
        finished_at: kind === "done" ? timeOf(ends.finished) : null,
        reopened,
      };
    });
}
