import type { FastifyInstance, FastifyRequest } from "fastify";
import * as contract from "../../../shared/work/clients/clients.contract";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { searchPatterns } from "../../platform/database/search";
import type { FileEntity } from "../../platform/files/file.entity";
import { storeUpload } from "../../platform/files/files.service";
import { checkPicture } from "../../platform/files/pictures";
import type { Tx } from "../../platform/database/unit-of-work";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction, type RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { serveRecords } from "../../platform/records/record-routes";
import type { Actor } from "../../platform/session";
import { clientRecords } from "./clients.service";
import { selectClients } from "./clients.sql";

type Answer = ReplyOf<typeof contract.createClient>;

export function registerClientsRoutes(app: FastifyInstance): void {
  /** Saves the client and the uploaded image, if any, in one transaction. @throws Problem 422. */
  const withPicture = async <Result>(
    { unit, actor, request }: { unit: RunTransaction; actor: Actor; request: FastifyRequest },
    save: (tx: Tx, keepImage: () => Promise<FileEntity | null>) => Promise<Result>,
  ): Promise<Result> => {
    const upload = request.uploads?.find(({ field }) => field === "image");
    if (!upload) return unit((tx) => save(tx, async () => null));
    const checked = await checkPicture(app.platform.childProcesses, actor, "image", upload);
    return storeUpload(unit, actor, app.platform.files, checked, save);
  };

  serveRecords(app, clientRecords, {
    list: contract.listClients,
    single: contract.singleClient,
    remove: contract.deleteClient,
  });
  serveEndpoint(app, contract.selectClients, async ({ tx, query }) => ({
    data: await tx.rows<{ id: number; fullname: string; image: string | null }>(selectClients, [searchPatterns(query)]),
  }));
  serveMultiTransaction(app, contract.createClient, async (call) => {
    const { actor, body, text, request } = call;
    const answer = await withPicture(call, (tx, keepImage) =>
      replayOrRun<Answer>(tx, request, actor.id, contract.createClient.status, async () => {
        const data = await clientRecords.create(tx, actor, { ...body, image: await keepImage() });
        return { message: text("organization.created", { name: data.fullname }), data };
      }),
    );
    return answer as Answer;
  });
  serveMultiTransaction(app, contract.updateClient, async (call) => {
    const { actor, params, body, text } = call;
    const data = await withPicture(call, async (tx, keepImage) =>
      clientRecords.update(tx, actor, params.id, { ...body, image: await keepImage() }),
    );
    return { message: text("organization.saved", { name: data.fullname }), data };
  });
}
