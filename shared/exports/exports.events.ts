/** On the stream of whoever asked for it. */
export interface ExportEvents {
  /** Asked for, further on, ready or failed. */
  "export.changed": { id: number; state: string };
}
