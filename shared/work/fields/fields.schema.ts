import { array, type InferType, object } from "yup";
import { colorTones, idField, idList, lineField, versionField, wholeNumber } from "../../kernel/fields";
import { boolean, string } from "../../kernel/schemas";

export const fieldKinds = ["text", "number", "day", "flag", "choice", "choices", "person", "link"] as const;
export type FieldKind = (typeof fieldKinds)[number];
export const hasOptions = (kind: FieldKind): boolean => kind === "choice" || kind === "choices";

/** Retention of a field in the bin. */
export const binDays = 30;
/** Maximum number of fields of a project, including those in its bin. */
export const maxFieldsPerProject = 30;
export const maxFieldTitleLength = 60;
export const maxOptions = 100;
export const maxOptionTitleLength = 60;
export const maxTextValueLength = 500;
export const defaultTextLength = 200;
export const maxLinkLength = 2_000;
export const maxDecimals = 6;
export const maxUnitLength = 12;
/** Largest absolute value of a number; the database stores 12 digits before the decimal point. */
export const maxNumberValue = 999_999_999_999;

/** An option without an id is new. */
const optionSchema = object({
  id: idField("option"),
  title: lineField(maxOptionTitleLength).required("field.required"),
  color: string()
    .oneOf([...colorTones], "field.color")
    .required("field.required"),
});
export type OptionInput = InferType<typeof optionSchema>;

/** Omitted options of an existing field are deleted. */
const options = () => array(optionSchema.required()).max(maxOptions, "field.tooMany");
const limits = {
  max_length: wholeNumber(1, maxTextValueLength),
  decimals: wholeNumber(0, maxDecimals),
  unit: lineField(maxUnitLength).nullable(),
  options: options(),
};
const requiredIn = () => idList("column");

const kindField = () =>
  string()
    .oneOf([...fieldKinds], "field.oneOf")
    .required("field.required");

export const createFieldSchema = object({
  title: lineField(maxFieldTitleLength).required("field.required"),
  kind: kindField(),
  ...limits,
  on_card: boolean(),
  required_column_ids: requiredIn(),
});

/** Omitted properties are unchanged. The change applies to all projects that use the field. */
export const updateFieldSchema = object({
  title: lineField(maxFieldTitleLength).min(1, "field.required"),
  ...limits,
  version: versionField().required("field.required"),
});

export const fieldKindQuery = object({ kind: kindField() });

/** The counts are those of the preview; other counts are refused. */
export const changeFieldKindSchema = object({
  kind: kindField(),
  version: versionField().required("field.required"),
  value_count: wholeNumber(0, Number.MAX_SAFE_INTEGER).required("field.required"),
  lost_count: wholeNumber(0, Number.MAX_SAFE_INTEGER).required("field.required"),
});

/** The version is that of the field after the change. */
export const undoFieldKindSchema = object({ version: versionField().required("field.required") });

/** Omitted properties are unchanged. */
export const updateFieldUseSchema = object({ on_card: boolean(), required_column_ids: requiredIn() });

export const sortFieldsSchema = object({ ids: idList("field").required("field.required") });
