import { type KeyboardEvent, useRef } from "react";
import { wasBlurredByUser } from "../fields/blur-tracking";

/**
 * Handlers of a text field that replaces the shown value: Enter or leaving the field saves, Escape cancels. `finish` runs once, because
 * closing the field also blurs it; it returns false if the field stays open.
 */
export function useInlineEdit(finish: (save: boolean) => boolean | void) {
  const closed = useRef(false);
  const close = (save: boolean) => {
    if (closed.current) return;
    closed.current = true;
    if (finish(save) === false) closed.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Enter") close(true);
    else if (event.key === "Escape") close(false);
    else return;
    event.preventDefault();
  };
  const reopen = () => void (closed.current = false);
  return { close, reopen, handlers: { onKeyDown, onBlur: () => wasBlurredByUser() && close(true) } };
}
