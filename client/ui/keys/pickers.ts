const picker = "input:is([role=combobox], [aria-haspopup=listbox]):not([data-picks-first])";

/**
 * Enter in a picker picks the highlighted option and never submits the form. The theme highlights the first match of the typed text;
 * without text only an option reached by arrow keys is picked, so that a second Enter adds nothing. `data-picks-first` marks fields where the
 * first option is picked without text as well. In the browser's date fields, the first Enter after typing only confirms the day.
 */
export function startGuardingPickers(): () => void {
  let walked: EventTarget | null = null;
  let typedDate: EventTarget | null = null;
  const onInput = ({ target }: Event) => (typedDate = isNativeDate(target) ? target : null);
  const before = (event: KeyboardEvent) => {
    if (!isPicker(event.target)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") walked = event.target;
    else if (event.key !== "Enter") walked = null;
    else {
      if (event.target.value === "" && walked !== event.target) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      walked = null;
    }
  };
  const after = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    if (isPicker(event.target) || typedDate === event.target) event.preventDefault();
    typedDate = null;
  };
  window.addEventListener("input", onInput, { capture: true });
  window.addEventListener("keydown", before, { capture: true });
  window.addEventListener("keydown", after);
  return () => {
    window.removeEventListener("input", onInput, { capture: true });
    window.removeEventListener("keydown", before, { capture: true });
    window.removeEventListener("keydown", after);
  };
}

const isNativeDate = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === "date";

const isPicker = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.matches(picker);
