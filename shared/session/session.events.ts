/** On the person's own stream. */
export interface SessionEvents {
  "session.ended": { session_ids: number[] };
  /** Role, permissions or account state changed: screens fetch the current user again. */
  "user.access_changed": { id: number };
  "settings.updated": {
    language: string | null;
    theme: string | null;
    sidebar: string | null;
    time_zone: string | null;
    task_layout: string | null;
    week_start: string | null;
  };
}
