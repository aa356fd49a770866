import type { RequestFamilyService } from "../approvals/request-family.service";
import { presentRequest, stepsOf } from "../approvals/approvals.present";
import { filesOf, namesFor } from "./form-requests.present";
import { decideFormRequest, undoFormDecision, visibleFormRequest } from "./form-requests.service";
import { type FormRequestRow, formRequestsByIds } from "./forms.sql";

/** Filled forms as the inbox shows them: which form, and the answers that its maker wants to be seen at once. */
export const formRequests: RequestFamilyService = {
  feature: "vas_approval_form",
  async entries(tx, ids) {
    const [rows, steps, files] = [
      await tx.rows<FormRequestRow>(formRequestsByIds, [[...ids]]),
      await stepsOf(tx, ids),
      await filesOf(tx, ids),
    ];
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
  decide: decideFormRequest,
  undo: undoFormDecision,
  visible: visibleFormRequest,
};
