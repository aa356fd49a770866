import type { FastifyInstance } from "fastify";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import { serveEndpoint } from "../http/serve/serve";
import type { Tx } from "../database/unit-of-work";
import type { Actor } from "../session";
import type { RecordListQuery } from "./record.service";

export interface EditableRecords<Input> {
  nameOf: (record: never) => string;
  list: (tx: Tx, actor: Actor, query: RecordListQuery) => Promise<object>;
  read: (tx: Tx, actor: Actor, id: number) => Promise<object>;
  create: (tx: Tx, actor: Actor, input: Input) => Promise<object>;
  update: (tx: Tx, actor: Actor, id: number, input: Input) => Promise<object>;
}

interface Records<Input> extends EditableRecords<Input> {
  remove: (tx: Tx, actor: Actor, id: number, successorId?: number | null) => Promise<void>;
}

type Calls = Partial<Record<"list" | "single" | "create" | "update", Endpoint>>;

/** Serves the calls of a kind of record except for deletions. Omitted calls have their own routes. */
export function serveEditableRecords<Input>(app: FastifyInstance, records: EditableRecords<Input>, calls: Calls): void {
  const nameOf = (record: object) => ({ name: records.nameOf(record as never) });
  const { list, single, create, update } = calls;
  if (list) serveEndpoint(app, list, ({ tx, actor, query }) => records.list(tx, actor, query));
  if (single)
    serveEndpoint(app, single, async ({ tx, actor, params }) => ({
      data: await records.read(tx, actor, params["id"]),
    }));
  if (create)
    serveEndpoint(app, create, async ({ tx, actor, body, text }) => {
      const data = await records.create(tx, actor, body as Input);
      return { message: text("organization.created", nameOf(data)), data };
    });
  if (update)
    serveEndpoint(app, update, async ({ tx, actor, params, body, text }) => {
      const data = await records.update(tx, actor, params["id"], body as Input);
      return { message: text("organization.saved", nameOf(data)), data };
    });
}

export function serveRecords<Input>(
  app: FastifyInstance,
  records: Records<Input>,
  { remove, ...calls }: Calls & { remove?: Endpoint },
): void {
  serveEditableRecords(app, records, calls);
  if (remove)
    serveEndpoint(app, remove, async ({ tx, actor, params, query, body, text }) => {
      await records.remove(tx, actor, params["id"], body["successor_id"] ?? query["successor_id"] ?? null);
      return { message: text("organization.deleted"), id: params["id"] };
    });
}
