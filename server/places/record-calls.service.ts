import type { FastifyInstance } from "fastify";
import type { InferType } from "yup";
import type { takeAwaySchema } from "../../shared/places/affected";
import type { PlaceKind, VehicleKind } from "../../shared/places/places.events";
import type { Endpoint } from "../../shared/kernel/endpoint";
import { serve } from "../platform/http/serve/serve";
import type { Tx } from "../platform/database/unit-of-work";
import type { Actor } from "../platform/session";
import { takeAway } from "./take-away.service";

interface Records<Input> {
  kind: PlaceKind | VehicleKind;
  create: (tx: Tx, actor: Actor, input: Input) => Promise<object>;
  update: (tx: Tx, actor: Actor, id: number, input: Input) => Promise<object>;
  remove: (tx: Tx, id: number, before: () => Promise<void>) => Promise<void>;
  restore: (tx: Tx, actor: Actor, id: number) => Promise<object>;
}

type Call = "create" | "update" | "remove" | "restore";

/** The four calls that change records of a kind, with the messages that people read. */
export function serveChanges<Input>(
  app: FastifyInstance,
  records: Records<Input>,
  calls: Record<Call, Endpoint>,
): void {
  const nameOf = (record: object) => {
    const { name, fullname } = record as { name?: string; fullname?: string };
    return name ?? fullname ?? "";
  };
  serve(app, calls.create, async ({ tx, actor, body, text }) => {
    const data = await records.create(tx, actor, body as Input);
    return { message: text("organisation.created", { name: nameOf(data) }), data };
  });
  serve(app, calls.update, async ({ tx, actor, params, body, text }) => {
    const data = await records.update(tx, actor, params["id"], body as Input);
    return { message: text("organisation.saved", { name: nameOf(data) }), data };
  });
  serve(app, calls.remove, async ({ tx, actor, params, body, text }) => {
    const { bookings } = body as InferType<typeof takeAwaySchema>;
    await records.remove(tx, params["id"], () => takeAway(tx, actor, records.kind, params["id"], bookings));
    return { message: text("organisation.deleted"), id: params["id"] };
  });
  serve(app, calls.restore, async ({ tx, actor, params, text }) => {
    const data = await records.restore(tx, actor, params["id"]);
    return { message: text("place.restored", { name: nameOf(data) }), data };
  });
}
