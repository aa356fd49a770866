/** On the directory's stream: whoever shows the chart reads it again. */
export interface OrgChartEvents {
  "vacancy.changed": { id: number };
  /** Whose position somebody acts in. */
  "acting.changed": { id: number };
}
