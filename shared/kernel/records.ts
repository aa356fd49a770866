import { type AnyObject, type AnyObjectSchema, array, object, type ObjectSchema } from "yup";
import type { Permission, PlanFeature } from "./access";
import { endpoint, type EndpointSpec } from "./endpoint";
import { dataReply, deletedReply, pageMeta, pagingShape, pathId, reply, searchShape, positionReply } from "./fields";
import { boolean, string } from "./schemas";
import { successorSchema } from "./uses";

/**
 * Calls of records that users list, create, edit and delete. Internally, all lists use `q`, `sort` with `-` for descending, `page` and
 * `per_page`. The spellings of the external specification are accepted as well (`searchShape`, `pagingShape`, the paths).
 */

/** Nouns with the permissions to list, create, edit and delete. */
export type RecordPermissionNoun = {
  [Code in Permission]: Code extends `${infer Noun}-delete`
    ? `${Noun}-create` | `${Noun}-edit` | `${Noun}-list` extends Permission
      ? Noun
      : never
    : never;
}[Permission];

/** Fields of every record's reply. */
export const recordShape = {
  id: reply.id(),
  version: reply.number(),
  can: object({ edit: boolean().required(), delete: boolean().required() }),
};

const both = <const Sort extends string>(sort: Sort) => [sort, `-${sort}`] as const;

export const listQueryShape = <const Sort extends string>(sorts: readonly Sort[]) => ({
  ...pagingShape,
  ...searchShape,
  sort: string().oneOf(sorts.flatMap(both), "field.oneOf"),
});

export const listReplyOf = <Shape extends AnyObject>(record: ObjectSchema<Shape>, limit: number) =>
  object({ message: string(), data: array(record).max(limit).required(), ...positionReply, meta: pageMeta });

interface RecordPaths {
  list: string;
  select: string;
  create: string;
  single: string;
  update: string;
  remove: string;
}

export const restPaths = (base: string): RecordPaths => ({
  list: base,
  select: `${base}/select`,
  create: base,
  single: `${base}/:id`,
  update: `${base}/:id`,
  remove: `${base}/:id`,
});

/** Paths of the external specification that contain the verb. */
export const verbPaths = (base: string): RecordPaths => ({
  list: `${base}/list`,
  select: `${base}/select`,
  create: base,
  single: `${base}/single/:id`,
  update: `${base}/update/:id`,
  remove: `${base}/:id`,
});

type Details = Partial<
  Pick<
    EndpointSpec<AnyObjectSchema, AnyObjectSchema, AnyObjectSchema, AnyObjectSchema>,
    "method" | "summary" | "permission" | "problems" | "expensive" | "status" | "file" | "example"
  >
>;

interface RecordCalls<Sort extends string, Body, Reply, Single, Choice> {
  noun: string;
  /** Noun that the permissions start with (defaults to the record's noun), or one permission to read and one to change. */
  permissions?: RecordPermissionNoun | { read: Permission; change: Permission };
  feature?: PlanFeature;
  /** Maximum number of records per tenant. */
  limit: number;
  paths: RecordPaths;
  sorts: readonly Sort[];
  body: Body;
  reply: Reply;
  /** Reply of a single record, which may contain additional fields. */
  single: Single;
  /** Reply of a record in selections. */
  choice: Choice;
  example: Record<string, unknown>;
  /** Whether references can be moved to another record on deletion. */
  successor?: boolean;
  /** Differences from the calls of other records, by call. */
  details?: Partial<Record<keyof RecordPaths, Details>>;
}

export function recordCalls<
  const Sort extends string,
  Body extends AnyObjectSchema,
  Shape extends AnyObject,
  Choice extends AnyObjectSchema,
  Single extends AnyObjectSchema,
>(of: RecordCalls<Sort, Body, ObjectSchema<Shape>, Single, Choice>) {
  const { noun, permissions = noun, paths, body, details = {}, example } = of;
  const feature = of.feature && { feature: of.feature };
  const nounText = noun.replaceAll("_", " ");
  const may = (verb: "list" | "create" | "edit" | "delete") => {
    if (typeof permissions === "string") return `${permissions}-${verb}` as Permission;
    return verb === "list" ? permissions.read : permissions.change;
  };
  const params = object({ id: pathId(noun) });
  const successor = of.successor ? successorSchema(noun) : (object({}) as ReturnType<typeof successorSchema>);
  return {
    list: endpoint({
      method: "GET",
      path: paths.list,
      summary: `Lists ${nounText}s.`,
      permission: may("list"),
      query: object(listQueryShape(of.sorts)),
      reply: listReplyOf(of.reply, of.limit),
      ...feature,
      ...details.list,
    }),
    select: endpoint({
      method: "GET",
      path: paths.select,
      summary: `Lists ${nounText}s for selection.`,
      permission: may("list"),
      query: object({ ...searchShape }),
      reply: dataReply(array(of.choice).max(of.limit).required()),
      ...feature,
      ...details.select,
    }),
    single: endpoint({
      method: "GET",
      path: paths.single,
      summary: `Returns a ${nounText}.`,
      permission: [may("list"), may("edit")],
      params,
      reply: dataReply(of.single),
      ...feature,
      ...details.single,
    }),
    create: endpoint({
      method: "POST",
      path: paths.create,
      summary: `Creates a ${nounText}.`,
      permission: may("create"),
      body,
      reply: dataReply(of.reply),
      status: 201,
      example: { body: example },
      ...feature,
      ...details.create,
    }),
    update: endpoint({
      method: "PUT",
      path: paths.update,
      summary: `Updates a ${nounText}. Omitted fields are unchanged.`,
      permission: may("edit"),
      params,
      body,
      reply: dataReply(of.reply),
      problems: ["organization.stale"],
      example: { body: example },
      ...feature,
      ...details.update,
    }),
    remove: endpoint({
      method: "DELETE",
      path: paths.remove,
      summary: of.successor
        ? `Deletes a ${nounText}. References move to \`successor_id\`; without it, the response lists them.`
        : `Deletes a ${nounText} without references; otherwise the response lists them.`,
      permission: may("delete"),
      params,
      query: successor,
      body: successor,
      reply: deletedReply,
      problems: ["organization.inUse"],
      ...(of.successor && { example: { body: {} } }),
      ...feature,
      ...details.remove,
    }),
  };
}
