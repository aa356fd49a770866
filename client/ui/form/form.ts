import { getIn, useFormik } from "formik";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { type FormDraftOptions, useFormDraft, useRestoredValues } from "./form-draft";
import { type AnyObjectSchema, type InferType, ValidationError } from "yup";
import { newIdempotencyKey } from "../../platform/api";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { afterPress } from "../fields/after-press";
import { discardTypedTexts, reportUnreadableText } from "../fields/unreadable-text";
import { fieldBindings } from "./field-bindings";
import { refusalOf, useRefusal } from "./refusal";
import { type Merge, mergeChanges } from "./useEditedRecord";
import { useFieldErrors } from "./useFieldErrors";

/**
 * Focuses the first invalid field after a failed attempt. `reportElsewhere` reports errors that no field shows, so that the button doesn't
 * seem to do nothing.
 */
function useFocusOnError(
  element: HTMLFormElement | null,
  attempts: number,
  sending: boolean,
  reportElsewhere: (shownText: string, hasInvalidField: boolean) => void,
): void {
  const elsewhere = useRef(reportElsewhere);
  useLayoutEffect(() => {
    elsewhere.current = reportElsewhere;
  });
  useLayoutEffect(() => {
    if (attempts === 0 || sending) return;
    const wrong = element?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    wrong?.focus();
    elsewhere.current(element?.textContent ?? "", Boolean(wrong));
  }, [element, attempts, sending]);
}

type Values = Record<string, unknown>;

interface FormOptions<S extends AnyObjectSchema, V extends Values> {
  initialValues: V;
  /**
   * Receives the cast values, and the typed ones beside them. Errors it throws are shown: those of a 422 at their fields, others above the form. The key stays the same
   * while equal values are retried after a network failure.
   */
  onSubmit: (
    values: InferType<S>,
    submission: { idempotencyKey: string; version: number | undefined; typedValues: V },
  ) => Promise<unknown>;
  /** Fields without a value, such as a file, whose errors have their own position in the form. */
  fieldsWithoutValue?: readonly string[];
  /**
   * Keeps typed values on this device until they are sent, for forms with long texts. They are sent with the version that they are based
   * on; after a conflict, sending again overwrites the newer version.
   */
  draft?: FormDraftOptions<V>;
}

/** Formik with a shared schema: form and server use the same rules and messages, and their errors are shown in the same position. */
export function useForm<S extends AnyObjectSchema, V extends Values>(
  schema: S,
  { initialValues, onSubmit, fieldsWithoutValue = [], draft: draftOptions }: FormOptions<S, V>,
) {
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const unsent = useRef<{ content: string; key: string } | null>(null);
  const pending = useRef<Promise<void> | null>(null);
  /** Version of the current record in the last refusal. */
  const refusedVersion = useRef<number>(undefined);
  const refusal = useRefusal();
  const [start, setStart] = useState(initialValues);
  const {
    restored,
    version,
    release,
    slot,
    otherDraft,
    initialValues: shownValues,
  } = useRestoredValues(start, draftOptions);
  const formik = useFormik<V>({
    initialValues: shownValues,
    validate: (values) => validationErrors(schema, values),
    // A second click ends with the first, because Formik enables the form when a submission ends.
    onSubmit: (values) => (pending.current ??= send(values).finally(() => (pending.current = null))),
  });

  const send = async (values: V) => {
    const content = JSON.stringify(values);
    refusal.clear();
    if (unsent.current?.content !== content) unsent.current = { content, key: newIdempotencyKey() };
    try {
      await onSubmit(schema.cast(values, { stripUnknown: true }) as InferType<S>, {
        idempotencyKey: unsent.current.key,
        version: refusedVersion.current ?? version,
        typedValues: values,
      });
      unsent.current = null;
      release();
      draft.forget();
    } catch (error) {
      if (!(error instanceof OfflineError)) unsent.current = null;
      refusedVersion.current = currentRecordOf(error)?.version ?? refusedVersion.current;
      refusal.set(refusalOf(error, [...Object.keys(initialValues), ...fieldsWithoutValue]));
    }
  };

  const resetForm = (next?: { values: V }, keepsTexts = false) => {
    refusedVersion.current = undefined;
    refusal.clear();
    if (!keepsTexts) discardTypedTexts(element);
    formik.resetForm(next);
  };

  const draft = useFormDraft(draftOptions ?? {}, {
    slot,
    otherDraft,
    start,
    values: formik.values,
    sending: formik.isSubmitting,
    version,
    reset: (next) => {
      if (!next) release();
      resetForm({ values: next ?? start });
    },
  });

  useFocusOnError(
    element,
    formik.submitCount + refusal.shownCount,
    formik.isSubmitting,
    (shownText, hasInvalidField) => {
      if (!formik.isValid && !hasInvalidField) refusal.set({ message: "problem.request.invalid", fields: {} });
      else refusal.showUnshown(shownText);
    },
  );

  const { errorAt, wrongAt } = useFieldErrors(schema, formik, refusal.fields);

  const changed = (name: string, value: unknown) => {
    refusal.clearField(name);
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
    showErrors: refusal.showFields,
    markErrors: refusal.markFields,
    clearErrors: refusal.clearField,
    /** @param keepsTexts keeps texts that fields could not read yet, unless their value is another one */
    reset: (next?: { values: V }, keepsTexts = false) => {
      if (next) setStart(next.values);
      resetForm(next, keepsTexts);
    },
    /** Shows the values of another user's record where the user has changed nothing, and keeps what was typed. */
    adopt: (next: V, merge: Merge<V> = mergeChanges) => {
      setStart(next);
      formik.resetForm({ values: next });
      // `typed` are the values of the last rendering, because an open list of options can change them while the form is being sent.
      void formik.setValues((typed) => merge({ start, typed }, next));
    },
    /** For buttons that send the values without `submit`. */
    reportUnreadableText: () => reportUnreadableText(element),
    submit: async (): Promise<void> => {
      if (!reportUnreadableText(element)) await formik.submitForm();
    },
    ...fieldBindings<V>({ values: formik.values, errorAt, onChange: changed, onBlur: left }),
    attach,
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (reportUnreadableText(element)) event.preventDefault();
      else formik.handleSubmit(event);
    },
  };
}

export type FormState = Pick<ReturnType<typeof useForm>, "attach" | "onSubmit" | "sending" | "problem" | "draft">;

/** The current record in the refusal of an outdated version; null for other errors. */
export function currentRecordOf(error: unknown): { version: number } | null {
  const record = error instanceof ProblemError && error.status === 409 ? error.record : null;
  return typeof (record as { version?: unknown } | null)?.version === "number" ? (record as { version: number }) : null;
}

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
