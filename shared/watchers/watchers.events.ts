import type { Actor } from "../kernel/events";

interface Watched {
  task_id: number;
  project_id: number;
  key: string;
  title: string;
  user: Actor;
}

/**
 * On the project's stream: somebody has said so themselves. Who watches because they were assigned, given a subtask or
 * have commented is told by the event of that.
 */
export interface WatcherEvents {
  "watcher.added": Watched;
  "watcher.removed": Watched;
}
