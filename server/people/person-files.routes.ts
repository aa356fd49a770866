import type { FastifyInstance } from "fastify";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import { invalid } from "../../shared/kernel/problems";
import * as contract from "../../shared/people/person-files.contract";
import { attachmentRules, checkUpload, keepUpload } from "../files/files.service";
import { replayOrRun } from "../platform/http/idempotency";
import { serve } from "../platform/http/serve/serve";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { changePersonFile, keepPersonFile, personFilesOf, removePersonFile } from "./person-files.service";
import { isKeptFromEmployment, refuseOwnEmployment } from "./own-employment.service";
import { readsAll } from "./people.policy";
import { visibleUser } from "./read-person.service";

type Added = ReplyOf<typeof contract.addPersonFile>;

/** Files of a person, which are read as their private fields are. */
export function registerPersonFilesRoutes(app: FastifyInstance): void {
  serve(app, contract.listPersonFiles, async ({ tx, actor, params }) => ({
    data: {
      personFiles: await personFilesOf(tx, actor, params.id),
      can: { edit: readsAll(actor) && !(await isKeptFromEmployment(tx, actor, params.id)) },
    },
  }));

  serveInSteps(app, contract.addPersonFile, async ({ unit, actor, params, body, text, request }) => {
    await unit(async (tx) => {
      await visibleUser(tx, actor, params.id);
      await refuseOwnEmployment(tx, actor, params.id);
    });
    const sent = request.uploads?.find(({ field }) => field === "file");
    if (!sent) throw invalid("file", "file.missing");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const { status } = contract.addPersonFile;
      const answer = await replayOrRun<Added>(tx, request, actor.id, status, async () => {
        const data = await keepPersonFile(tx, actor, params.id, body, keep);
        return { message: text("attachment.created", { title: data.title }), data };
      });
      return answer as Added;
    });
  });

  serve(app, contract.updatePersonFile, async ({ tx, actor, params, body, text }) => ({
    message: text("people.saved"),
    data: await changePersonFile(tx, actor, params.id, body),
  }));

  serve(app, contract.deletePersonFile, async ({ tx, actor, params, text }) => {
    await removePersonFile(tx, actor, params.id);
    return { message: text("people.fileDeleted"), id: params.id };
  });
}
