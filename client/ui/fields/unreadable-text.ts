import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { wasBlurredByPress } from "./blur-tracking";

/**
 * For fields that show a text before they have read it. While `refusal` says why the text is no value of the field, no form is sent: plain
 * forms are stopped by the browser, the others by `reportUnreadableText`. The reason is shown when the field was left or the form submitted.
 * @param discard shows the value again in place of the text, when the form shows other values
 */
export function useUnreadableText(refusal: string | null, discard: () => void) {
  const ref = useRef<HTMLInputElement>(null);
  const [isReported, setReported] = useState(false);
  useLayoutEffect(() => ref.current?.setCustomValidity(refusal ?? ""), [refusal]);
  const onReset = useEffectEvent(discard);
  useEffect(() => {
    const form = ref.current?.form;
    const listener = () => onReset();
    form?.addEventListener("reset", listener);
    return () => form?.removeEventListener("reset", listener);
  }, []);
  return {
    reason: isReported ? refusal : null,
    report: () => setReported(true),
    hide: () => setReported(false),
    input: {
      ref,
      onInvalid: (event: FormEvent<HTMLInputElement>) => {
        // The field shows the reason itself.
        event.preventDefault();
        setReported(true);
      },
    },
  };
}

/** Changes the value to that of a refused text when other limits of the field allow it, so that a form sends what the field shows. */
export function useAllowedText(allowedValue: string | null, onChange: (value: string) => void): void {
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (allowedValue !== null) change(allowedValue);
  }, [allowedValue]);
}

/** Makes the fields of a form discard their texts. */
export const discardTypedTexts = (form: HTMLFormElement | null): void => void form?.dispatchEvent(new Event("reset"));

/** Makes the fields inside an element that show an unreadable text say so, and focuses the first. Returns false if there are none. */
export function reportUnreadableText(element: Element | null): boolean {
  const fields = [...(element?.querySelectorAll("input") ?? [])];
  const unreadableFields = fields.filter(({ validity }) => validity.customError);
  for (const field of unreadableFields) field.checkValidity();
  unreadableFields[0]?.focus();
  return unreadableFields.length > 0;
}

/** Keeps a popover open at a press elsewhere if one of its fields shows an unreadable text. Escape discards the text. */
export const mayClosePopover = (popover: Element | null): boolean =>
  !wasBlurredByPress() || !reportUnreadableText(popover);
