import { type RefObject, useRef } from "react";

/** Whether a button in the dialog or side panel waits for the response to its request. A failed read may be left while it is tried again. */
export const isSending = (layer: Element): boolean =>
  layer.querySelector("button[data-loading]:not([data-retries])") !== null;

/**
 * Makes a dialog or side panel ignore Escape, clicks outside and its close button while its content sends a request: closing doesn't stop the
 * request, and would hide its result.
 */
export function useClosing(onClose: () => void): { ref: RefObject<HTMLDivElement | null>; onClose: () => void } {
  const ref = useRef<HTMLDivElement>(null);
  const close = () => {
    if (!ref.current || !isSending(ref.current)) onClose();
  };
  return { ref, onClose: close };
}
