import type { InferType } from "yup";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { userStream } from "../../../../shared/kernel/events";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { invalidFieldProblem } from "../../../../shared/kernel/problems";
import { contractTypes, educationLevels, genders } from "../../../../shared/people/people/people.fields";
import * as contract from "../../../../shared/people/people/people-import.contract";
import { requireUpload } from "../../../platform/files/files.service";
import type { UploadedFile } from "../../../platform/http/body";
import { replayOrRun } from "../../../platform/http/idempotency";
import { serveEndpoint } from "../../../platform/http/serve/serve";
import { serveMultiTransaction, type RunTransaction } from "../../../platform/http/serve/serve-multi-transaction";
import { hashPassword } from "../../../platform/password-hash";
import { sql, type Tx } from "../../../platform/database/unit-of-work";
import type { Actor } from "../../../platform/session";
import type { Translate } from "../../../platform/text";
import { inviteNewcomer, mailInvitation, randomPassword } from "../../../identity/session/invitation.service";
import { presentLayout, presentText, tableChoiceOf } from "../../../platform/tables/table";
import type { CellCorrection, FieldNote, ColumnMapping, PeopleFileInput } from "./people-file";
import { planImport, type PlannedRow, type PlanOptions } from "./plan.service";
import { recentImports, undoImport } from "./undo.service";
import { applyImport, parseFileInChild, seatDemandOf } from "./import.service";

const maxShown = 500;

/** Endpoints of the import: read, preview, and apply completely or not at all. Each call uploads the file again. */
export function registerPeopleImportRoutes(app: FastifyInstance): void {
  const { platform } = app;

  serveMultiTransaction(app, contract.readImport, async ({ unit, actor, body, request }) => {
    const input = { bytes: bytesOf(request), choice: tableChoiceOf(body), mapping: null };
    const { columns, count, text, layout } = await parseFileInChild(platform.childProcesses, actor, input);
    const currency = await unit(homeCurrency);
    return {
      data: {
        columns: columns.map(({ isEmpty: _, ...column }) => column),
        rows: count,
        text: presentText(text),
        layout: presentLayout(layout),
        currency,
      },
    };
  });

  serveMultiTransaction(app, contract.previewImport, async ({ unit, actor, body, text, request }) => {
    const file = await parseFileInChild(platform.childProcesses, actor, inputOf(bytesOf(request), body));
    const { plan, seats } = await unit(async (tx) => {
      const planned = await planImport(tx, actor, file.rows, await optionsOf(tx, body));
      return { plan: planned, seats: await seatDemandOf(tx, planned) };
    });
    const counts = { new: 0, changed: 0, same: 0, wrong: 0, skipped: 0 };
    for (const { state } of plan.rows) counts[state]++;
    const unused = file.columns.filter(({ isEmpty }, at) => !isEmpty && !body.columns[at]).map(({ title }) => title);
    const rows = visibleRows(plan.rows).map((row) => presentRow(row, text));
    return { data: { rows, counts, undecided: file.undecided, creates: plan.creates, unused, seats } };
  });

  serveMultiTransaction(app, contract.runImport, async ({ unit, actor, body, text, request, reply }) => {
    const file = await parseFileInChild(platform.childProcesses, actor, inputOf(bytesOf(request), body));
    if (file.undecided.length > 0) throw invalidFieldProblem("formats", "people.import.undecided");
    const passwordHash = await hashPassword(randomPassword(), actor); // a random password that is never revealed
    const fileName = uploadOf(request).name;
    /** Empty when the response of an earlier call was repeated, which has sent the invitations. */
    const invitations: { id: number; token: string }[] = [];
    const answer = await unit((tx) => {
      invitations.length = 0; // the transaction may run again
      return replayOrRun<ImportReply>(tx, request, actor.id, contract.runImport.status, async () => {
        const options = { ...(await optionsOf(tx, body)), passwordHash, fileName, partial: body.partial ?? false };
        const done = await applyImport(tx, actor, file.rows, options, progressOf(app, unit, actor));
        const invitedIds = body.invite ? done.invitable : [];
        if (invitedIds.length > contract.maxImportInvitations)
          throw invalidFieldProblem("invite", "people.import.inviteMost");
        for (const id of invitedIds) {
          const token = await inviteNewcomer(tx, id, "first_day");
          if (token) invitations.push({ id, token });
        }
        const { created, changed } = done;
        const data = { id: done.id, created: created.length, changed, left_out: done.leftOut };
        return { message: text("people.import.done", { created: created.length, changed }), data };
      });
    });
    for (const { id, token } of invitations) mailInvitation(app.platform, { unit, reply }, id, token);
    return answer as ImportReply;
  });

  serveEndpoint(app, contract.listImports, async ({ tx, actor }) => ({
    data: (await recentImports(tx, actor)).map(({ user_id: _, created_at, ...record }) => ({
      ...record,
      created_at: created_at.toISOString(),
    })),
  }));

  serveEndpoint(app, contract.undoImport, async ({ tx, actor, params, text }) => {
    const data = await undoImport(tx, actor, params.import);
    return { message: text("people.import.undone", data), data };
  });
}

const selectCurrency = sql(
  "import.currency",
  "SELECT COALESCE((SELECT currency FROM finance_settings WHERE tenant_id = current_tenant()), 'USD') AS code",
);

/** Currency of salaries without one. */
const homeCurrency = async (tx: Tx): Promise<string> => (await tx.one<{ code: string }>(selectCurrency))?.code ?? "USD";

type ImportReply = ReplyOf<typeof contract.runImport>;
type Body = InferType<typeof contract.previewImport.body>;

const inputOf = (bytes: Buffer, { columns, formats, corrections, ...choice }: Body): PeopleFileInput => ({
  bytes,
  choice: tableChoiceOf(choice),
  mapping: {
    fields: columns as ColumnMapping["fields"],
    formats: (formats ?? []) as ColumnMapping["formats"],
    corrections: (corrections ?? []) as CellCorrection[],
  },
});

const optionsOf = async (tx: Tx, { role_id, currency, create_missing, skip }: Body): Promise<PlanOptions> => ({
  roleId: role_id,
  currency: currency ?? (await homeCurrency(tx)),
  createMissing: create_missing ?? false,
  skip: skip ?? [],
});

function uploadOf(request: FastifyRequest): UploadedFile {
  return requireUpload(request.uploads?.find(({ field }) => field === "file"));
}

const bytesOf = (request: FastifyRequest): Buffer => uploadOf(request).bytes;

function progressOf(app: FastifyInstance, unit: RunTransaction, actor: Actor) {
  return (done: number, total: number): void => {
    const tell = unit(async (tx) => tx.emit("people_import.progress", userStream(actor.id), { done, total }));
    tell.catch((error) => app.log.warn({ err: error }, "progress of an import"));
  };
}

/** Sorts rows that need attention first and limits their number. */
function visibleRows(rows: readonly PlannedRow[]): PlannedRow[] {
  const order = { wrong: 0, changed: 2, new: 3, same: 4, skipped: 5 } as const;
  const rank = ({ state, warnings }: PlannedRow) => (warnings.length > 0 ? Math.min(1, order[state]) : order[state]);
  return rows.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line).slice(0, maxShown);
}

function presentRow(
  { line, state, email, name, changes, errors, warnings, cells }: PlannedRow,
  text: Translate,
): contract.ImportedRow {
  const displayValue = (field: contract.ImportField, value: string | null) => {
    if (value === null) return null;
    if (field === "contract_type" && contractTypes.some((type) => type === value))
      return text(`people.contract.${value}`);
    if (field === "gender" && genders.some((one) => one === value)) return text(`people.gender.${value}`);
    if (field === "last_degree" && educationLevels.some((one) => one === value)) return text(`people.degree.${value}`);
    if (field === "external" || field === "active")
      return text(value === "true" ? "people.export.yes" : "people.export.no");
    return value;
  };
  const noted = (notes: readonly FieldNote[]) =>
    notes.map(({ field, message, values }) => ({ field, message: text(message, values) }));
  return {
    line,
    state,
    email: email || (cells.email ?? ""),
    name,
    changes:
      state === "changed"
        ? changes.map(({ field, before, after }) => ({
            field,
            before: displayValue(field, before),
            after: displayValue(field, after),
          }))
        : [],
    errors: noted(errors),
    warnings: noted(warnings),
    cells:
      errors.length > 0 || warnings.length > 0
        ? (Object.entries(cells) as [contract.ImportField, string][]).map(([field, cell]) => ({ field, text: cell }))
        : [],
  };
}
