import type { InferType } from "yup";
import { projectStream } from "../../shared/kernel/events";
import { type Tone, tones } from "../../shared/kernel/fields";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { tagSchema, updateTagSchema } from "../../shared/projects/projects.schema";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { authorize, projectAccess, type Viewer } from "./projects.policy";
import { presentTag } from "./projects.present";
import { ProjectTagEntity } from "./tag.entity";

/** @throws Problem 404 when the project isn't the viewer's to see. */
export async function listTags(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectTagEntity[]> {
  await projectAccess(tx, viewer, projectId);
  const tags = await tx.repo(ProjectTagEntity).find({ where: { projectId } });
  return tags.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

// Names are unique by their lower case; the index decides, also between two people at once.
const insert = sql(
  "tags.insert",
  `INSERT INTO project_tag (tenant_id, project_id, name, color) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id, project_id, lower(name)) DO NOTHING
   RETURNING id, project_id AS "projectId", name, color`,
);

/** Of one project: all are answered with its board. */
export const mostTags = 1_000;
const countTags = sql(
  "tags.count",
  "SELECT count(*)::int AS count FROM project_tag WHERE tenant_id = current_tenant() AND project_id = $1",
);

/** @throws Problem 403; 409 `project.archived`; 422 when the project has a tag of that name. */
export async function createTag(tx: Tx, viewer: Viewer, input: InferType<typeof tagSchema>): Promise<ProjectTagEntity> {
  const access = await projectAccess(tx, viewer, input.project_id);
  authorize(viewer, "tag-edit", access);
  const { count } = (await tx.one<{ count: number }>(countTags, [access.id])) as { count: number };
  if (count >= mostTags) throw invalid("name", "field.tooMany");
  const color = input.color ?? (await rarestColor(tx, access.id));
  const tag = await tx.one<ProjectTagEntity>(insert, [access.id, input.name, color]);
  if (!tag) throw invalid("name", "field.taken");
  tx.emit("tag.created", projectStream(access.id), presentTag(tag));
  return tag;
}

/** The colour that the fewest tags of the project have, so that neighbours differ. */
async function rarestColor(tx: Tx, projectId: number): Promise<Tone> {
  const tags = await tx.repo(ProjectTagEntity).find({ where: { projectId } });
  const uses = (tone: Tone) => tags.filter((tag) => tag.color === tone).length;
  return tones.reduce((rarest, tone) => (uses(tone) < uses(rarest) ? tone : rarest));
}

const rename = sql(
  "tags.update",
  `UPDATE project_tag SET name = $2, color = $3 WHERE tenant_id = current_tenant() AND id = $1
   RETURNING id, project_id AS "projectId", name, color`,
);

/** @throws Problem 404, 403, 409 `project.archived`; 422 when another tag of the project has that name. */
export async function updateTag(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: InferType<typeof updateTagSchema>,
): Promise<ProjectTagEntity> {
  const present = await editableTag(tx, viewer, id);
  const name = input.name || present.name;
  const color = input.color ?? present.color;
  if (name === present.name && color === present.color) return present;
  const tag = await tx.one<ProjectTagEntity>(rename, [id, name, color]).catch(nameTaken);
  if (!tag) throw new Problem("notFound");
  tx.emit("tag.updated", projectStream(tag.projectId), presentTag(tag));
  return tag;
}

function nameTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  throw code === "23505" && constraint === "project_tag_name" ? invalid("name", "field.taken") : error;
}

// Whoever tells of a task as a whole, tags included, holds the project: this waits for them, and they for this.
const lockProject = sql(
  "tags.lockProject",
  `SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

/** Takes the tag off its tasks as well. @throws Problem 404, 403, 409 `project.archived`. */
export async function deleteTag(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const tag = await editableTag(tx, viewer, id);
  await tx.one(lockProject, [tag.projectId]);
  await editableTag(tx, viewer, id); // the project may have been archived, or have lost the viewer, until it was locked
  const removed = await tx.repo(ProjectTagEntity).delete({ id });
  if (removed === 0) throw new Problem("notFound");
  tx.emit("tag.deleted", projectStream(tag.projectId), { id, project_id: tag.projectId, name: tag.name });
}

async function editableTag(tx: Tx, viewer: Viewer, id: number): Promise<ProjectTagEntity> {
  const tag = await tx.repo(ProjectTagEntity).findOne({ id });
  if (!tag) throw new Problem("notFound");
  authorize(viewer, "tag-edit", await projectAccess(tx, viewer, tag.projectId));
  return tag;
}
