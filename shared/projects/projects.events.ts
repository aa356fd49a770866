import type { InferType } from "yup";
import type { Actor } from "../kernel/events";
import type { ProjectRole } from "../kernel/permissions";
import type { groupReply, tagReply } from "./projects.contract";

type Tag = InferType<typeof tagReply>;
type Group = InferType<typeof groupReply>;

/** Facts of a project that cards and headers show. */
export interface ProjectFacts {
  title: string;
  code: string;
  color: string;
  status: string;
  start_date: string | null;
  end_date: string | null;
  description: string | null;
}

/** On the project's stream. `member.*` go to the person's own stream as well, so that lists gain and lose the project. */
export interface ProjectEvents {
  /** Also on the streams of those who see every project; members hear `member.added`. */
  "project.created": { id: number; version: number; title: string; code: string };
  /** Only the facts that changed; `before` holds what they were. */
  "project.updated": { id: number; version: number; before: Partial<ProjectFacts> } & Partial<ProjectFacts>;
  "project.archived": { id: number; version: number };
  /** Also on the streams of everyone who sees it: it wasn't in their lists, so they don't follow it. */
  "project.restored": { id: number; version: number };
  /** On the stream of each person who had access: the project's own stream ends with it. */
  "project.deleted": { id: number; title: string };
  "member.added": { project_id: number; title: string; user: Actor; role: ProjectRole };
  "member.updated": { project_id: number; user: Actor; role: ProjectRole };
  "member.removed": { project_id: number; user: Actor };
  /** A group as a whole came in; its people are in `users`. */
  "group.added": { project_id: number; group: Group; users: Actor[] };
  "group.removed": { project_id: number; id: number };
  "tag.created": Tag;
  "tag.updated": Tag;
  "tag.deleted": { id: number; project_id: number; name: string };
}
