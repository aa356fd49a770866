import { getIn, useFormik } from "formik";
import { type ChangeEvent, type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { type FormDraftOptions, useFormDraft, useRestoredValues } from "./form-draft";
import { maxLengthOf, useLengthError } from "../fields/length";
import { useIntl } from "react-intl";
import { splitValues } from "../../../shared/kernel/text/message-values";
import { type AnyObjectSchema, type InferType, ValidationError } from "yup";
import { newIdempotencyKey } from "../../platform/api";
import { formatText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { afterPress } from "../fields/after-press";

/**
 * Focuses the first invalid field after a failed attempt. If no field shows an error, `sayElsewhere` reports it, so that the button doesn't
 * seem to do nothing.
 */
function useFocusOnError(
  element: HTMLFormElement | null,
  attempts: number,
  sending: boolean,
  sayElsewhere: () => void,
): void {
  const elsewhere = useRef(sayElsewhere);
  useLayoutEffect(() => {
    elsewhere.current = sayElsewhere;
  });
  useLayoutEffect(() => {
    if (attempts === 0 || sending) return;
    const wrong = element?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    if (wrong) wrong.focus();
    else elsewhere.current();
  }, [element, attempts, sending]);
}

type Values = Record<string, unknown>;

interface Refusal {
  message: string | null;
  fields: Record<string, string>;
}

const noRefusal: Refusal = { message: null, fields: {} };

interface FormOptions<S extends AnyObjectSchema, V extends Values> {
  initialValues: V;
  /**
   * Receives the cast values, and the typed ones beside them. Errors it throws are shown: those of a 422 at their fields, others above the form. The key stays the same
   * while equal values are retried after a network failure.
   */
  onSubmit: (
    values: InferType<S>,
    send: { idempotencyKey: string; version: number | undefined; typedValues: V },
  ) => Promise<unknown>;
  /** Fields without a value, such as a file, whose errors have their own position in the form. */
  fieldsWithoutValue?: readonly string[];
  /**
   * Keeps typed values on this device until they are sent, for forms with long texts. They are sent with the version that they are based
   * on.
   */
  draft?: FormDraftOptions<V>;
}

/** Formik with a shared schema: form and server use the same rules and messages, and their errors are shown in the same position. */
export function useForm<S extends AnyObjectSchema, V extends Values>(
  schema: S,
  { initialValues, onSubmit, fieldsWithoutValue = [], draft: draftOptions }: FormOptions<S, V>,
) {
  const intl = useIntl();
  const lengthError = useLengthError();
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const unsent = useRef<{ content: string; key: string } | null>(null);
  const pending = useRef<Promise<void> | null>(null);
  /** Schema messages are text ids; the server's are already localized. */
  const translate = (message: string) =>
    splitValues(message)[0] in intl.messages ? formatText(intl, message) : message;

  const [refusal, setRefusal] = useState(noRefusal);
  const [refusalCount, setRefusalCount] = useState(0);
  const [start, setStart] = useState(initialValues);
  const { restored, version, release, ...restoredForm } = useRestoredValues(start, draftOptions);
  const formik = useFormik<V>({
    initialValues: restoredForm.initialValues,
    validate: (values) => validationErrors(schema, values),
    // A second click ends with the first, because Formik enables the form when a submission ends.
    onSubmit: (values) => (pending.current ??= send(values).finally(() => (pending.current = null))),
  });

  const send = async (values: V) => {
    const content = JSON.stringify(values);
    setRefusal(noRefusal);
    if (unsent.current?.content !== content) unsent.current = { content, key: newIdempotencyKey() };
    try {
      await onSubmit(schema.cast(values, { stripUnknown: true }) as InferType<S>, {
        idempotencyKey: unsent.current.key,
        version,
        typedValues: values,
      });
      unsent.current = null;
      release();
      draft.forget();
    } catch (error) {
      if (!(error instanceof OfflineError)) unsent.current = null;
      setRefusal(refusalOf(error, [...Object.keys(initialValues), ...fieldsWithoutValue]));
    }
  };

  const resetForm = (next?: { values: V }) => {
    setRefusal(noRefusal);
    formik.resetForm(next);
  };

  const draft = useFormDraft(draftOptions ?? {}, {
    start,
    values: formik.values,
    sending: formik.isSubmitting,
    version,
    reset: () => {
      release();
      resetForm({ values: start });
    },
  });

  useFocusOnError(element, formik.submitCount + refusalCount, formik.isSubmitting, () => {
    if (!formik.isValid) setRefusal({ message: "problem.request.invalid", fields: {} });
  });

  /** Error shown while typing if the text exceeds its limit. The text is never cut off. */
  const lengthErrorAt = (name: string): string | undefined => {
    const value = getIn(formik.values, name) as unknown;
    const max = typeof value === "string" && value !== "" ? maxLengthOf(schema, name) : null;
    return max === null ? undefined : lengthError(value as string, max);
  };

  const errorAt = (name: string): string | undefined => {
    const tooLong = lengthErrorAt(name);
    if (tooLong) return tooLong;
    const local = getIn(formik.errors, name) as unknown;
    const isErrorVisible = formik.submitCount > 0 || getIn(formik.touched, name);
    if (isErrorVisible && typeof local === "string") return translate(local);
    return refusal.fields[name];
  };

  /** True if the field or a part of it had an error at the last attempt. */
  const wrongAt = (name: string): boolean =>
    (formik.submitCount > 0 && getIn(formik.errors, name) !== undefined) || refusal.fields[name] !== undefined;

  /** Removes the server's errors of the field and its parts. */
  const clearErrors = (name: string) => {
    const isOther = (path: string) => path !== name && !path.startsWith(`${name}.`);
    setRefusal((before) => {
      const others = Object.entries(before.fields).filter(([path]) => isOther(path));
      if (others.length === Object.keys(before.fields).length) return before;
      return { ...before, fields: Object.fromEntries(others) };
    });
  };

  const changed = (name: string, value: unknown) => {
    clearErrors(name);
    void formik.setFieldValue(name, value);
  };

  /** A field that was focused but not changed shows no error yet. */
  const left = (name: string) => {
    if (getIn(formik.values, name) !== getIn(start, name)) afterPress(() => void formik.setFieldTouched(name));
  };

  return {
    values: formik.values,
    /** Values before the user's changes. */
    startValues: start,
    sending: formik.isSubmitting,
    dirty: formik.dirty || restored !== null,
    draft: { ...draft, restored },
    /** Handler of a cancel button, which also drops the draft. */
    cancel: (close: () => void) => () => {
      draft.forget();
      close();
    },
    /** Error that belongs to no field. */
    problem: refusal.message,
    wrong: Object.keys(formik.values).filter((name) => wrongAt(name)).length,
    setValue: changed,
    errorAt,
    /** Shows errors of a refused action at their fields, and focuses the first one. */
    showErrors: (fields: Record<string, string>) => {
      setRefusal((before) => ({ ...before, fields: { ...before.fields, ...fields } }));
      setRefusalCount((count) => count + 1);
    },
    clearErrors,
    reset: (next?: { values: V }) => {
      if (next) setStart(next.values);
      resetForm(next);
    },
    submit: formik.submitForm,
    field: (name: keyof V & string) => ({
      name,
      value: (getIn(formik.values, name) ?? "") as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        changed(name, event.currentTarget.value),
      onBlur: () => left(name),
      error: errorAt(name),
      // Some Mantine inputs don't set `aria-invalid` themselves.
      "aria-invalid": errorAt(name) !== undefined || undefined,
    }),
    choice: <T>(name: keyof V & string) => ({
      name,
      value: getIn(formik.values, name) as T,
      onChange: (value: T) => changed(name, value),
      onBlur: () => left(name),
      error: errorAt(name),
    }),
    check: (name: keyof V & string) => ({
      name,
      checked: Boolean(getIn(formik.values, name)),
      onChange: (event: ChangeEvent<HTMLInputElement>) => changed(name, event.currentTarget.checked),
      error: errorAt(name),
    }),
    attach,
    onSubmit: (event: FormEvent<HTMLFormElement>) => formik.handleSubmit(event),
  };
}

export type FormState = Pick<ReturnType<typeof useForm>, "attach" | "onSubmit" | "sending" | "problem" | "draft">;

export function validationErrors(schema: AnyObjectSchema, values: unknown): Record<string, unknown> {
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

/** Formik looks up `items.0.price` in nested objects. */
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
