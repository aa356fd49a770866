import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../shared/clients/clients.contract";
import type { Client } from "../../shared/clients/clients.contract";
import type { FileEntity } from "../files/file.entity";
import { keepUpload } from "../files/files.service";
import { checkPicture } from "../people/pictures.service";
import type { Tx } from "../platform/database/unit-of-work";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps, type Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import * as service from "./clients.service";

export function registerClientsRoutes(app: FastifyInstance): void {
  /** Saves with the picture that was sent along, if there is one: both in one transaction. @throws Problem 422. */
  const withPicture = async (
    { unit, actor, request }: { unit: Unit; actor: Actor; request: FastifyRequest },
    save: (tx: Tx, image: FileEntity | null) => Promise<Client>,
  ): Promise<Client> => {
    const upload = request.uploads?.find(({ field }) => field === "image");
    if (!upload) return unit((tx) => save(tx, null));
    const checked = await checkPicture(app.platform.childProcesses, actor, "image", upload);
    return keepUpload(unit, actor, app.platform.files, checked, async (tx, keep) => save(tx, await keep()));
  };

  serve(app, contract.listClients, async ({ tx, actor, query }) => service.clientList(tx, actor, query));
  serve(app, contract.selectClients, async ({ tx, query }) => ({ data: await service.clientChoices(tx, query) }));
  serve(app, contract.singleClient, async ({ tx, actor, params }) => ({
    data: await service.clientRecord(tx, actor, params.id),
  }));
  serveInSteps(app, contract.createClient, async (call) => {
    const { actor, body, text } = call;
    const data = await withPicture(call, (tx, image) => service.createClient(tx, actor, body, image));
    return { message: text("organisation.created", { name: data.fullname }), data };
  });
  serveInSteps(app, contract.updateClient, async (call) => {
    const { actor, params, body: input, text } = call;
    const data = await withPicture(call, (tx, image) =>
      service.updateClient(tx, actor, { id: params.id, input, image }),
    );
    return { message: text("organisation.saved", { name: data.fullname }), data };
  });
  serve(app, contract.deleteClient, async ({ tx, params, query, body, text }) => {
    await service.deleteClient(tx, params.id, body.successor_id ?? query.successor_id ?? null);
    return { message: text("organisation.deleted"), id: params.id };
  });
}
