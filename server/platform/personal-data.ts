/** Files of the export of a user's data. */
export const personDataAreas = [
  "person",
  "employment",
  "leave",
  "requests",
  "tasks",
  "time",
  "bookings",
  "news",
  "notifications",
  "access",
] as const;
export type PersonDataArea = (typeof personDataAreas)[number];

/**
 * Meaning of the columns that refer to users, as `table.column` separated by spaces, for the export of a user's data.
 * `tests/insights/exports` checks that a manifest covers every such column of the catalog.
 */
export interface PersonalData {
  /** Columns whose rows are exported, by the area that contains them. */
  readonly areas?: Readonly<Partial<Record<PersonDataArea, string>>>;
  /** Columns naming the user as the actor on another user's record: the row contains nothing else about them. */
  readonly actors?: string;
  /** Columns naming the user as manager or substitute of the row's employee. */
  readonly leaders?: string;
  /** Secrets, technical data for delivering records that are stored elsewhere, and data that expires within the hour. */
  readonly internal?: string;
  /** Additional SQL conditions, by table, for rows that contain more than the data of the user $1. */
  readonly conditions?: Readonly<Record<string, string>>;
  /** SQL of further columns, by table, for facts that the row only refers to. */
  readonly columns?: Readonly<Record<string, string>>;
}
