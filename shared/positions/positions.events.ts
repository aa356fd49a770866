/** On the directory's stream: positions by their ids. Who shows them reads them again. */
export interface PositionEvents {
  "position.created": { id: number; title: string };
  "position.updated": { id: number; title: string };
  "position.deleted": { id: number; successor_id: number | null };
}
