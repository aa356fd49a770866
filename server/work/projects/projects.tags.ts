import type { InferType } from "yup";
import { projectStream } from "../../../shared/kernel/events";
import { type ColorTone, colorTones } from "../../../shared/kernel/fields";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { tagSchema, updateTagSchema } from "../../../shared/work/projects/projects.schema";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { authorizeInProject, projectAccess, type Viewer } from "../access/projects.policy";
import { presentTag } from "./projects.present";
import { maxTags } from "./tags.limits";
import { ProjectTagEntity } from "./tag.entity";
import { nameOrder } from "../../../shared/kernel/text/order";

type Tag = Omit<ProjectTagEntity, "tenantId">;

export async function listTags(tx: Tx, viewer: Viewer, projectId: number): Promise<ProjectTagEntity[]> {
  await projectAccess(tx, viewer, projectId);
  const tags = await tx.repo(ProjectTagEntity).find({ where: { projectId } });
  const order = nameOrder(tx.language);
  return tags.sort((a, b) => order.compare(a.name, b.name) || a.id - b.id);
}

// Names that look the same count as equal. The unique index also prevents duplicates by concurrent inserts.
const insertTag = sql(
  "tags.insert",
  `INSERT INTO project_tag (tenant_id, project_id, name, color) VALUES (current_tenant(), $1, $2, $3)
   ON CONFLICT (tenant_id, project_id, name_key(name)) DO NOTHING
   RETURNING id, project_id AS "projectId", name, color`,
);

const countTags = sql(
  "tags.count",
  "SELECT count(*)::int AS count FROM project_tag WHERE tenant_id = current_tenant() AND project_id = $1",
);

/** @throws Problem 403; 409 `project.archived`; 422 if the project already has a tag with that name, or `maxTags` tags. */
export async function createTag(tx: Tx, viewer: Viewer, input: InferType<typeof tagSchema>): Promise<Tag> {
  const access = await projectAccess(tx, viewer, input.project_id);
  authorizeInProject(viewer, "tag-edit", access);
  const { count } = (await tx.one<{ count: number }>(countTags, [access.id])) as { count: number };
  if (count >= maxTags) throw invalidFieldProblem("name", "field.tooMany");
  const color = input.color ?? (await rarestColor(tx, access.id));
  const tag = await tx.one<Tag>(insertTag, [access.id, input.name, color]);
  if (!tag) throw invalidFieldProblem("name", "field.taken");
  tx.emit("tag.created", projectStream(access.id), presentTag(tag));
  return tag;
}

async function rarestColor(tx: Tx, projectId: number): Promise<ColorTone> {
  const tags = await tx.repo(ProjectTagEntity).find({ where: { projectId } });
  const uses = (tone: ColorTone) => tags.filter((tag) => tag.color === tone).length;
  return colorTones.reduce((rarest, tone) => (uses(tone) < uses(rarest) ? tone : rarest));
}

const updateTagRow = sql(
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
): Promise<Tag> {
  const present = await editableTag(tx, viewer, id);
  const name = input.name || present.name;
  const color = input.color ?? present.color;
  if (name === present.name && color === present.color) return present;
  const tag = await tx.one<Tag>(updateTagRow, [id, name, color]).catch(nameTaken);
  if (!tag) throw new Problem("notFound");
  tx.emit("tag.updated", projectStream(tag.projectId), presentTag(tag));
  return tag;
}

function nameTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  throw code === "23505" && constraint === "project_tag_name" ? invalidFieldProblem("name", "field.taken") : error;
}

// Serializes with transactions that emit whole tasks including tags, which lock the project as well.
const lockProject = sql(
  "tags.lockProject",
  `SELECT id FROM project WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);

/**
 * Deletes a tag and removes it from its tasks.
 * @throws Problem 404 when the tag isn't visible; 403 without permission; 409 `project.archived`.
 */
export async function deleteTag(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const tag = await editableTag(tx, viewer, id);
  await tx.one(lockProject, [tag.projectId]);
  await editableTag(tx, viewer, id); // access or archiving may have changed before the lock
  const removed = await tx.repo(ProjectTagEntity).delete({ id });
  if (removed === 0) throw new Problem("notFound");
  tx.emit("tag.deleted", projectStream(tag.projectId), { id, project_id: tag.projectId, name: tag.name });
}

async function editableTag(tx: Tx, viewer: Viewer, id: number): Promise<ProjectTagEntity> {
  const tag = await tx.repo(ProjectTagEntity).findOne({ id });
  if (!tag) throw new Problem("notFound");
  authorizeInProject(viewer, "tag-edit", await projectAccess(tx, viewer, tag.projectId));
  return tag;
}
