/** On the tenant's stream, which everyone follows: that something changed and nothing else. Who may see what, asks. */
export interface LeaveCalendarEvents {
  "leave.calendar_changed": Record<string, never>;
}
