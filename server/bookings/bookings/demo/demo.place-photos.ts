import type { DatabaseDemo } from "../../../platform/demo/demo.steps";
import { drawEquipment } from "./demo.equipment-drawings";
import { drawCar, drawRoom } from "./demo.place-drawings";

const prefixes = { room: "a0", car: "a1", equipment: "a2" } as const;

interface Place {
  table: keyof typeof prefixes;
  id: number;
  name: string;
  drawing: string;
}

export async function writePlacePhotos({ client, tenantId, files }: DatabaseDemo): Promise<void> {
  if (!files) return;
  const rooms = await client.query(
    "SELECT id, name, color, capacity, tools FROM room WHERE tenant_id = $1 ORDER BY id",
    [tenantId],
  );
  const cars = await client.query("SELECT id, name, type, color FROM car WHERE tenant_id = $1 ORDER BY id", [tenantId]);
  const pieces = await client.query("SELECT id, name, kind FROM equipment WHERE tenant_id = $1 ORDER BY id", [
    tenantId,
  ]);
  const places: Place[] = [
    ...rooms.rows.map(
      (row): Place => ({
        table: "room",
        id: row.id,
        name: row.name,
        drawing: drawRoom({ ...row, id: Number(row.id) }),
      }),
    ),
    ...cars.rows.map((row): Place => ({ table: "car", id: row.id, name: row.name, drawing: drawCar(row) })),
    ...pieces.rows.map(
      (row): Place => ({ table: "equipment", id: row.id, name: row.name, drawing: drawEquipment(row) }),
    ),
  ];
  const { default: sharp } = await import("sharp");
  const drawn = await Promise.all(
    places.map(async (place) => ({
      ...place,
      bytes: await sharp(Buffer.from(place.drawing)).jpeg({ quality: 74 }).toBuffer(),
    })),
  );
  const added = await client.query<{ id: number; storage_key: string }>(
    `INSERT INTO file (tenant_id, name, type, size, storage_key, preview_state)
     SELECT $1, p.name, 'image/jpeg', p.size, p.key, 'none' FROM jsonb_to_recordset($2) AS p (name text, size int, key text)
     RETURNING id, storage_key`,
    [
      tenantId,
      JSON.stringify(
        drawn.map((one) => ({ name: `${one.name}.jpg`, size: one.bytes.length, key: keyOf(tenantId, one) })),
      ),
    ],
  );
  const fileOf = new Map(added.rows.map(({ id, storage_key }) => [storage_key, id]));
  for (const one of drawn) {
    const key = keyOf(tenantId, one);
    await client.query(`UPDATE ${one.table} SET image_file_id = $2 WHERE id = $1`, [one.id, fileOf.get(key)]);
    await files.put(key, one.bytes, "image/jpeg");
  }
}

/** Keys are deterministic, so that the next run overwrites the files of a failed seeding. */
const keyOf = (tenantId: number, { table, id }: Place) =>
  `${tenantId}/${prefixes[table]}/${prefixes[table].repeat(18)}${String(id).padStart(4, "0")}`;
