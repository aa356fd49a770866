import { listForms, readForm } from "../../../shared/forms/form-templates.contract";
import { listFormRequests, readFormRequest } from "../../../shared/forms/forms.contract";
import type { Cache } from "./live-queries";
import { keyOf } from "../query";

type About = { data: { id: number } };

const form = ({ data }: About, cache: Cache) => {
  cache.touch(keyOf(listForms));
  cache.touch(keyOf(readForm, { id: data.id }));
};

const formRequest = ({ data }: About, cache: Cache) => {
  cache.now(keyOf(listFormRequests));
  cache.now(keyOf(readFormRequest, { id: data.id }));
};

export const formQueries = {
  "form.saved": form,
  "form.published": form,
  "form.deleted": form,
  "form_request.saved": formRequest,
  "form_request.deleted": formRequest,
};
