import { type FormikState, getIn } from "formik";
import { useIntl } from "react-intl";
import type { AnyObjectSchema } from "yup";
import { splitValues } from "../../../shared/kernel/text/message-values";
import { formatText } from "../../platform/intl/useText";
import { maxLengthOf, useLengthError } from "../fields/length";

type Validated = Pick<FormikState<Record<string, unknown>>, "values" | "errors" | "touched" | "submitCount">;

/** Errors of fields: of the schema after an attempt or a visit, else those of the server. */
export function useFieldErrors(
  schema: AnyObjectSchema,
  { values, errors, touched, submitCount }: Validated,
  refusedFields: Readonly<Record<string, string>>,
) {
  const intl = useIntl();
  const lengthError = useLengthError();
  /** Schema messages are text ids; the server's are already localized. */
  const translate = (message: string) =>
    splitValues(message)[0] in intl.messages ? formatText(intl, message) : message;

  /** Error shown while typing if the text exceeds its limit. The text is never cut off. */
  const lengthErrorAt = (name: string): string | undefined => {
    const value = getIn(values, name) as unknown;
    const max = typeof value === "string" && value !== "" ? maxLengthOf(schema, name) : null;
    return max === null ? undefined : lengthError(value as string, max);
  };

  const errorAt = (name: string): string | undefined => {
    const tooLong = lengthErrorAt(name);
    if (tooLong) return tooLong;
    const local = getIn(errors, name) as unknown;
    const isErrorVisible = submitCount > 0 || getIn(touched, name);
    if (isErrorVisible && typeof local === "string") return translate(local);
    return refusedFields[name];
  };

  /** True if the field or a part of it had an error at the last attempt. */
  const wrongAt = (name: string): boolean =>
    (submitCount > 0 && getIn(errors, name) !== undefined) || refusedFields[name] !== undefined;

  return { errorAt, wrongAt };
}
