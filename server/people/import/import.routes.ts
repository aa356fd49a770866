import type { FastifyInstance, FastifyRequest } from "fastify";
import { userStream } from "../../../shared/kernel/events";
import { invalid } from "../../../shared/kernel/problems";
import { contractTypes, educations, genders } from "../../../shared/people/people.fields";
import * as contract from "../../../shared/people/people-import.contract";
import { serveInSteps, type Unit } from "../../platform/http/serve/serve-in-steps";
import { hashPassword } from "../../platform/password-hash";
import type { Actor } from "../../platform/session";
import type { Translate } from "../../platform/text";
import { mailInvitation, makeInvitation, unknownPassword } from "../../session/invitation.service";
import type { Mapping } from "./file";
import { planImport, type PlannedRow } from "./plan.service";
import { applyImport, readInChild, seatsFor } from "./import.service";

const mostShown = 500;

/** A file of people: read, tried, and taken as a whole or not at all. The file comes with each of the calls. */
export function registerPeopleImportRoutes(app: FastifyInstance): void {
  const { platform } = app;

  serveInSteps(app, contract.readImport, async ({ actor, request }) => {
    const { columns, count } = await readInChild(platform.childProcesses, actor, bytesOf(request), null);
    return { data: { columns, rows: count } };
  });

  serveInSteps(app, contract.previewImport, async ({ unit, actor, body, text, request }) => {
    const { rows } = await readInChild(platform.childProcesses, actor, bytesOf(request), body.columns as Mapping);
    const { plan, seats } = await unit(async (tx) => {
      const planned = await planImport(tx, actor, rows, body.role_id);
      return { plan: planned, seats: await seatsFor(tx, planned) };
    });
    const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
    for (const { state } of plan.rows) counts[state]++;
    return { data: { rows: shown(plan.rows).map((row) => presentRow(row, text)), counts, seats } };
  });

  serveInSteps(app, contract.runImport, async ({ unit, actor, body, text, request, reply }) => {
    const { rows } = await readInChild(platform.childProcesses, actor, bytesOf(request), body.columns as Mapping);
    const passwordHash = await hashPassword(unknownPassword(), actor); // nobody learns it
    const options = { roleId: body.role_id, passwordHash };
    const { created, changed, tokens } = await unit(async (tx) => {
      const done = await applyImport(tx, actor, rows, options, progressOf(app, unit, actor));
      if (!body.invite) return { ...done, tokens: [] };
      if (done.created.length > contract.mostInvited) throw invalid("invite", "people.import.inviteMost");
      const made = [];
      for (const id of done.created) made.push({ id, token: await makeInvitation(tx, id) });
      return { ...done, tokens: made };
    });
    for (const { id, token } of tokens) mailInvitation(app.platform, { unit, reply }, id, token);
    const data = { created: created.length, changed };
    return { message: text("people.import.done", data), data };
  });
}

/** @throws Problem 422 where none was sent. */
function bytesOf(request: FastifyRequest): Buffer {
  const upload = request.uploads?.find(({ field }) => field === "file");
  if (!upload) throw invalid("file", "file.missing");
  return upload.bytes;
}

/** Told to whoever imports, on their own screens; the import waits for none of it. */
function progressOf(app: FastifyInstance, unit: Unit, actor: Actor) {
  return (done: number, total: number): void => {
    const tell = unit(async (tx) => tx.emit("people_import.progress", userStream(actor.id), { done, total }));
    tell.catch((error) => app.log.warn({ err: error }, "progress of an import"));
  };
}

/** What has to be looked at first. */
function shown(rows: readonly PlannedRow[]): PlannedRow[] {
  const order = { wrong: 0, changed: 1, new: 2, same: 3 } as const;
  return rows.toSorted((a, b) => order[a.state] - order[b.state] || a.line - b.line).slice(0, mostShown);
}

function presentRow({ line, state, email, name, changes, errors }: PlannedRow, text: Translate): contract.ImportedRow {
  const said = (field: contract.ImportField, value: string | null) => {
    if (value === null) return null;
    if (field === "contract_type" && contractTypes.some((type) => type === value))
      return text(`people.contract.${value}`);
    if (field === "gender" && genders.some((one) => one === value)) return text(`people.gender.${value}`);
    if (field === "last_degree" && educations.some((one) => one === value)) return text(`people.degree.${value}`);
    if (field === "external") return text(value === "true" ? "people.export.yes" : "people.export.no");
    return value;
  };
  return {
    line,
    state,
    email,
    name,
    changes:
      state === "changed"
        ? changes.map(({ field, before, after }) => ({ field, before: said(field, before), after: said(field, after) }))
        : [],
    errors: errors.map(({ field, message, values }) => ({ field, message: text(message, values) })),
  };
}
