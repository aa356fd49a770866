import { byId, fits, isInScope, isSet, type ListRules, ofFamily } from "../approvals/request-lists.rules";
import type { FormRequest } from "./forms.contract";

/** Filled forms: the latest first. */
export const formList: ListRules<FormRequest> = {
  ...ofFamily<FormRequest>("form"),
  belongs(event, asked) {
    const { status, form } = event.row as FormRequest;
    const within = isInScope(event, asked) && fits(asked["status"], status) && fits(asked["form_id"], form.id);
    return within && isSet(asked["q"]) ? undefined : within;
  },
  order: () => byId,
};
