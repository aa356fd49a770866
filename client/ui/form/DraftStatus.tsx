import { useFormat, useText } from "../../platform/intl/useText";
import type { DraftState } from "./draft";
import classes from "./Form.module.css";

/** Shows the state of a draft, for example "Draft, saved 10:41". */
export function DraftStatus({ state }: { state: DraftState }) {
  const text = useText();
  const { timeOf } = useFormat();
  if (state.is === "unwritten") return null;
  return (
    <span role="status" className={state.is === "unsaved" ? classes.unsaved : undefined}>
      {state.is === "saving" && text("draft.saving")}
      {state.is === "saved" && text("draft.saved", { at: timeOf(state.at) })}
      {state.is === "unsaved" && (state.why ?? text("draft.unsaved"))}
    </span>
  );
}
