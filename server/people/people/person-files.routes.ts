import { refuseOwnEmployment } from "../../approvals/approvals/four-eyes.policy";
import type { FastifyInstance } from "fastify";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import * as contract from "../../../shared/people/people/person-files.contract";
import { attachmentRules, checkUpload, storeUpload } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { changePersonFile, addPersonFile, personFilesOf, removePersonFile } from "./person-files.service";
import { isOwnEmploymentBlocked } from "./own-employment.policy";
import { canReadAllFields } from "./people.policy";
import { loadVisibleUser } from "./read-person.service";

type Added = ReplyOf<typeof contract.addPersonFile>;

/** Files of a user, protected like their private fields. */
export function registerPersonFilesRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.listPersonFiles, async ({ tx, actor, params }) => ({
    data: {
      personFiles: await personFilesOf(tx, actor, params.id),
      can: { edit: canReadAllFields(actor) && !(await isOwnEmploymentBlocked(tx, actor, params.id)) },
    },
  }));

  serveMultiTransaction(app, contract.addPersonFile, async ({ unit, actor, params, body, text, request }) => {
    await unit(async (tx) => {
      await loadVisibleUser(tx, actor, params.id);
      await refuseOwnEmployment(tx, actor, params.id);
    });
    const sent = request.uploads?.find(({ field }) => field === "file");
    if (!sent) throw invalidFieldProblem("file", "file.missing");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const { status } = contract.addPersonFile;
      const answer = await replayOrRun<Added>(tx, request, actor.id, status, async () => {
        const data = await addPersonFile(tx, actor, params.id, body, keep);
        return { message: text("attachment.created", { title: data.title }), data };
      });
      return answer as Added;
    });
  });

  serveEndpoint(app, contract.updatePersonFile, async ({ tx, actor, params, body, text }) => ({
    message: text("people.saved"),
    data: await changePersonFile(tx, actor, params.id, body),
  }));

  serveEndpoint(app, contract.deletePersonFile, async ({ tx, actor, params, text }) => {
    await removePersonFile(tx, actor, params.id);
    return { message: text("people.fileDeleted"), id: params.id };
  });
}
