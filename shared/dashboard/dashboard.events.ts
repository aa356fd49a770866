/** On the person's stream. */
export interface DashboardEvents {
  /** Panels were moved, or the birthday was said: the person's other screens follow. */
  "dashboard.changed": { id: number };
}
