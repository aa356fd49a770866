import { defineCalls } from "../requests/define-calls";
import * as formTemplates from "./form-templates.contract";
import * as forms from "./forms.contract";
import type { FormEvents } from "./forms.events";
import { formList } from "./forms.list.rules";

export const formCalls = defineCalls<FormEvents>()({
  contracts: { formTemplates, forms },
  read: forms.readFormRequest,
  approve: forms.approveFormRequest,
  reject: forms.rejectFormRequest,
  requestChanges: forms.requestFormChanges,
  list: forms.listFormRequests,
  listRules: formList,
  events: {
    "form.saved": true,
    "form.published": true,
    "form.deleted": true,
    "form_request.saved": true,
    "form_request.deleted": true,
  },
});
