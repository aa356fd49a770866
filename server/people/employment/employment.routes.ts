import type { FastifyInstance } from "fastify";
import * as contract from "../../../shared/people/employment/employment.contract";
import * as entryContract from "../../../shared/people/employment/entry.contract";
import * as leavingContract from "../../../shared/people/employment/leaving.contract";
import { object } from "yup";
import { pathId } from "../../../shared/kernel/fields";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import { randomPassword } from "../../identity/session/invitation.service";
import { attachmentRules, checkUpload, storeUpload } from "../../platform/files/files.service";
import { replayOrRun } from "../../platform/http/idempotency";
import { languageFor } from "../../platform/http/reader-language";
import { authorizeCall } from "../../platform/http/serve/guards";
import { serveEndpoint } from "../../platform/http/serve/serve";
import { generatedFileTypes, serveGeneratedFile } from "../../platform/http/serve/serve-generated-file";
import { serveMultiTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { validateParams } from "../../platform/http/validate";
import { hashPassword } from "../../platform/password-hash";
import { printedSignatures } from "../people/printed-signatures";
import { callerKeyOf, runOrRefuse } from "../../platform/child-processes";
import * as entries from "./entry.service";
import * as changes from "./employment-change.service";
import * as leaving from "./leaving.service";

export function registerEmploymentRoutes(app: FastifyInstance): void {
  serveEndpoint(app, contract.plannedChanges, async ({ tx, actor, params }) => ({
    data: await changes.plannedChangesOfEmployee(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.readChange, async ({ tx, actor, params }) => ({
    data: await changes.loadPlannedChange(tx, actor, params.id),
  }));
  serveEndpoint(app, contract.planChange, async ({ tx, actor, params, body, text }) => {
    const id = await changes.planChange(tx, actor, params.id, body);
    const data = await changes.loadPlannedChange(tx, actor, id);
    return { message: text(data.status === "planned" ? "employment.planned" : "employment.changed"), data };
  });
  serveEndpoint(app, contract.withdrawChange, async ({ tx, actor, params, text }) => {
    await leaving.withdrawPlannedChange(tx, actor, params.id);
    return { message: text("employment.withdrawn"), data: await changes.loadPlannedChange(tx, actor, params.id) };
  });
  registerEntries(app);
  serveEndpoint(app, leavingContract.readLeaving, async ({ tx, actor, params, query }) => ({
    data: await leaving.describeLeaving(tx, actor, params.id, query.last_day),
  }));
  serveEndpoint(app, leavingContract.planLeaving, async ({ tx, actor, params, body, text }) => {
    const id = await leaving.planLeaving(tx, actor, params.id, body);
    const data = await changes.loadPlannedChange(tx, actor, id);
    return { message: text(data.status === "planned" ? "employment.leavingPlanned" : "employment.closed"), data };
  });
  serveMultiTransaction(app, leavingContract.rehire, async ({ unit, actor, params, body, text }) => {
    const { date_of_joining: on } = body;
    const passwordHash = await hashPassword(randomPassword(), actor);
    const later = await unit((tx) => leaving.rehireEmployee(tx, actor, params.id, on, passwordHash));
    return { message: text(later ? "employment.rehiredLater" : "employment.rehired", { day: on }), data: params };
  });
}

interface Answer {
  message: string;
  data: entryContract.EntryFile;
}

function registerEntries(app: FastifyInstance): void {
  serveEndpoint(app, entryContract.listEntryFiles, async ({ tx, actor, params }) => ({
    data: await entries.readEntryFiles(tx, actor, params.id),
  }));
  // Authorizes, stores the bytes, then inserts the row; no database connection is held while storing.
  serveMultiTransaction(app, entryContract.attachToEntry, async ({ unit, actor, params, text, request }) => {
    await unit((tx) => entries.authorizeEntry(tx, actor, params.id));
    const sent = request.uploads.find(({ field }) => field === "file");
    if (!sent) throw invalidFieldProblem("file", "file.missing");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return storeUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, entryContract.attachToEntry.status, async () => {
        const data = await entries.attachToEntry(tx, actor, params.id, keep);
        return { message: text("attachment.created", { title: data.file.name }), data };
      });
      return answer as Answer;
    });
  });
  serveEndpoint(app, entryContract.detachFromEntry, async ({ tx, actor, params }) => {
    await entries.detachFromEntry(tx, actor, params.id);
    return { data: { id: params.id } };
  });
  registerLetter(app);
}

const letterParams = object({ id: pathId("employmentEntry") });
const letterTimeoutMs = 20_000;

/**
 * `GET /employment-entry/:id/letter`: the PDF letter of a promotion, limited to fields the reader may see. Applies the guards of regular
 * endpoints in the same order.
 */
function registerLetter(app: FastifyInstance): void {
  serveGeneratedFile(app, "/employment-entry/:id/letter", async (tenantId, request, reply) => {
    const { letter, signed, caller } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await authorizeCall(app, { permission: "user-view" }, tx, request, reply);
      const { id } = validateParams(letterParams, request.params);
      const language = languageFor(request);
      return { ...(await entries.promotionLetterData(tx, actor, id, language)), caller: callerKeyOf(actor) };
    });
    const [signature = null] = Object.values(await printedSignatures(app.platform, caller, signed));
    const making = app.platform.childProcesses.run(
      "promotionLetter",
      { ...letter, signature },
      caller,
      letterTimeoutMs,
    );
    const bytes = Buffer.from(await runOrRefuse(making, () => new Problem("unavailable")));
    return { bytes, type: generatedFileTypes.pdf, name: `promotion-${letter.effectiveOn}.pdf` };
  });
}
