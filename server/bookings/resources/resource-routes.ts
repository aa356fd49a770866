import type { FastifyInstance } from "fastify";
import type { InferType } from "yup";
import type { Reassignment, removalSchema } from "../../../shared/bookings/resources/affected-bookings";
import type { Endpoint } from "../../../shared/kernel/endpoint";
import type { Tx } from "../../platform/database/unit-of-work";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { type EditableRecords, serveEditableRecords } from "../../platform/records/record-routes";
import type { Actor } from "../../platform/session";
import { type PhotoKind, removePhoto, uploadPhoto } from "./resource-photos.service";

interface Resources<Input> extends EditableRecords<Input> {
  changed: (tx: Tx, id: number) => Promise<void>;
  remove: (tx: Tx, actor: Actor, id: number, bookings: readonly Reassignment[] | undefined) => Promise<void>;
  restore: (tx: Tx, actor: Actor, id: number) => Promise<object>;
}

type Calls = Record<"create" | "update" | "remove" | "restore", Endpoint> &
  Partial<Record<"list" | "single", Endpoint>>;

/** Serves the calls of a kind of resource. Lists with additional parameters have separate routes. */
export function serveResources<Input>(app: FastifyInstance, service: Resources<Input>, calls: Calls): void {
  const { remove, restore, ...others } = calls;
  serveEditableRecords(app, service, others);
  serveEndpoint(app, remove, async ({ tx, actor, params, body, text }) => {
    await service.remove(tx, actor, params["id"], (body as InferType<typeof removalSchema>).bookings);
    return { message: text("organization.deleted"), id: params["id"] };
  });
  serveEndpoint(app, restore, async ({ tx, actor, params, text }) => {
    const data = await service.restore(tx, actor, params["id"]);
    return { message: text("place.restored", { name: service.nameOf(data as never) }), data };
  });
}

export function servePhotos<Input>(
  app: FastifyInstance,
  kind: PhotoKind,
  service: Resources<Input>,
  calls: Record<"upload" | "remove", Endpoint>,
): void {
  serveMultiTransaction(app, calls.upload, async (call) => {
    const data = await uploadPhoto(app, call, kind, call.params["id"], service);
    return { message: call.text("people.pictureSaved"), data };
  });
  serveEndpoint(app, calls.remove, async ({ tx, actor, params, text }) => {
    const data = await removePhoto(tx, actor, kind, params["id"], service);
    return { message: text("organization.saved", { name: service.nameOf(data as never) }), data };
  });
}
