/** On the directory's stream: whoever shows the chart reads it again. */
export interface OrgChartEvents {
  "vacancy.changed": { id: number };
}
