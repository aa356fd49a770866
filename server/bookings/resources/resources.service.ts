import type { RecordPermissionNoun } from "../../../shared/kernel/records";
import type { Reassignment } from "../../../shared/bookings/resources/affected-bookings";
import type { OutageKind } from "../../../shared/bookings/resources/outages.contract";
import { isFlagSet } from "../../../shared/bookings/resources/resource-fields.schema";
import {
  carsStream,
  type PlaceKind,
  roomsStream,
  type VehicleKind,
} from "../../../shared/bookings/resources/resources.events";
import { type ConstraintMessages, mapConstraintErrors } from "../../platform/database/constraints";
import { sql, type Statement, type StatementFor, type Tx } from "../../platform/database/unit-of-work";
import {
  createEditableRecords,
  type EditableKind,
  type RecordListQuery,
  type UseRow,
  type WithCan,
} from "../../platform/records/record.service";
import type { Actor } from "../../platform/session";
import { bookingReassignment } from "./resources.slots";

export const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Bookings of a room, car or driver that haven't ended; they must be moved or cancelled before the resource is deleted. */
export const upcomingBookings = (kind: "room" | "car" | "driver") =>
  sql(
    `places.ahead.${kind}`,
    `SELECT 'bookings' AS kind, count(*)::int AS count,
       (array_agg(title ORDER BY starts_at) FILTER (WHERE NOT private))[1:3] AS names
     FROM booking WHERE tenant_id = current_tenant() AND ${kind}_id = $1 AND status IN ('pending', 'approved')
       AND ends_at > now() AND released_at IS NULL`,
  );

export interface ListQuery extends RecordListQuery {
  with_trashed?: string;
}

interface ResourceRow {
  id: number;
  version: number;
  deleted_at: string | null;
}

type Stored<Row> = Omit<Row, "deleted_at"> & { id: number; version: number; deleted_at: Date | null };

type Reassignments = readonly Reassignment[] | undefined;

interface ResourceDefinition<Row extends ResourceRow, Input>
  extends Pick<EditableKind<Stored<Row>, Input, WithCan<Row>>, "check" | "write"> {
  kind: PlaceKind | VehicleKind;
  /** Maximum number of resources per tenant. */
  most: number;
  /** Prefix of the permission names; floors use the permissions of buildings. */
  permissions: RecordPermissionNoun;
  /** Maps violated constraints to errors for the caller. */
  rules: ConstraintMessages;
  statements: EditableKind<Stored<Row>, Input, WithCan<Row>>["statements"] & {
    delete: Statement;
    restore: StatementFor<{ id: number }>;
  };
  uses: StatementFor<UseRow>;
  nameOf: (row: Stored<Row>) => string;
  /** Releases bookings before a deletion; by default the bookings of the resource itself. */
  releaseBookings?: (tx: Tx, actor: Actor, id: number, bookings: Reassignments) => Promise<void>;
  /** Checks before restoring that the parent still exists. @throws Problem 422. */
  checkParent?: (tx: Tx, row: Stored<Row>) => Promise<void>;
}

const emitters = new Map<string, (tx: Tx, id: number) => Promise<void>>();

/** Emits an update of a resource of any kind. */
export const emitResourceChanged = (tx: Tx, kind: OutageKind, id: number) => emitters.get(kind)?.(tx, id);

const vehicles: readonly string[] = ["car", "driver"] satisfies VehicleKind[];

/** Creates a service for resources of one kind. */
export function createResources<Row extends ResourceRow, Input extends { version?: number | undefined }>(
  of: ResourceDefinition<Row, Input>,
) {
  const { kind, statements, nameOf, checkParent } = of;
  const stream = vehicles.includes(kind) ? carsStream : roomsStream;

  const emit = (verb: "created" | "updated" | "deleted") => (tx: Tx, _: unknown, row: Stored<Row>) =>
    tx.emit(`${kind}.${verb}`, stream(tx.tenantId), { id: row.id, name: nameOf(row) });
  const [created, updated, deleted] = [emit("created"), emit("updated"), emit("deleted")];

  const records = createEditableRecords<Stored<Row>, Input, WithCan<Row>>({
    ...of,
    noun: of.permissions,
    limit: { most: of.most, field: "name" },
    stream,
    emit: { created, updated },
    uses: (tx, id) => tx.rows(of.uses, [id]),
    present: async (_tx, _actor, rows) =>
      rows.map((row) => ({
        ...row,
        deleted_at: row.deleted_at?.toISOString() ?? null,
        can: { ...row.can, edit: row.can.edit && row.deleted_at === null },
      })) as unknown as WithCan<Row>[],
  });

  const releaseBookings =
    of.releaseBookings ??
    ((tx: Tx, actor: Actor, id: number, bookings: Reassignments) =>
      bookingReassignment.filling.reassignBookings(
        tx,
        actor,
        { kind: kind as OutageKind, ids: [id] },
        bookings,
        "organization.inUse",
      ));

  /** Emits an update of the resource after a change of related data, such as an outage. */
  const changed = async (tx: Tx, id: number) => updated(tx, null, await records.find(tx, id));
  emitters.set(kind, changed);

  return {
    ...records,
    changed,

    list: (tx: Tx, actor: Actor, query: ListQuery, own: unknown[] = []) =>
      records.list(tx, actor, query, [isFlagSet(query.with_trashed), ...own]),

    /**
     * Deletes the resource after moving or cancelling its bookings according to `bookings`.
     * @throws Problem 404; 409 with the remaining uses and bookings.
     */
    async remove(tx: Tx, actor: Actor, id: number, bookings: Reassignments): Promise<void> {
      const row = await records.lockCurrent(tx, actor, id, undefined);
      await releaseBookings(tx, actor, id, bookings);
      await records.refuseUsed(tx, id);
      await tx.rows(statements.delete, [id]);
      deleted(tx, null, row);
    },

    /** Does nothing if the record isn't deleted. @throws Problem 404; 422 when the name is now taken or the parent is deleted. */
    async restore(tx: Tx, actor: Actor, id: number): Promise<WithCan<Row>> {
      const before = await records.find(tx, id);
      if (before.deleted_at !== null) {
        await checkParent?.(tx, before);
        const restored = await mapConstraintErrors(of.rules, () => tx.one<{ id: number }>(statements.restore, [id]));
        if (restored) await changed(tx, id);
      }
      return records.read(tx, actor, id);
    },
  };
}
