import { object } from "yup";
import { emailField, emptyToNull, lineField, phoneField, versionField } from "../../kernel/fields";
import { boolean } from "../../kernel/schemas";

/** Maximum number of clients of a tenant; lists of clients are returned completely. */
export const maxClients = 10_000;

const line = (max: number) => lineField(max).transform(emptyToNull).nullable();

/** Omitted fields stay unchanged; empty fields are cleared. */
export const clientSchema = object({
  fullname: lineField(160).required("field.required"),
  code: line(20),
  location: line(120),
  phone_number: phoneField(),
  email: emailField().transform(emptyToNull).nullable(),
  remove_image: boolean(),
  version: versionField(),
});

export const clientSorts = ["fullname", "code", "location"] as const;
