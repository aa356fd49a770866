/**
 * On the directory's stream, by their ids alone: not everybody who follows it may know who the clients are. Who shows them
 * reads them again.
 */
export interface ClientEvents {
  "client.created": { id: number };
  "client.updated": { id: number };
  /** All that named it has gone to the successor. */
  "client.deleted": { id: number; successor_id: number | null };
}
