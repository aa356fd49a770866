import { useState } from "react";
import { OfflineError, ProblemError } from "../../platform/problem-error";

/** Why a form was not accepted. */
interface Refusal {
  /** Error that belongs to no field: a text id, or an already localized message of the server. */
  message: string | null;
  /** Errors by path of the field. */
  fields: Record<string, string>;
}

const noRefusal: Refusal = { message: null, fields: {} };

const withFields = (refusal: Refusal, fields: Refusal["fields"]): Refusal =>
  Object.keys(fields).length === 0 ? refusal : { ...refusal, fields: { ...refusal.fields, ...fields } };

export function useRefusal() {
  const [refusal, set] = useState(noRefusal);
  const [shownCount, setShownCount] = useState(0);
  return {
    ...refusal,
    /** Number of times that errors were shown without sending the form. */
    shownCount,
    set,
    clear: () => set(noRefusal),
    /** Shows errors of fields that the form doesn't render as message of the form. */
    showUnshown: (shownText: string) => set((before) => withUnshown(before, shownText)),
    /** Removes the errors of the field and its parts. */
    clearField: (name: string) => set((before) => withoutField(before, name)),
    /** Shows errors at their fields without moving the focus from the field in which the user types. */
    markFields: (fields: Record<string, string>) => set((before) => withFields(before, fields)),
    /** Shows errors of a refused action at their fields, and focuses the first one. */
    showFields: (fields: Record<string, string>) => {
      set((before) => withFields(before, fields));
      setShownCount((count) => count + 1);
    },
  };
}

/** Returns the same object if the field has no errors, so that nothing is rendered again. */
function withoutField(refusal: Refusal, name: string): Refusal {
  const isOther = (path: string) => path !== name && !path.startsWith(`${name}.`);
  const others = Object.entries(refusal.fields).filter(([path]) => isOther(path));
  if (others.length === Object.keys(refusal.fields).length) return refusal;
  return { ...refusal, fields: Object.fromEntries(others) };
}

/** Returns the same object if the form shows each error, so that nothing is rendered again. */
function withUnshown(refusal: Refusal, shownText: string): Refusal {
  const unshown = new Set(Object.values(refusal.fields).filter((message) => !shownText.includes(message)));
  return unshown.size === 0
    ? refusal
    : { ...refusal, message: [...(refusal.message ? [refusal.message] : []), ...unshown].join(" ") };
}

export function refusalOf(error: unknown, names: string[]): Refusal {
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
