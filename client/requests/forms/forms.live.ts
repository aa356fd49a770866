import type { ApprovalEvents } from "../../../shared/approvals/approvals/approvals.events";
import type { RequestListEvents } from "../../../shared/approvals/approvals/request-lists.events";
import { listForms, readForm } from "../../../shared/requests/forms/form-templates.contract";
import { formCalls } from "../../../shared/requests/forms/forms.calls";
import { listFormRequests, readFormRequest } from "../../../shared/requests/forms/forms.contract";
import type { FormEvents } from "../../../shared/requests/forms/forms.events";
import { requestFamilyLiveUpdates } from "../../approvals/approvals/approvals.live";
import type { LiveCache, LiveUpdates } from "../../platform/live/live-updates";
import { queryKeyOf } from "../../platform/query";

type FormEvent = { data: { id: number } };

const form = ({ data }: FormEvent, cache: LiveCache) =>
  cache.refetchSoon(listForms, queryKeyOf(readForm, { id: data.id }));

const formRequest = ({ data }: FormEvent, cache: LiveCache) =>
  cache.refetch(listFormRequests, queryKeyOf(readFormRequest, { id: data.id }));

export const formsLive: LiveUpdates<FormEvents, ApprovalEvents & RequestListEvents> = {
  ...requestFamilyLiveUpdates("form", { ...formCalls, sums: [listForms, readForm] }),
  "form.saved": form,
  "form.published": form,
  "form.deleted": form,
  "form_request.saved": formRequest,
  "form_request.deleted": formRequest,
};
