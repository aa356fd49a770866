import type { InferType } from "yup";
import type { Actor } from "../kernel/events";
import type { groupReply } from "../projects/projects.contract";

/** On the directory's stream; a change of a group that is in projects is told on their streams as well. */
export interface GroupEvents {
  "group.created": { id: number; title: string };
  /**
   * `users` are those who are active and gained the project by it; on the directory's stream nobody. `gone` are those who lost it, where
   * they are too many to be told of one by one.
   */
  "group.updated": {
    group: InferType<typeof groupReply>;
    users: Actor[];
    project_id: number | null;
    gone?: number[];
  };
  /** On the streams of people who gained or lost projects by a group, or have another role in them, as some of many. */
  "group.projects_changed": { group_id: number };
  "group.deleted": { id: number };
}
