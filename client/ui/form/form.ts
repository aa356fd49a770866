import { getIn, useFormik } from "formik";
import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { type AnyObjectSchema, type InferType, ValidationError } from "yup";
import { newIdempotencyKey } from "../../platform/api";
import { useFormat } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { afterPress, useFocusOnError } from "./form-focus";
import { understood } from "../fields/typed-numbers";

type Values = Record<string, unknown>;

/** What the server said about the last attempt. */
interface Refusal {
  message: string | null;
  fields: Record<string, string>;
}

interface FormOptions<S extends AnyObjectSchema, V extends Values> {
  initialValues: V;
  /**
   * Gets the cast values. What it throws is shown: the texts of a 422 at their fields, anything else above the form.
   * The key stays the same while the same values are sent again after the network failed.
   */
  onSubmit: (values: InferType<S>, send: { idempotencyKey: string }) => Promise<unknown>;
}

/** Formik with a shared schema: the same rules and words as on the server, errors of both in the same place. */
export function useForm<S extends AnyObjectSchema, V extends Values>(
  schema: S,
  { initialValues, onSubmit }: FormOptions<S, V>,
) {
  const intl = useIntl();
  const { signs } = useFormat();
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const unsent = useRef<{ content: string; key: string } | null>(null);
  /** Messages of schemas are ids; the server's are texts already. */
  const say = (message: string) => (message in intl.messages ? intl.formatMessage({ id: message }) : message);

  const formik = useFormik<V>({
    initialValues,
    validate: (values) => errorsOf(schema, understood(schema, values, signs)),
    onSubmit: async (values) => {
      formik.setStatus(undefined);
      const content = JSON.stringify(values);
      if (unsent.current?.content !== content) unsent.current = { content, key: newIdempotencyKey() };
      try {
        await onSubmit(schema.cast(understood(schema, values, signs), { stripUnknown: true }) as InferType<S>, {
          idempotencyKey: unsent.current.key,
        });
        unsent.current = null;
      } catch (error) {
        if (!(error instanceof OfflineError)) unsent.current = null;
        formik.setStatus(refusalOf(error, Object.keys(initialValues)));
      }
    },
  });

  const refusal = formik.status as Refusal | undefined;
  useFocusOnError(element, formik.submitCount, formik.isSubmitting, () => {
    if (!formik.isValid) formik.setStatus({ message: "problem.request.invalid", fields: {} } satisfies Refusal);
  });

  const errorAt = (name: string): string | undefined => {
    const local = getIn(formik.errors, name) as unknown;
    const shown = formik.submitCount > 0 || getIn(formik.touched, name);
    if (shown && typeof local === "string") return say(local);
    return refusal?.fields[name];
  };

  /** A field or one of its parts, as of the last attempt to send. */
  const wrongAt = (name: string): boolean =>
    (formik.submitCount > 0 && getIn(formik.errors, name) !== undefined) || refusal?.fields[name] !== undefined;

  const changed = (name: string, value: unknown) => {
    if (refusal?.fields[name]) {
      const { [name]: _, ...fields } = refusal.fields;
      formik.setStatus({ ...refusal, fields });
    }
    void formik.setFieldValue(name, value);
  };

  /** Who passes through a field has done nothing wrong in it. */
  const left = (name: string) => {
    if (getIn(formik.values, name) !== getIn(initialValues, name)) afterPress(() => void formik.setFieldTouched(name));
  };

  return {
    values: formik.values,
    sending: formik.isSubmitting,
    dirty: formik.dirty,
    /** What is wrong beside the fields. */
    problem: refusal?.message ?? null,
    /** How many fields have an error beside them. */
    wrong: Object.keys(formik.values).filter((name) => wrongAt(name)).length,
    setValue: changed,
    reset: formik.resetForm,
    submit: formik.submitForm,
    /** For inputs that send change events: `<TextInput {...form.field("title")} />`. */
    field: (name: keyof V & string) => ({
      name,
      value: (getIn(formik.values, name) ?? "") as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        changed(name, event.currentTarget.value),
      onBlur: () => left(name),
      error: errorAt(name),
      // Not every input of Mantine's says so itself.
      "aria-invalid": errorAt(name) !== undefined || undefined,
    }),
    /** For inputs that hand over their value: selects, numbers, dates. */
    choice: <T>(name: keyof V & string) => ({
      name,
      value: getIn(formik.values, name) as T,
      onChange: (value: T) => changed(name, value),
      onBlur: () => left(name),
      error: errorAt(name),
    }),
    /** For checkboxes and switches. */
    check: (name: keyof V & string) => ({
      name,
      checked: Boolean(getIn(formik.values, name)),
      onChange: (event: ChangeEvent<HTMLInputElement>) => changed(name, event.currentTarget.checked),
      error: errorAt(name),
    }),
    /** For `<Form>`. */
    attach,
    onSubmit: (event: FormEvent<HTMLFormElement>) => formik.handleSubmit(event),
  };
}

export type FormState = Pick<ReturnType<typeof useForm>, "attach" | "onSubmit" | "sending" | "problem">;

/** The first message of each field. */
export function errorsOf(schema: AnyObjectSchema, values: unknown): Record<string, unknown> {
  try {
    schema.validateSync(values, { abortEarly: false, disableStackTrace: true });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const errors: Record<string, unknown> = {};
    for (const { path, message } of error.inner.length > 0 ? error.inner : [error]) if (path) errors[path] ??= message;
    return nested(errors);
  }
}

/** Formik looks for `items.0.price` in nested objects. */
function nested(flat: Record<string, unknown>): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const [path, message] of Object.entries(flat)) {
    const steps = path.replace(/\[(\d+)\]/g, ".$1").split(".");
    let place = tree;
    for (const step of steps.slice(0, -1)) place = (place[step] ??= {}) as Record<string, unknown>;
    place[steps.at(-1) ?? path] = message;
  }
  return tree;
}

function refusalOf(error: unknown, names: string[]): Refusal {
  if (error instanceof OfflineError) return { message: "error.offline", fields: {} };
  if (!(error instanceof ProblemError)) throw error;
  const fields: Record<string, string> = {};
  const elsewhere: string[] = [];
  for (const [path, [first = error.message]] of Object.entries(error.errors)) {
    if (names.includes(path.split(".")[0] ?? path)) fields[path] = first;
    else elsewhere.push(first);
  }
  const besideFields =
    elsewhere.join(" ") || (Object.keys(fields).length === 0 ? error.message || "error.unknown" : null);
  return { message: besideFields, fields };
}
