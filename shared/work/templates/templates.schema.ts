import { array, object } from "yup";
import { dayField, idField, lineField, textField } from "../../kernel/fields";

const personOfRole = object({
  role: textField(40).required("field.required"),
  user_id: idField("user").required("field.required"),
});

/** A project made from a template. */
export const templateProjectSchema = object({
  title: lineField(120).required("field.required"),
  /** The day from which the template's dates are counted. */
  day: dayField().required("field.required"),
  /** The people of the template's roles; tasks of other roles are assigned to nobody. */
  people: array(personOfRole).max(20, "field.tooMany"),
});
