import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { storeUpload, type VisibleFile } from "../../platform/files/files.service";
import { checkPicture } from "../../platform/files/pictures";
import { sql, sqlByKey, type Tx } from "../../platform/database/unit-of-work";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { type Actor, tokenHash } from "../../platform/session";

export type PhotoKind = "room" | "car" | "equipment";

const kinds: readonly PhotoKind[] = ["room", "car", "equipment"];
const setPhoto = sqlByKey(kinds, (kind) =>
  sql(
    `places.photo.${kind}`,
    `UPDATE ${kind} SET image_file_id = $2, version = version + 1
     WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL RETURNING id`,
  ),
);
const recordExists = sqlByKey(kinds, (kind) =>
  sql(
    `places.there.${kind}`,
    `SELECT id FROM ${kind} WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL`,
  ),
);

/** A resource service that can set a photo: `changed` emits the resource's event, `read` returns the resource. */
export interface ResourceWithPhoto<Row> {
  changed: (tx: Tx, id: number) => Promise<void>;
  read: (tx: Tx, actor: Actor, id: number) => Promise<Row>;
}

interface Sent {
  unit: RunTransaction;
  actor: Actor;
  request: FastifyRequest;
}

/**
 * Replaces the photo of a room, car or piece of equipment with the file sent as `image`. The type is detected from the content, as for
 * profile images; an SVG can neither run scripts nor load anything.
 * @throws Problem 404, 422.
 */
export async function uploadPhoto<Row>(
  app: FastifyInstance,
  { unit, actor, request }: Sent,
  kind: PhotoKind,
  id: number,
  service: ResourceWithPhoto<Row>,
): Promise<Row> {
  await unit(async (tx) => {
    if (!(await tx.one(recordExists[kind], [id]))) throw new Problem("notFound");
  });
  const upload = request.uploads?.find(({ field }) => field === "image");
  if (!upload) throw invalidFieldProblem("image", "file.missing");
  const checked = await checkPicture(app.platform.childProcesses, actor, "image", upload);
  return storeUpload(unit, actor, app.platform.files, checked, async (tx, keep) => {
    const file = await keep();
    return setResourcePhoto(tx, actor, kind, id, file.id, service);
  });
}

export const removePhoto = <Row>(
  tx: Tx,
  actor: Actor,
  kind: PhotoKind,
  id: number,
  service: ResourceWithPhoto<Row>,
): Promise<Row> => setResourcePhoto(tx, actor, kind, id, null, service);

async function setResourcePhoto<Row>(
  tx: Tx,
  actor: Actor,
  kind: PhotoKind,
  id: number,
  fileId: number | null,
  service: ResourceWithPhoto<Row>,
) {
  if (!(await tx.one(setPhoto[kind], [id, fileId]))) throw new Problem("notFound");
  await service.changed(tx, id);
  return service.read(tx, actor, id);
}

const selectVisiblePhoto = sql(
  "places.seesPhoto",
  `SELECT FROM file f WHERE f.tenant_id = current_tenant() AND f.id = $1 AND (
     ($2 AND (EXISTS (SELECT FROM room r WHERE r.tenant_id = f.tenant_id AND r.image_file_id = f.id)
       OR EXISTS (SELECT FROM equipment e WHERE e.tenant_id = f.tenant_id AND e.image_file_id = f.id)))
     OR ($3 AND EXISTS (SELECT FROM car c WHERE c.tenant_id = f.tenant_id AND c.image_file_id = f.id)))`,
);

/** Whether the user sees a file because it is the photo of a room, car or piece of equipment visible to them. */
export async function canReadResourcePhoto(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  if (actor.external) return false;
  const books = actor.permissions.has("reservation-list");
  const [rooms, cars] = [books || actor.permissions.has("room-list"), books || actor.permissions.has("car-list")];
  return (await tx.one(selectVisiblePhoto, [fileId, rooms, cars])) !== undefined;
}

const selectDoorPhoto = sql(
  "places.photoAtDoor",
  `SELECT f.id, f.name, f.type, f.size, f.storage_key AS "storageKey" FROM file f
   JOIN room r ON r.tenant_id = f.tenant_id AND r.image_file_id = f.id AND r.deleted_at IS NULL
   JOIN door_screen s ON s.tenant_id = r.tenant_id AND s.room_id = r.id
   WHERE f.tenant_id = current_tenant() AND f.id = $1 AND s.key_hash = $2`,
);

/** The photo of a room for its door display, which has no session; undefined for an invalid key or another file. */
export async function doorScreenPhoto(tx: Tx, fileId: number, key: unknown): Promise<VisibleFile | undefined> {
  if (typeof key !== "string" || key === "" || key.length > 100) return undefined;
  const file = await tx.one<Omit<VisibleFile, "portrait" | "preview">>(selectDoorPhoto, [fileId, tokenHash(key)]);
  return file && { ...file, portrait: false, preview: { state: "none" } };
}
