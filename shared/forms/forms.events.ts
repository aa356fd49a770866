/** Screens read the form again: who may see what of it is asked there. */
export interface FormEvents {
  /** On the tenant's stream: a draft of a form, or whether it is offered. */
  "form.saved": { id: number; version: number };
  "form.published": { id: number; version: number; number: number };
  "form.deleted": { id: number };
  /** On the requester's stream: what isn't sent yet. */
  "form_request.saved": { id: number; version: number };
  "form_request.deleted": { id: number };
}
