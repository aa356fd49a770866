import { listForms, readForm } from "../../shared/forms/form-templates.contract";
import { listFormRequests, readFormRequest } from "../../shared/forms/forms.contract";
import type { FormEvents } from "../../shared/forms/forms.events";
import type { Cache } from "../platform/live/live-queries";
import type { FamilyAnswers } from "../platform/live/live-queries.families";
import { keyOf } from "../platform/query";

type About = { data: { id: number } };

const form = ({ data }: About, cache: Cache) => {
  cache.touch(keyOf(listForms));
  cache.touch(keyOf(readForm, { id: data.id }));
};

const formRequest = ({ data }: About, cache: Cache) => {
  cache.now(keyOf(listFormRequests));
  cache.now(keyOf(readFormRequest, { id: data.id }));
};

/** Which cached answers the events of forms make old. */
export const formAnswers: FamilyAnswers<FormEvents> = {
  sums: [listForms, readForm],
  events: {
    "form.saved": form,
    "form.published": form,
    "form.deleted": form,
    "form_request.saved": formRequest,
    "form_request.deleted": formRequest,
  },
};
