import type { SavedView } from "../../../shared/work/views/views.contract";
import { referencesOf, type ViewReference } from "../../../shared/work/views/views.rules";
import type { Tx } from "../../platform/database/unit-of-work";
import type { Actor } from "../../platform/session";
import { selectNamesOfReferences, type ViewRow } from "./views.sql";

export const referenceKey = ({ kind, id }: ViewReference): string => `${kind}:${id}`;

/** Returns existing references by `kind:id`, with their name, or null if the reader doesn't see the project of a tag or column. */
export async function readReferenceNames(
  tx: Tx,
  reader: Pick<Actor, "id">,
  projectId: number | null,
  references: readonly ViewReference[],
): Promise<Map<string, string | null>> {
  if (references.length === 0) return new Map();
  const idsOf = (kind: ViewReference["kind"]) => references.filter((one) => one.kind === kind).map(({ id }) => id);
  const rows = await tx.rows<{ key: string; name: string; visible: boolean }>(selectNamesOfReferences, [
    projectId,
    idsOf("tag"),
    idsOf("column"),
    idsOf("person"),
    reader.id,
  ]);
  return new Map(rows.map(({ key, name, visible }) => [key, visible ? name : null]));
}

/** In a view across projects, the project of a tag or column is unknown, so only the owner, who chose it, sees its name. */
const isNameKnown = ({ projectId, ownerId }: ViewRow, { kind }: ViewReference, reader: Pick<Actor, "id">): boolean =>
  projectId !== null || kind === "person" || ownerId === reader.id;

/** `mayEdit` is evaluated per row; all rows belong to the same project or to none, or are favorites. */
export async function presentViews(
  tx: Tx,
  actor: Actor,
  rows: readonly ViewRow[],
  mayEdit: (row: ViewRow) => boolean,
): Promise<SavedView[]> {
  const existing = new Map<number | null, Map<string, string | null>>();
  for (const projectId of new Set(rows.map((row) => row.projectId))) {
    const references = rows.filter((row) => row.projectId === projectId).flatMap(({ query }) => referencesOf(query));
    existing.set(projectId, await readReferenceNames(tx, actor, projectId, references));
  }
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    project:
      row.projectId === null
        ? null
        : { id: row.projectId, title: row.projectTitle ?? "", color: row.projectColor ?? "" },
    owner: { id: row.ownerId, fullname: row.ownerName, image: row.ownerImage },
    scope: row.scope,
    name: row.name,
    layout: row.layout,
    query: row.query,
    favorite: row.favorite,
    missing: referencesOf(row.query)
      .filter((one) => !existing.get(row.projectId)?.has(referenceKey(one)))
      .map((one) => ({ ...one, name: isNameKnown(row, one, actor) ? (row.names[referenceKey(one)] ?? null) : null })),
    can: { edit: row.scope === "own" ? row.ownerId === actor.id : mayEdit(row) },
  }));
}
