/** On the directory's stream: departments by their ids. Who shows them reads them again. */
export interface DepartmentEvents {
  "department.created": { id: number; name: string };
  "department.updated": { id: number; name: string };
  /** All that named it has gone to the successor. */
  "department.deleted": { id: number; successor_id: number | null };
}
