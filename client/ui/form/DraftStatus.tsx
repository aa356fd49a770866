import { useFormat, useText } from "../../platform/intl/useText";
import type { DraftState } from "./draft";
import tones from "../layout/tones.module.css";

interface DraftStatusProps {
  state: DraftState;
  /** When the draft that the form was opened with was typed last. */
  restoredAt?: string | undefined;
}

/** Shows the state of a draft, for example "Draft, saved 10:41". */
export function DraftStatus({ state: present, restoredAt }: DraftStatusProps) {
  const text = useText();
  const { timeOf } = useFormat();
  const state = present.is === "unwritten" && restoredAt ? ({ is: "saved", at: restoredAt } as const) : present;
  if (state.is === "unwritten") return null;
  return (
    <span role="status" className={state.is === "unsaved" ? tones.danger : undefined}>
      {state.is === "saving" && text("draft.saving")}
      {state.is === "saved" && text("draft.saved", { at: timeOf(state.at) })}
      {state.is === "unsaved" && (state.why ?? text("draft.unsaved"))}
    </span>
  );
}
