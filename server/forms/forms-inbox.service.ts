import type { RequestFamilyService } from "../approvals/request-family.service";
import { presentRequest } from "../approvals/approvals.present";
import { wordsByLanguage } from "../platform/database/translations.sql";
import { sql } from "../platform/database/unit-of-work";
import { filesOf, namesFor, presentFormRequest } from "./form-requests.present";
import { decideFormRequest, undoFormDecision, visibleFormRequest } from "./form-requests.service";
import { type FormRequestRow, formRequestsByIds } from "./forms.sql";

const formNames = sql(
  "forms.kinds",
  `SELECT f.id::text AS type, v.definition->>'title' AS name, ${wordsByLanguage("v.definition->'translations'", "title")} AS translations
   FROM form f JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id
     AND v.number = COALESCE(f.published, (SELECT max(number) FROM form_version l WHERE l.tenant_id = f.tenant_id AND l.form_id = f.id))
   WHERE f.tenant_id = current_tenant()`,
);

/** Filled forms as the inbox shows them: which form, and the answers that its maker wants to be seen at once. */
export const formRequests: RequestFamilyService = {
  feature: "vas_approval_form",
  async entries(tx, ids, steps) {
    const rows = await tx.rows<FormRequestRow>(formRequestsByIds, [[...ids]]);
    const files = await filesOf(tx, ids);
    const names = await namesFor(tx, rows);
    return new Map(
      rows.map((row) => {
        const fields = row.definition.fields.filter(({ in_inbox, id }) => in_inbox && row.answers[id] != null);
        const facts = {
          form: { id: row.formId, title: row.definition.title, translations: row.definition.translations },
          fields,
          answers: Object.fromEntries(fields.map(({ id }) => [id, row.answers[id]])),
          names,
          files: files.get(row.id)?.length ?? 0,
        };
        return [row.id, { request: presentRequest(row, steps.get(row.id) ?? []), facts }];
      }),
    );
  },
  async rows(tx, ids, steps) {
    const rows = await tx.rows<FormRequestRow>(formRequestsByIds, [[...ids]]);
    return new Map(
      rows.map(({ definition: { title, translations }, ...row }) => [
        row.id,
        presentFormRequest({ ...row, title, translations }, steps.get(row.id) ?? []),
      ]),
    );
  },
  kindNames: (tx) => tx.rows(formNames),
  decide: decideFormRequest,
  undo: undoFormDecision,
  visible: visibleFormRequest,
};
