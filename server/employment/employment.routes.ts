import type { FastifyInstance } from "fastify";
import * as contract from "../../shared/employment/employment.contract";
import * as entryContract from "../../shared/employment/entry.contract";
import * as leavingContract from "../../shared/employment/leaving.contract";
import { object } from "yup";
import { pathId } from "../../shared/kernel/fields";
import { invalid, Problem } from "../../shared/kernel/problems";
import { attachmentRules, checkUpload, keepUpload } from "../files/files.service";
import { replayOrRun } from "../platform/http/idempotency";
import { languageFor } from "../platform/http/reader-language";
import { admit, serve } from "../platform/http/serve/serve";
import { madeTypes, serveMade } from "../platform/http/serve/serve-made";
import { serveInSteps } from "../platform/http/serve/serve-in-steps";
import { validateParams } from "../platform/http/validate";
import { printedSignatures } from "../people/printed-signatures.service";
import { callerOf, runOrRefuse } from "../platform/child-processes";
import * as entries from "./entry.service";
import * as changes from "./employment-change.service";
import * as leaving from "./leaving.service";

export function registerEmploymentRoutes(app: FastifyInstance): void {
  serve(app, contract.plannedChanges, async ({ tx, actor, params }) => ({
    data: await changes.changesOf(tx, actor, params.id),
  }));
  serve(app, contract.readChange, async ({ tx, actor, params }) => ({
    data: await changes.changeRecord(tx, actor, params.id),
  }));
  serve(app, contract.planChange, async ({ tx, actor, params, body, text }) => {
    const id = await changes.planChange(tx, actor, params.id, body);
    const data = await changes.changeRecord(tx, actor, id);
    return { message: text(data.status === "planned" ? "employment.planned" : "employment.changed"), data };
  });
  serve(app, contract.withdrawChange, async ({ tx, actor, params, text }) => {
    await leaving.withdrawPlan(tx, actor, params.id);
    return { message: text("employment.withdrawn"), data: await changes.changeRecord(tx, actor, params.id) };
  });
  registerEntries(app);
  serve(app, leavingContract.readLeaving, async ({ tx, actor, params, query }) => ({
    data: await leaving.leavingOf(tx, actor, params.id, query.last_day),
  }));
  serve(app, leavingContract.planLeaving, async ({ tx, actor, params, body, text }) => {
    const id = await leaving.planLeaving(tx, actor, params.id, body);
    const data = await changes.changeRecord(tx, actor, id);
    return { message: text(data.status === "planned" ? "employment.leavingPlanned" : "employment.closed"), data };
  });
  serve(app, leavingContract.rehire, async ({ tx, actor, params, body, text }) => {
    await leaving.rehire(tx, actor, params.id, body.date_of_joining);
    return { message: text("employment.rehired"), data: { id: params.id } };
  });
}

interface Answer {
  message: string;
  data: entryContract.EntryFile;
}

/** What lies with an entry of somebody's history. */
function registerEntries(app: FastifyInstance): void {
  serve(app, entryContract.listEntryFiles, async ({ tx, actor, params }) => ({
    data: await entries.entryFilesOf(tx, actor, params.id),
  }));
  // May they, keep the bytes, then the row: while the store is busy no connection is held.
  serveInSteps(app, entryContract.attachToEntry, async ({ unit, actor, params, text, request }) => {
    await unit((tx) => entries.authorizeEntry(tx, actor, params.id));
    const sent = request.uploads.find(({ field }) => field === "file");
    if (!sent) throw invalid("file", "file.missing");
    const upload = await checkUpload(app.platform.childProcesses, actor, sent, attachmentRules);
    return keepUpload(unit, actor, app.platform.files, upload, async (tx, keep) => {
      const answer = await replayOrRun<Answer>(tx, request, actor.id, entryContract.attachToEntry.status, async () => {
        const data = await entries.attachToEntry(tx, actor, params.id, keep);
        return { message: text("attachment.created", { title: data.file.name }), data };
      });
      return answer as Answer;
    });
  });
  serve(app, entryContract.detachFromEntry, async ({ tx, actor, params }) => {
    await entries.detachFromEntry(tx, actor, params.id);
    return { data: { id: params.id } };
  });
  registerLetter(app);
}

const letterParams = object({ id: pathId("employmentEntry") });
const letterPatienceMs = 20_000;

/**
 * `GET /employment-entry/:id/letter`: the letter of a promotion as PDF, with what its reader may read; the guards of every call, in
 * their order.
 */
function registerLetter(app: FastifyInstance): void {
  serveMade(app, "/employment-entry/:id/letter", async (tenantId, request, reply) => {
    const { letter, signed, caller } = await app.platform.unitOfWork({ tenantId, readOnly: true }, async (tx) => {
      const actor = await admit(app, { permission: "user-view" }, tx, request, reply);
      const { id } = validateParams(letterParams, request.params);
      const language = languageFor(request);
      return { ...(await entries.letterOf(tx, actor, id, language)), caller: callerOf(actor) };
    });
    const [signature = null] = Object.values(await printedSignatures(app.platform, caller, signed));
    const making = app.platform.childProcesses.run(
      "promotionLetter",
      { ...letter, signature },
      caller,
      letterPatienceMs,
    );
    const bytes = Buffer.from(await runOrRefuse(making, () => new Problem("unavailable")));
    return { bytes, type: madeTypes.pdf, name: `promotion-${letter.effectiveOn}.pdf` };
  });
}
