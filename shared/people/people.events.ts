/** A person as events tell of them: what everybody may know who sees the directory, and no more. */
export interface DirectoryPerson {
  id: number;
  version: number;
  fullname: string;
  image: string | null;
  position: { id: number; title: string } | null;
  department: { id: number; name: string } | null;
  active: boolean;
  external: boolean;
}

/** On the directory's stream. What else was changed is read again by those who may. */
export interface PeopleEvents {
  "user.created": DirectoryPerson;
  "user.updated": DirectoryPerson;
  "user.activated": DirectoryPerson;
  "user.deactivated": DirectoryPerson;
  /** Their last day has passed, and what they had is handed over. */
  "user.left": DirectoryPerson;
  "user.deleted": { id: number };
}

/** On the stream of whoever imports. */
export interface PeopleImportEvents {
  /** How many rows are done. They count when all of them are. */
  "people_import.progress": { done: number; total: number };
}
