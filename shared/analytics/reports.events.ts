/** On the person's own stream. */
export interface ReportEvents {
  /** What one gets by mail is another: screens that say so read it again. */
  "analytics_report.changed": Record<string, never>;
}
