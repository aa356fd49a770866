import type { InferType } from "yup";
import type { Actor } from "../kernel/events";
import type { groupReply } from "../projects/projects.contract";

/** On the directory's stream; a change of a group that is in projects is told on their streams as well. */
export interface GroupEvents {
  "group.created": { id: number; title: string };
  /** `users` are its people who are active. */
  "group.updated": { group: InferType<typeof groupReply>; users: Actor[]; project_id: number | null };
  "group.deleted": { id: number };
}
