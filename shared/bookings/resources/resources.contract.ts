import { type AnyObject, type AnyObjectSchema, object, type ObjectSchema } from "yup";
import type { Permission } from "../../kernel/access";
import { endpoint } from "../../kernel/endpoint";
import { dataReply, deletedReply, pathId, reply } from "../../kernel/fields";
import {
  listQueryShape,
  listReplyOf,
  recordCalls,
  type RecordPermissionNoun,
  recordShape,
  restPaths,
} from "../../kernel/records";
import { removalSchema } from "./affected-bookings";
import { flagField } from "./resource-fields.schema";
import type { PlaceKind, VehicleKind } from "./resources.events";

export const resourceShape = {
  ...recordShape,
  /** Null unless the record is deleted. */
  deleted_at: reply.textOrNull(),
};

export const listShape = { ...listQueryShape(["name"]), with_trashed: flagField() };

interface ResourceCalls<Body, Reply, Query> {
  noun: PlaceKind | VehicleKind;
  /** Noun that the permissions start with; defaults to the noun of the kind. */
  permissions?: RecordPermissionNoun;
  /** Noun with an article for summaries, such as "a piece of equipment". */
  called: string;
  list: { summary: string; permission: readonly Permission[]; query: Query; expensive?: "unlessPaged" };
  /** Maximum number of resources per tenant. */
  limit: number;
  body: Body;
  reply: Reply;
  example: Record<string, unknown>;
  /** Example of an update, if it differs from `example`. */
  updateExample?: Record<string, unknown>;
  summaries?: Partial<Record<"create" | "update", string>>;
  /** Sentence about the bookings in the summary of the delete call. */
  removal: string;
}

/** Defines the calls of a kind of resource. Deleted resources can be restored. */
export function resourceCalls<Body extends AnyObjectSchema, Shape extends AnyObject, Query extends AnyObjectSchema>(
  of: ResourceCalls<Body, ObjectSchema<Shape>, Query>,
) {
  const { noun, called, body, example, updateExample = example, summaries = {} } = of;
  const permissions = of.permissions ?? (noun as RecordPermissionNoun);
  const may = (verb: "edit" | "delete") => `${permissions}-${verb}` as const;
  const path = `/${noun}`;
  const params = object({ id: pathId(noun) });
  const data = dataReply(of.reply);
  const { create, update } = recordCalls({
    noun,
    permissions,
    paths: restPaths(path),
    sorts: ["name"],
    limit: of.limit,
    body,
    reply: of.reply,
    single: object({}),
    choice: object({}),
    example,
    details: {
      create: { summary: summaries.create ?? `Creates ${called}.` },
      update: {
        summary: summaries.update ?? `Updates ${called}. Omitted fields are unchanged.`,
        example: { body: updateExample },
      },
    },
  });
  return {
    list: endpoint({ method: "GET", path, ...of.list, reply: listReplyOf(of.reply, of.limit) }),
    single: endpoint({
      method: "GET",
      path: `${path}/:id`,
      summary: `Returns ${called}.`,
      permission: [`${permissions}-list`, may("edit")],
      params,
      reply: data,
    }),
    create,
    update,
    remove: endpoint({
      method: "DELETE",
      path: `${path}/:id`,
      summary: `Deletes ${called}, which can be restored. ${of.removal}`,
      permission: may("delete"),
      params,
      body: removalSchema,
      reply: deletedReply,
      problems: ["organization.inUse", "booking.taken", ...(noun === "equipment" ? [] : (["trip.started"] as const))],
      example: { body: {} },
    }),
    restore: endpoint({
      method: "PUT",
      path: `${path}/:id/restore`,
      summary: `Restores ${called} that was deleted.`,
      permission: may("delete"),
      params,
      reply: data,
    }),
    uploadPhoto: endpoint({
      method: "POST",
      path: `${path}/:id/photo`,
      summary: `Sets the photo of ${called}, as \`image\`: JPEG, PNG, GIF or SVG under 2 MB. Replaces the previous photo.`,
      permission: may("edit"),
      params,
      file: "image",
      reply: data,
      problems: ["request.invalid"],
    }),
    removePhoto: endpoint({
      method: "DELETE",
      path: `${path}/:id/photo`,
      summary: `Deletes the photo of ${called}.`,
      permission: may("edit"),
      params,
      reply: data,
    }),
  };
}
