import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid, Problem } from "../../shared/kernel/problems";
import { keepUpload, type VisibleFile } from "../files/files.service";
import { checkPicture } from "../people/pictures.service";
import { sql, type Statement, type Tx } from "../platform/database/unit-of-work";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { type Actor, tokenHash } from "../platform/session";

type Kind = "room" | "car" | "equipment";

const kinds: readonly Kind[] = ["room", "car", "equipment"];
const ofEach = (statement: (kind: Kind) => Statement) =>
  Object.fromEntries(kinds.map((kind) => [kind, statement(kind)])) as Record<Kind, Statement>;

const setPhoto = ofEach((kind) =>
  sql(
    `places.photo.${kind}`,
    `UPDATE ${kind} SET image_file_id = $2, version = version + 1
     WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL RETURNING id`,
  ),
);
const there = ofEach((kind) =>
  sql(
    `places.there.${kind}`,
    `SELECT id FROM ${kind} WHERE tenant_id = current_tenant() AND id = $1 AND deleted_at IS NULL`,
  ),
);

/** What its kind tells once it has another photo, and shows. */
interface Records<Row> {
  changed: (tx: Tx, id: number) => Promise<void>;
  read: (tx: Tx, actor: Actor, id: number) => Promise<Row>;
}

interface Sent {
  unit: Unit;
  actor: Actor;
  request: FastifyRequest;
}

/**
 * Gives a room, a car or a piece of equipment the photo that was sent as `image`; the one before is gone. As people's pictures it is what it is by
 * its content, and a drawing neither runs nor loads anything. @throws Problem 404, 422.
 */
export async function uploadPhoto<Row>(
  app: FastifyInstance,
  { unit, actor, request }: Sent,
  kind: Kind,
  id: number,
  records: Records<Row>,
): Promise<Row> {
  await unit(async (tx) => {
    if (!(await tx.one(there[kind], [id]))) throw new Problem("notFound");
  });
  const upload = request.uploads?.find(({ field }) => field === "image");
  if (!upload) throw invalid("image", "file.missing");
  const checked = await checkPicture(app.platform.childProcesses, actor, "image", upload);
  return keepUpload(unit, actor, app.platform.files, checked, async (tx, keep) => {
    const file = await keep();
    return given(tx, actor, kind, id, file.id, records);
  });
}

/** @throws Problem 404. */
export const removePhoto = <Row>(tx: Tx, actor: Actor, kind: Kind, id: number, records: Records<Row>): Promise<Row> =>
  given(tx, actor, kind, id, null, records);

async function given<Row>(tx: Tx, actor: Actor, kind: Kind, id: number, fileId: number | null, records: Records<Row>) {
  if (!(await tx.one(setPhoto[kind], [id, fileId]))) throw new Problem("notFound");
  await records.changed(tx, id);
  return records.read(tx, actor, id);
}

const seenWith = sql(
  "places.seesPhoto",
  `SELECT FROM file f WHERE f.tenant_id = current_tenant() AND f.id = $1 AND (
     ($2 AND (EXISTS (SELECT FROM room r WHERE r.tenant_id = f.tenant_id AND r.image_file_id = f.id)
       OR EXISTS (SELECT FROM equipment e WHERE e.tenant_id = f.tenant_id AND e.image_file_id = f.id)))
     OR ($3 AND EXISTS (SELECT FROM car c WHERE c.tenant_id = f.tenant_id AND c.image_file_id = f.id)))`,
);

/** Whether somebody sees a file since it is the photo of a room, a car or a piece of equipment that they see. */
export async function seesThroughPlace(tx: Tx, actor: Actor, fileId: number): Promise<boolean> {
  if (actor.external) return false;
  const books = actor.permissions.has("reservation-list");
  const [rooms, cars] = [books || actor.permissions.has("room-list"), books || actor.permissions.has("car-list")];
  return (await tx.one(seenWith, [fileId, rooms, cars])) !== undefined;
}

const atDoor = sql(
  "places.photoAtDoor",
  `SELECT f.id, f.name, f.type, f.size, f.storage_key AS "storageKey" FROM file f
   JOIN room r ON r.tenant_id = f.tenant_id AND r.image_file_id = f.id AND r.deleted_at IS NULL
   JOIN door_screen s ON s.tenant_id = r.tenant_id AND s.room_id = r.id
   WHERE f.tenant_id = current_tenant() AND f.id = $1 AND s.key_hash = $2`,
);

/** The photo of a room for the screen at its door, which nobody has signed in at; undefined for another key or file. */
export async function photoAtDoor(tx: Tx, fileId: number, key: unknown): Promise<VisibleFile | undefined> {
  if (typeof key !== "string" || key === "" || key.length > 100) return undefined;
  const file = await tx.one<Omit<VisibleFile, "portrait" | "preview">>(atDoor, [fileId, tokenHash(key)]);
  return file && { ...file, portrait: false, preview: { state: "none" } };
}
