import { defineFamilyCalls } from "../../approvals/approvals/define-calls";
import * as formTemplates from "./form-templates.contract";
import * as forms from "./forms.contract";
import { formEvents } from "./forms.events";
import {
  compareByIdDescending,
  matchesFilter,
  isInScope,
  isFilterSet,
  type ListRules,
  familyListRules,
} from "../../approvals/approvals/request-lists.rules";
import type { FormRequest } from "./forms.contract";

const formList: ListRules<FormRequest> = {
  ...familyListRules<FormRequest>("form"),
  belongs(event, query) {
    const { status, form } = event.row as FormRequest;
    const within =
      isInScope(event, query) && matchesFilter(query["status"], status) && matchesFilter(query["form_id"], form.id);
    return within && isFilterSet(query["q"]) ? undefined : within;
  },
  order: () => compareByIdDescending,
};

export const formCalls = defineFamilyCalls({
  contracts: { formTemplates, forms },
  read: forms.readFormRequest,
  approve: forms.approveFormRequest,
  reject: forms.rejectFormRequest,
  requestChanges: forms.requestFormChanges,
  list: forms.listFormRequests,
  listRules: formList,
  events: formEvents,
  searches: {
    form: { permission: "vas-request-list", feature: "vas_approval_form" },
    form_request: { permission: "vas-request-list", feature: "vas_approval_form" },
  },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    form: true;
    form_request: true;
  }
}
